import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { Prefs, RecentSite } from '../prefs.ts';

/** Maximum number of sites in the menu. */
const MOST = 10;

/** A recent site as pages see it: identified by a name that does not reveal its path (E9). */
export interface ShownRecent {
  id: string;
  name: string;
  folder: string;
}

/** Moves an opened site to the top of the list. */
export function rememberRecent(prefs: Prefs, site: RecentSite): void {
  const others = prefs.get().recent.filter(({ file }) => file !== site.file);
  prefs.set({ recent: [site, ...others].slice(0, MOST) });
}

/** Removes a site from the list; without a file, all of them. */
export function forgetRecent(prefs: Prefs, file?: string): void {
  prefs.set({ recent: file === undefined ? [] : prefs.get().recent.filter((one) => one.file !== file) });
}

/** The list, newest first. */
export function shownRecent(prefs: Prefs): ShownRecent[] {
  return prefs.get().recent.map(({ file }) => ({ id: idOf(file), name: nameOf(file), folder: dirname(file) }));
}

/** The recent site with this name. */
export function findRecent(prefs: Prefs, id: string): RecentSite | undefined {
  return prefs.get().recent.find(({ file }) => idOf(file) === id);
}

/** The display name of a file. */
export function nameOf(file: string): string {
  return basename(file).replace(/\.polydesk$/i, '');
}

function idOf(file: string): string {
  return createHash('sha256').update(file).digest('hex').slice(0, 16);
}
