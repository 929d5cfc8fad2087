import { BrowserWindow, type WebContents } from 'electron';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Engine } from '../../core/engine/engine.ts';
import type { Caller } from '../../core/types.ts';
import type { Shell } from '../commands.ts';

/** One open site: its engine, its server, its window. */
export interface SiteWindow {
  /** Absolute, with symbolic links resolved. */
  readonly file: string;
  readonly siteId: string;
  readonly engine: Engine;
  /** The caller of this window. */
  readonly caller: Caller;
  readonly shell: Shell;
  readonly window: BrowserWindow;
  /** Stops the server, then closes the file, once. Never rejects: errors are logged. */
  close(): Promise<void>;
}

/** The open sites, the most recently focused last. */
const siteWindows = new Set<SiteWindow>();
const closing = new Set<Promise<void>>();

/** Registers an open site; it is closed with its window. */
export function addSiteWindow(siteWindow: SiteWindow): void {
  siteWindows.add(siteWindow);
  siteWindow.window.on('focus', () => {
    siteWindows.delete(siteWindow);
    siteWindows.add(siteWindow);
  });
  siteWindow.window.once('closed', () => {
    siteWindows.delete(siteWindow);
    const closed = siteWindow.close();
    closing.add(closed);
    void closed.then(() => closing.delete(closed));
  });
}

/** Every open site. */
export function allSiteWindows(): SiteWindow[] {
  return [...siteWindows];
}

/** The site window of a page; undefined for a window we did not create. */
export function siteWindowOf(contents: WebContents): SiteWindow | undefined {
  return allSiteWindows().find(({ window }) => window.webContents === contents);
}

/** The open site of a file, by any of its names. */
export function siteWindowWith(file: string): SiteWindow | undefined {
  const real = realPath(file);
  return allSiteWindows().find((siteWindow) => siteWindow.file === real);
}

/** The site whose window is or was last in front. */
export function frontSiteWindow(): SiteWindow | undefined {
  const focused = BrowserWindow.getFocusedWindow();
  return allSiteWindows().find(({ window }) => window === focused) ?? allSiteWindows().at(-1);
}

/** Closes a site while its window stays for a moment: its file is released, and it is no longer registered. */
export async function releaseSiteWindow(siteWindow: SiteWindow): Promise<void> {
  siteWindows.delete(siteWindow);
  await siteWindow.close();
}

/** Waits for sites being closed: their files are released then. */
export async function untilClosed(): Promise<void> {
  await Promise.all(closing);
}

/** Closes every site, and waits for those already closing. */
export async function closeSiteWindows(): Promise<void> {
  for (const { window } of allSiteWindows()) window.destroy();
  await Promise.all(closing);
}

/** The real path of a file; the given path if it does not exist. */
export function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}
