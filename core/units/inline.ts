import { splitEntities } from './entities.ts';
import type { Attribute, HtmlToken } from './html.ts';
import { findShortcodes } from './shortcodes.ts';

/** A part of a run of text between two block-level tags. */
export type Item =
  | { kind: 'text'; raw: string; text: string }
  | {
      kind: 'open' | 'close' | 'single';
      what: 'element' | 'shortcode' | 'entity' | 'locked';
      name: string;
      raw: string;
      attributes: Attribute[];
      /** The index of the other end; -1 if there is none. */
      partner: number;
    };

/** A run split into three: what surrounds the text, and the text with its marks. */
export interface Cut {
  before: Item[];
  inside: Item[];
  after: Item[];
  /** Names of the marks around all of it, outermost first. */
  around: string[];
}

/** A run of text and inline tags as items, with shortcodes and entities split off and the ends of each pair linked. */
export function itemsOf(run: readonly HtmlToken[]): Item[] {
  const items = run.flatMap((token): Item[] => {
    if (token.kind === 'text') return itemsOfText(token.raw);
    const { raw, name } = token;
    const base = { raw, name, attributes: [], partner: -1 };
    if (token.kind === 'locked') return [{ ...base, kind: 'single', what: 'locked' }];
    if (token.kind === 'close') return [{ ...base, kind: 'close', what: 'element' }];
    const kind = token.isVoid ? 'single' : 'open';
    return [{ ...base, kind, what: 'element', attributes: token.attributes }];
  });
  pair(items);
  return items;
}

/** Strips non-text from both ends, and pairs that enclose everything. */
export function cutEnds(items: readonly Item[]): Cut {
  const cut: Cut = { before: [], inside: [...items], after: [], around: [] };
  const base = items;
  let [from, to] = [0, items.length];
  for (let isDone = false; !isDone;) {
    const [start, end] = [from, to];
    while (from < to && isEdge(base[from])) from++;
    while (to > from && isEdge(base[to - 1])) to--;
    const first = base[from];
    if (first?.kind === 'open' && first.partner === to - 1) {
      cut.around.push(first.name);
      from++;
      to--;
    }
    isDone = from === start && to === end;
  }
  cut.before = items.slice(0, from);
  cut.inside = items.slice(from, to);
  cut.after = items.slice(to);
  trimBlanks(cut);
  return cut;
}

/** Whether there is text to read; `isWord`: a letter or a digit, not only punctuation. */
export function hasText(items: readonly Item[], isWord: boolean): boolean {
  const pattern = isWord ? /[\p{L}\p{N}]/u : /\S/;
  return items.some((item) => item.kind === 'text' && pattern.test(item.text));
}

function itemsOfText(raw: string): Item[] {
  const items: Item[] = [];
  let from = 0;
  const add = (text: string) => {
    for (const part of splitEntities(text)) {
      if ('text' in part) items.push({ kind: 'text', ...part });
      else
        items.push({ kind: 'single', what: 'entity', name: part.entity, raw: part.raw, attributes: [], partner: -1 });
    }
  };
  for (const code of findShortcodes(raw)) {
    add(raw.slice(from, code.start));
    const { kind, name } = code;
    items.push({ kind, what: 'shortcode', name, raw: code.raw, attributes: [], partner: -1 });
    from = code.start + code.raw.length;
  }
  add(raw.slice(from));
  return items;
}

/** Finds the other end of each tag and shortcode; one that crosses another pair, or has no other end, is a single mark. */
function pair(items: Item[]): void {
  const open: number[] = [];
  const waiting = new Map<string, number>();
  const count = (key: string, by: number) => waiting.set(key, (waiting.get(key) ?? 0) + by);
  items.forEach((item, index) => {
    if (item.kind !== 'open' && item.kind !== 'close') return;
    const key = `${item.what} ${item.name}`;
    if (item.kind === 'open') {
      open.push(index);
      count(key, 1);
    } else if ((waiting.get(key) ?? 0) > 0) {
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        const other = items[at];
        if (!other || other.kind === 'text') continue;
        count(`${other.what} ${other.name}`, -1);
        if (`${other.what} ${other.name}` !== key) continue;
        other.partner = index;
        item.partner = at;
        break;
      }
    }
  });
  for (const item of items) {
    if (item.kind === 'text' || item.kind === 'single' || item.partner !== -1) continue;
    item.kind = 'single';
    if (item.what === 'element') item.what = 'locked';
  }
}

/** Does not move with the text if it is at its edge. Shortcodes and entities are part of a sentence. */
function isEdge(item: Item | undefined): boolean {
  if (item?.kind === 'text') return item.text.trim() === '';
  return item?.kind === 'single' && (item.what === 'locked' || ['br', 'wbr', 'img', 'input'].includes(item.name));
}

function trimBlanks(cut: Cut): void {
  const first = cut.inside[0];
  if (first?.kind === 'text') {
    const blank = first.raw.length - first.raw.trimStart().length;
    if (blank > 0) {
      cut.before.push(textItem(first.raw.slice(0, blank)));
      cut.inside[0] = { kind: 'text', raw: first.raw.slice(blank), text: first.text.trimStart() };
    }
  }
  const last = cut.inside.at(-1);
  if (last?.kind === 'text') {
    const length = last.raw.trimEnd().length;
    if (length < last.raw.length) {
      cut.after.unshift(textItem(last.raw.slice(length)));
      cut.inside[cut.inside.length - 1] = { kind: 'text', raw: last.raw.slice(0, length), text: last.text.trimEnd() };
    }
  }
}

function textItem(raw: string): Item {
  return { kind: 'text', raw, text: raw };
}
