// Underlines words in place without changing the nodes, even in texts being edited.

type Name = 'desk-term' | 'desk-warning' | 'desk-error';

function highlightOf(name: Name): Highlight {
  const known = CSS.highlights.get(name);
  if (known) return known;
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
}

/**
 * Underlines words of an element. @param find returns the ranges in its text; a chip counts as one character that is in no word
 * @returns a function that removes the underlines
 */
export function highlight(name: Name, element: HTMLElement, find: Find): () => void {
  const ranges = rangesIn(element, find);
  const shown = highlightOf(name);
  for (const range of ranges) shown.add(range);
  return () => {
    for (const range of ranges) shown.delete(range);
  };
}

type Find = (text: string) => readonly (readonly [number, number])[];

/** Whether words of an element are shown at a point of the window. */
export function isAt(element: HTMLElement, { x, y }: { x: number; y: number }, find: Find): boolean {
  const rects = rangesIn(element, find).flatMap((range) => [...range.getClientRects()]);
  return rects.some(({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom);
}

function rangesIn(element: HTMLElement, find: Find): Range[] {
  const nodes = textNodes(element);
  return find(nodes.map(({ text }) => text).join('')).flatMap((place) => rangeOf(nodes, place) ?? []);
}

interface Piece {
  text: string;
  /** undefined: a chip. */
  node: Text | undefined;
}

const CHIP = '\uFFFC';

function textNodes(element: HTMLElement): Piece[] {
  const pieces: Piece[] = [];
  const walk = (node: Node): void => {
    if (node instanceof Text) pieces.push({ text: node.data, node });
    else if (node instanceof HTMLElement && node.classList.contains('chip'))
      pieces.push({ text: CHIP, node: undefined });
    else for (const child of node.childNodes) walk(child);
  };
  walk(element);
  return pieces;
}

function rangeOf(pieces: readonly Piece[], [from, to]: readonly [number, number]): Range | undefined {
  const range = document.createRange();
  let at = 0;
  let hasStart = false;
  for (const { text, node } of pieces) {
    const end = at + text.length;
    if (node && !hasStart && from < end && from >= at) {
      range.setStart(node, from - at);
      hasStart = true;
    }
    if (node && hasStart && to <= end) {
      range.setEnd(node, to - at);
      return range;
    }
    at = end;
  }
  return undefined;
}
