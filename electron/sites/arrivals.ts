import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { readDeepLink, type DeepLink } from './deep-link.ts';

/** Something to open from outside: a site file, or a place in a site. */
export type Arrival = { kind: 'file'; file: string } | { kind: 'link'; link: DeepLink };

/** The data of a second instance. It may have been forged by another program. */
const Brought = v.object({
  words: v.pipe(v.array(v.pipe(v.string(), v.maxLength(4096))), v.maxLength(100)),
  cwd: v.pipe(v.string(), v.maxLength(4096)),
});

/** More sites than anyone opens together: further arguments are ignored. */
const MOST = 10;

/** The arguments of this start for the running instance: Chromium mixes its own into those it passes on itself. */
export function ownWords(env: Readonly<Record<string, string | undefined>>): { words: string[]; cwd: string } {
  const site = env['POLYDESK_SITE'];
  return { words: [...process.argv.slice(1), ...(site ? [site] : [])], cwd: process.cwd() };
}

/** What a second instance wants to open, from its data; from Electron's own arguments if the data is invalid. */
export function readSecondStart(brought: unknown, argv: readonly string[], cwd: string): Arrival[] {
  const { success, output } = v.safeParse(Brought, brought);
  return success ? readWords(output.words, output.cwd) : readWords(argv, cwd);
}

/**
 * Arguments are data (E14): a deep link, or the name of an existing site file. Everything else, switches above all, is ignored.
 */
export function readWords(words: readonly string[], cwd: string): Arrival[] {
  return words.flatMap((word) => readWord(word, cwd) ?? []).slice(0, MOST);
}

/** Parses a deep link; undefined if it is not ours. */
export function readLink(text: string): Arrival | undefined {
  const link = readDeepLink(text);
  return link && { kind: 'link', link };
}

/** The absolute path of an existing site file, or undefined. */
export function readFile(path: string): Arrival | undefined {
  return isAbsolute(path) && isSiteFile(path) ? { kind: 'file', file: path } : undefined;
}

function readWord(word: string, cwd: string): Arrival | undefined {
  if (word.startsWith('-')) return undefined;
  // Linux desktops pass files in this form.
  if (word.startsWith('file:///')) return readFileAddress(word);
  if (/^[a-z][a-z0-9+.-]+:/i.test(word) && !/^[a-z]:[\\/]/i.test(word)) return readLink(word);
  return isAbsolute(cwd) ? readFile(resolve(cwd, word)) : undefined;
}

/** The file of a local file URL. */
function readFileAddress(address: string): Arrival | undefined {
  try {
    return readFile(fileURLToPath(address));
  } catch {
    // An escaped slash, or not a URL.
    return undefined;
  }
}

/** The name is checked first: accessing a share on another computer would already sign in there. */
function isSiteFile(path: string): boolean {
  const isNamedSo = /[^\\/]\.polydesk$/i.test(path) && !/\p{Cc}/u.test(path) && !/^[\\/]{2}/.test(path);
  return isNamedSo && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false);
}
