import type { LucideIcon } from '@lucide/svelte';
import { fold } from '../ui/controls/options.ts';

/** An entry of the palette. */
export interface Entry {
  id: string;
  group: 'screens' | 'live' | 'commands' | 'languages' | 'settings' | 'items' | 'terms' | 'routes';
  title: string;
  /** Small text after the title. */
  note?: string;
  /** Language of the title. */
  lang?: string;
  icon?: LucideIcon;
  keys?: string;
  /** Additional search words: API names, codes. */
  words?: string;
  run: () => void;
}

/** Groups searched without a prefix. Routes are numerous and need the prefix `/`. */
export const ENTRY_GROUPS: readonly Entry['group'][] = [
  'screens',
  'live',
  'commands',
  'languages',
  'settings',
  'items',
  'terms',
];

const prefixes: Record<string, readonly Entry['group'][]> = {
  '>': ['commands', 'screens', 'live'],
  '@': ['languages'],
  '#': ['terms'],
  '/': ['routes'],
};
const mostPerGroup = 6;

/** Parses a query into the groups its prefix selects, and the search words. */
export function readQuery(text: string): { groups: readonly Entry['group'][]; search: string } {
  const groups = prefixes[text.trimStart()[0] ?? ''];
  return groups ? { groups, search: text.trimStart().slice(1).trim() } : { groups: ENTRY_GROUPS, search: text.trim() };
}

/** Matching entries, best first, grouped, at most six each. Without words: the recent ones first, then screens and commands. */
export function findEntries(entries: readonly Entry[], text: string, recent: readonly string[]): Entry[] {
  const { groups, search } = readQuery(text);
  const allowed = entries.filter((entry) => groups.includes(entry.group));
  const ranked = allowed.flatMap((entry) => {
    const rank = score(entry, search) + (recent.includes(entry.id) ? 5 : 0);
    return rank > 0 || search === '' ? [{ entry, rank }] : [];
  });
  const inGroup = (group: Entry['group']) =>
    ranked
      .filter(({ entry }) => entry.group === group)
      .toSorted((a, b) => b.rank - a.rank)
      .slice(0, mostPerGroup);
  const isBare = search === '' && groups === ENTRY_GROUPS;
  const shown = isBare
    ? groups.filter((group) => group === 'screens' || group === 'live' || group === 'commands')
    : groups;
  const lists = shown.map(inGroup).filter((list) => list.length > 0);
  // The group with the best match comes first.
  const best = (list: { rank: number }[]) => list[0]?.rank ?? 0;
  return lists.toSorted((a, b) => (isBare ? 0 : best(b) - best(a))).flatMap((list) => list.map(({ entry }) => entry));
}

/** 0: no match. Prefix: 100; word prefix: 60; substring: 30; subsequence: 10. */
export function score(entry: Pick<Entry, 'title' | 'words' | 'note'>, search: string): number {
  const wanted = fold(search);
  if (wanted === '') return 0;
  const title = fold(entry.title);
  const rest = fold(`${entry.words ?? ''} ${entry.note ?? ''}`);
  if (title.startsWith(wanted)) return 100;
  if (wordBegins(title, wanted)) return 60;
  if (wordBegins(rest, wanted)) return 50;
  if (title.includes(wanted)) return 30;
  if (rest.includes(wanted)) return 20;
  const words = wanted.split(/\s+/);
  if (words.length > 1 && words.every((word) => title.includes(word) || rest.includes(word))) return 25;
  return isSubsequence(wanted, title) ? 10 : 0;
}

function wordBegins(text: string, wanted: string): boolean {
  return text.split(/[\s_/-]+/).some((word) => word.startsWith(wanted)) || text.includes(` ${wanted}`);
}

function isSubsequence(wanted: string, text: string): boolean {
  let at = 0;
  for (const letter of text) if (letter === wanted[at]) at += 1;
  return wanted.length > 2 && at === wanted.length;
}

/** Splits a title to highlight the search: the exact phrase, else the first occurrence of each word. */
export function titlePieces(title: string, search: string): { text: string; isFound: boolean }[] {
  const folded = fold(title);
  const wanted = fold(search);
  // If folding removes characters, offsets no longer correspond.
  if (wanted === '' || folded.length !== title.length) return [{ text: title, isFound: false }];
  const words = folded.includes(wanted) ? [wanted] : wanted.split(/\s+/);
  const found = [...title].length === title.length ? places(folded, words) : [];
  const edges = [0, ...found.flat(), title.length];
  return edges
    .slice(1)
    .map((end, at) => ({ text: title.slice(edges[at], end), isFound: at % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

/** Start and end of each word, in text order; without overlaps. */
function places(text: string, words: readonly string[]): [from: number, to: number][] {
  const all = words
    .map((word): [number, number] => [text.indexOf(word), text.indexOf(word) + word.length])
    .filter(([from]) => from >= 0)
    .toSorted((a, b) => a[0] - b[0]);
  return all.filter(([from], at) => from >= Math.max(0, ...all.slice(0, at).map(([, to]) => to)));
}
