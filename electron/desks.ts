import { BrowserWindow, type WebContents } from 'electron';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Engine } from '../core/engine.ts';
import type { Caller } from '../core/types.ts';
import type { Shell } from './commands.ts';

/** One open site: its engine, its server, its window. */
export interface Desk {
  /** Absolute, links followed. */
  readonly file: string;
  readonly siteId: string;
  readonly engine: Engine;
  /** Who acts in the window. */
  readonly caller: Caller;
  readonly shell: Shell;
  readonly window: BrowserWindow;
  /** Ends the server, then closes the file. Never rejects: what fails is noted. */
  close(): Promise<void>;
}

/** The sites that are open, the one that was looked at last at the end. */
const desks = new Set<Desk>();
const closing = new Set<Promise<void>>();

/** From now on the desk is one of ours; with its window it closes. */
export function addDesk(desk: Desk): void {
  desks.add(desk);
  desk.window.on('focus', () => {
    desks.delete(desk);
    desks.add(desk);
  });
  desk.window.once('closed', () => {
    desks.delete(desk);
    const closed = desk.close();
    closing.add(closed);
    void closed.then(() => closing.delete(closed));
  });
}

/** Every open site. */
export function allDesks(): Desk[] {
  return [...desks];
}

/** The desk a page belongs to; undefined for the content of a window we did not make. */
export function deskOf(contents: WebContents): Desk | undefined {
  return allDesks().find(({ window }) => window.webContents === contents);
}

/** The desk that has this file open, by whatever name. */
export function deskWith(file: string): Desk | undefined {
  const real = realPath(file);
  return allDesks().find((desk) => desk.file === real);
}

/** The desk in front, or that was there last. */
export function frontDesk(): Desk | undefined {
  const focused = BrowserWindow.getFocusedWindow();
  return allDesks().find(({ window }) => window === focused) ?? allDesks().at(-1);
}

/** Waits for sites that are just closing: their files are free then. */
export async function untilClosed(): Promise<void> {
  await Promise.all(closing);
}

/** Closes every site, and waits for those whose windows were closed before. */
export async function closeDesks(): Promise<void> {
  for (const { window } of allDesks()) window.destroy();
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
