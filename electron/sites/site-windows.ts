import { BrowserWindow, type WebContents } from 'electron';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Engine } from '../../core/engine/engine.ts';
import type { Caller } from '../../core/types.ts';
import type { Shell } from '../commands.ts';

/** One open site: its engine, its server, its window. */
export interface SiteWindow {
  /** Absolute, links followed. */
  readonly file: string;
  readonly siteId: string;
  readonly engine: Engine;
  /** Who acts in the window. */
  readonly caller: Caller;
  readonly shell: Shell;
  readonly window: BrowserWindow;
  /** Ends the server, then closes the file, once. Never rejects: what fails is noted. */
  close(): Promise<void>;
}

/** The sites that are open, the one that was looked at last at the end. */
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

/** The window of the site that a page belongs to; undefined for the content of a window we did not make. */
export function siteWindowOf(contents: WebContents): SiteWindow | undefined {
  return allSiteWindows().find(({ window }) => window.webContents === contents);
}

/** The open site of a file, by whatever name. */
export function siteWindowWith(file: string): SiteWindow | undefined {
  const real = realPath(file);
  return allSiteWindows().find((siteWindow) => siteWindow.file === real);
}

/** The site whose window is in front, or was last. */
export function frontSiteWindow(): SiteWindow | undefined {
  const focused = BrowserWindow.getFocusedWindow();
  return allSiteWindows().find(({ window }) => window === focused) ?? allSiteWindows().at(-1);
}

/** Closes a site whose window stays for a while: its file is free then, and it is none of ours any more. */
export async function releaseSiteWindow(siteWindow: SiteWindow): Promise<void> {
  siteWindows.delete(siteWindow);
  await siteWindow.close();
}

/** Waits for sites that are just closing: their files are free then. */
export async function untilClosed(): Promise<void> {
  await Promise.all(closing);
}

/** Closes every site, and waits for those whose windows were closed before. */
export async function closeSiteWindows(): Promise<void> {
  for (const { window } of allSiteWindows()) window.destroy();
  await Promise.all(closing);
}

/** The path of the file itself; as it is given where there is none. */
export function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}
