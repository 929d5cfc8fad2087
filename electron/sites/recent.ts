import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { Prefs, RecentSite } from '../prefs.ts';

/** How many sites the menu names. */
const MOST = 10;

/** A site of the list as a page sees it: chosen by a name that says nothing of its path (E9). */
export interface ShownRecent {
  id: string;
  name: string;
  folder: string;
}

/** Puts a site that was opened at the head of the list. */
export function rememberRecent(prefs: Prefs, site: RecentSite): void {
  const others = prefs.get().recent.filter(({ file }) => file !== site.file);
  prefs.set({ recent: [site, ...others].slice(0, MOST) });
}

/** Takes a site off the list; without a file all of them. */
export function forgetRecent(prefs: Prefs, file?: string): void {
  prefs.set({ recent: file === undefined ? [] : prefs.get().recent.filter((one) => one.file !== file) });
}

/** The list, newest first. */
export function shownRecent(prefs: Prefs): ShownRecent[] {
  return prefs.get().recent.map(({ file }) => ({ id: idOf(file), name: nameOf(file), folder: dirname(file) }));
}

/** The site of this name in the list. */
export function findRecent(prefs: Prefs, id: string): RecentSite | undefined {
  return prefs.get().recent.find(({ file }) => idOf(file) === id);
}

/** What a person calls the file. */
export function nameOf(file: string): string {
  return basename(file).replace(/\.polydesk$/i, '');
}

function idOf(file: string): string {
  return createHash('sha256').update(file).digest('hex').slice(0, 16);
}
