// Shared state of the stand-in: the record of what the program did, and the instructions of the test.
import type { EventEmitter } from 'node:events';

/** A piece of Electron as its own types describe it, without the overloads of its events. */
export type Part<T> = Partial<Omit<T, keyof EventEmitter>>;

/** One thing the program asked of Electron, in the order it happened. */
export interface Entry {
  what: string;
  args: unknown[];
}

export const log: Entry[] = [];

export function record(what: string, ...args: unknown[]): void {
  log.push({ what, args });
}

const { env } = process;
export const wishes = {
  chromium: env['CHROME_PATH'] ?? '',
  /** Chromium is reached here by the test too; without it windows are only recorded. */
  port: env['STANDIN_PORT'],
  isPackaged: env['STANDIN_PACKAGED'] === '1',
  keyring: env['STANDIN_KEYRING'] ?? 'gnome_libsecret',
};

/** An event that can be prevented, as Electron hands it out. */
export function event<T extends object>(more?: T): T & { defaultPrevented: boolean; preventDefault(): void } {
  const made = {
    ...(more ?? ({} as T)),
    defaultPrevented: false,
    preventDefault() {
      made.defaultPrevented = true;
    },
  };
  return made;
}

/** What crosses a process in Electron is cloned; what cannot be is refused with these words. */
export function cloned<T>(value: T): T {
  try {
    return structuredClone(value);
  } catch (cause) {
    throw new Error('An object could not be cloned.', { cause });
  }
}
