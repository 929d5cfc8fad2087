// Sites as files, in the window only: the recent ones, and the ways to open another. A browser shows the one it is served.
import { isDesktop, onShell, runCommand } from './api/api.ts';
import type { Topics } from './api/bridge.ts';
import { toasts } from './toasts.svelte.ts';

export type RecentSite = Topics['recent'][number];

class RecentSites {
  #list = $state.raw<readonly RecentSite[]>([]);

  /** Newest first; a name that stands there twice has its folder behind it. */
  get list(): readonly (RecentSite & { label: string })[] {
    const names = this.#list.map(({ name }) => name);
    const isTwice = (name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name);
    return this.#list.map((one) => ({ ...one, label: isTwice(one.name) ? `${one.name} (${one.folder})` : one.name }));
  }

  /** Reads the list and follows it; returns how to stop. */
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

/** What can be done, each by the native dialogs of the shell; what fails there was said there. */
export const siteActs = {
  open: (): void => run(runCommand('openSite')),
  create: (): void => run(runCommand('newSite')),
  openRecent: (id: string): void => run(runCommand('openRecent', id)),
  clear: (): void => run(runCommand('clearRecent')),
  /** A file of the disk: the preload script says its path in its place. */
  openDropped: (file: File): void => run(runCommand('openDropped', file as unknown as string)),
};

/** Whether a dropped file is a site, which is opened, not taken in. */
export function isSiteFile(file: File): boolean {
  return isDesktop() && /\.polydesk$/i.test(file.name);
}

function run(asked: Promise<unknown>): void {
  asked.catch((thrown: unknown) => toasts.failed(thrown));
}
