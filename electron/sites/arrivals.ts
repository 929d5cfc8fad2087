import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { readDeepLink, type DeepLink } from './deep-link.ts';

/** What somebody outside wants to see: a file of a site, or a place in one. */
export type Arrival = { kind: 'file'; file: string } | { kind: 'link'; link: DeepLink };

/** What a second start brings along. Another program may have written it. */
const Brought = v.object({
  words: v.pipe(v.array(v.pipe(v.string(), v.maxLength(4096))), v.maxLength(100)),
  cwd: v.pipe(v.string(), v.maxLength(4096)),
});

/** More sites than anybody opens at once: the rest of the words is not looked at. */
const MOST = 10;

/** The words of this start, for the program that runs already: Chromium mixes its own into those it hands over itself. */
export function ownWords(env: Readonly<Record<string, string | undefined>>): { words: string[]; cwd: string } {
  const site = env['POLYDESK_SITE'];
  return { words: [...process.argv.slice(1), ...(site ? [site] : [])], cwd: process.cwd() };
}

/** What a second start wants to see, from what it brought along; from Electron's own words where it brought nothing that fits. */
export function readSecondStart(brought: unknown, argv: readonly string[], cwd: string): Arrival[] {
  const { success, output } = v.safeParse(Brought, brought);
  return success ? readWords(output.words, output.cwd) : readWords(argv, cwd);
}

/**
 * The words of a start are data (E14): a link that says a place, or the name of a site file that is there. Everything
 * else, switches above all, means nothing here.
 */
export function readWords(words: readonly string[], cwd: string): Arrival[] {
  return words.flatMap((word) => readWord(word, cwd) ?? []).slice(0, MOST);
}

/** A link of ours, or undefined. */
export function readLink(text: string): Arrival | undefined {
  const link = readDeepLink(text);
  return link && { kind: 'link', link };
}

/** The whole path of a site file that is there, or undefined. */
export function readFile(path: string): Arrival | undefined {
  return isAbsolute(path) && isSiteFile(path) ? { kind: 'file', file: path } : undefined;
}

function readWord(word: string, cwd: string): Arrival | undefined {
  if (word.startsWith('-')) return undefined;
  // Desktops of Linux name a file so.
  if (word.startsWith('file:///')) return readFileAddress(word);
  if (/^[a-z][a-z0-9+.-]+:/i.test(word) && !/^[a-z]:[\\/]/i.test(word)) return readLink(word);
  return isAbsolute(cwd) ? readFile(resolve(cwd, word)) : undefined;
}

/** The file of an address of this computer. */
function readFileAddress(address: string): Arrival | undefined {
  try {
    return readFile(fileURLToPath(address));
  } catch {
    // An escaped slash, or no address at all.
    return undefined;
  }
}

/** Asked of the name first: looking at a share of another computer would already sign in there. */
function isSiteFile(path: string): boolean {
  const isNamedSo = /[^\\/]\.polydesk$/i.test(path) && !/\p{Cc}/u.test(path) && !/^[\\/]{2}/.test(path);
  return isNamedSo && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false);
}
