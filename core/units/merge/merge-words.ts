import { diffLists } from '../diff/sequence-diff.ts';
import { atomsOf } from './atoms.ts';
import type { Merged, Sides } from './three-way.ts';

/** A replacement of some atoms of the base; an insertion replaces none. */
interface Edit {
  start: number;
  end: number;
  atoms: string[];
}

/**
 * Merges a text word by word (`live-site.md` 6): edits that do not touch each other are taken from both sides, equal edits once.
 * Edits that touch are a conflict, with the text here as its value.
 *
 * @param lang code of the language, if known: used to segment words
 */
export function mergeWords({ base, here, there }: Sides<string>, lang?: string): Merged<string> {
  if (here === there) return { state: base === here ? 'same' : 'both', value: here };
  if (base === there) return { state: 'here', value: here };
  if (base === here) return { state: 'there', value: there };
  const atoms = atomsOf(base, lang);
  const edits = joinEdits(editsOf(atoms, atomsOf(here, lang)), editsOf(atoms, atomsOf(there, lang)));
  return edits ? { state: 'merged', value: applied(atoms, edits) } : { state: 'conflict', value: here };
}

function editsOf(base: readonly string[], now: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  for (const { kind, start, end, other } of diffLists(base, now)) {
    if (kind === 'same') continue;
    const edit =
      kind === 'del' ? { start, end, atoms: [] } : { start: other, end: other, atoms: now.slice(start, end) };
    const last = edits.at(-1);
    if (last && last.end >= edit.start) {
      last.end = Math.max(last.end, edit.end);
      last.atoms.push(...edit.atoms);
    } else edits.push(edit);
  }
  return edits;
}

/** The edits of both sides in order; undefined if two different edits touch. */
function joinEdits(ours: readonly Edit[], theirs: readonly Edit[]): Edit[] | undefined {
  const joined: Edit[] = [];
  const rest = [...theirs];
  for (const edit of ours) {
    for (let next = rest[0]; next && next.end < edit.start; next = rest[0]) joined.push(...rest.splice(0, 1));
    const next = rest[0];
    if (next && next.start <= edit.end) {
      if (!isSameEdit(edit, next)) return undefined;
      rest.shift();
    }
    joined.push(edit);
  }
  return [...joined, ...rest];
}

function isSameEdit(a: Edit, b: Edit): boolean {
  return a.start === b.start && a.end === b.end && a.atoms.join('') === b.atoms.join('');
}

function applied(base: readonly string[], edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, atoms } of edits) {
    parts.push(...base.slice(at, start), ...atoms);
    at = end;
  }
  return [...parts, ...base.slice(at)].join('');
}
