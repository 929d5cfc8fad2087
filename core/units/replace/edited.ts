// A text edited as a whole, whose parts are stored separately: between them are marks and line breaks that stay. Pure.

/** A part of a text as shown; a fixed one, such as a line break, cannot change. */
export interface TextPart {
  text: string;
  isFixed: boolean;
}

/**
 * The texts of the parts so that together they are the wanted text; undefined if a fixed part would have to change. What was
 * typed belongs to the part in which it begins.
 */
export function editParts(parts: readonly TextPart[], wanted: string): string[] | undefined {
  const texts: string[] = [];
  let rest = wanted;
  let run: TextPart[] = [];
  for (const part of parts) {
    if (!part.isFixed || part.text === '') {
      run.push(part);
      continue;
    }
    const at = rest.indexOf(part.text);
    if (at < 0 || !canHold(run, rest.slice(0, at))) return undefined;
    texts.push(...editRun(run, rest.slice(0, at)), part.text);
    rest = rest.slice(at + part.text.length);
    run = [];
  }
  return canHold(run, rest) ? [...texts, ...editRun(run, rest)] : undefined;
}

const canHold = (run: readonly TextPart[], text: string): boolean => text === '' || run.some(({ isFixed }) => !isFixed);

/** Parts between two fixed ones: what is the same at both ends stays, and the first part that changes gets what is new. */
function editRun(parts: readonly TextPart[], wanted: string): string[] {
  const now = parts.map(({ text }) => text).join('');
  const most = Math.min(now.length, wanted.length);
  let from = 0;
  while (from < most && now[from] === wanted[from]) from += 1;
  let same = 0;
  while (same < most - from && now.at(-1 - same) === wanted.at(-1 - same)) same += 1;
  const to = now.length - same;
  let typed = wanted.slice(from, wanted.length - same);
  let at = 0;
  return parts.map(({ text, isFixed }) => {
    const start = at;
    at += text.length;
    if (isFixed || at < from || start > to) return text;
    const begun = typed;
    typed = '';
    return text.slice(0, Math.max(from - start, 0)) + begun + text.slice(Math.max(to - start, 0));
  });
}
