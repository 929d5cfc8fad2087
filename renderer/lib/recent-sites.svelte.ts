// Sites as files, desktop window only: recent sites, and ways to open another. A browser shows the site it is served.
import { isDesktop, onShell, runCommand } from './api/api.ts';
import type { Topics } from './api/bridge.ts';
import { toasts } from './toasts.svelte.ts';

export type RecentSite = Topics['recent'][number];

class RecentSites {
  #list = $state.raw<readonly RecentSite[]>([]);

  /** Newest first; duplicate names are followed by their folder. */
  get list(): readonly (RecentSite & { label: string })[] {
    const names = this.#list.map(({ name }) => name);
    const isTwice = (name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name);
    return this.#list.map((one) => ({ ...one, label: isTwice(one.name) ? `${one.name} (${one.folder})` : one.name }));
  }

  /** Loads the list and keeps it up to date; returns the unsubscribe function. */
  open(): () => void {
    if (!isDesktop()) return () => undefined;
    runCommand('recentSites').then(
      (list) => (this.#list = list),
      () => undefined,
    );
    return onShell('recent', (list) => (this.#list = list));
  }
}

export const recentSites = new RecentSites();

/** Actions that use the shell's native dialogs, which also report the errors. */
export const siteActs = {
  open: (): void => run(runCommand('openSite')),
  create: (): void => run(runCommand('newSite')),
  openRecent: (id: string): void => run(runCommand('openRecent', id)),
  clear: (): void => run(runCommand('clearRecent')),
  /** A local file: the preload script replaces it with its path. */
  openDropped: (file: File): void => run(runCommand('openDropped', file as unknown as string)),
};

/** Whether a dropped file is a site, which is opened rather than imported. */
export function isSiteFile(file: File): boolean {
  return isDesktop() && /\.polydesk$/i.test(file.name);
}

function run(asked: Promise<unknown>): void {
  asked.catch((thrown: unknown) => toasts.failed(thrown));
}
