import { EventEmitter } from 'node:events';
import { cloned, type Part } from './state.ts';

type Handler = Parameters<Electron.IpcMain['handle']>[1];

class IpcMain extends EventEmitter {
  readonly handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.handlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this.handlers.delete(channel);
  }
}

export const ipcMain = new IpcMain();
ipcMain satisfies Part<Electron.IpcMain>;

/** The result of a handler: exactly one of the two. */
export interface Outcome {
  value?: unknown;
  error?: string;
}

/** Everything the program listens to, by either way. */
export function channels(): string[] {
  return [...ipcMain.handlers.keys(), ...ipcMain.eventNames().map(String)].sort();
}

/** Calls a handler as a page does: what is sent and what is answered is cloned. */
export async function invoke(sender: Electron.IpcMainInvokeEvent, channel: string, sent: unknown[]): Promise<Outcome> {
  const handler = ipcMain.handlers.get(channel);
  if (!handler) return { error: `Error: No handler registered for '${channel}'` };
  try {
    return { value: cloned(await (handler(sender, ...cloned(sent)) as unknown)) };
  } catch (error) {
    return { error: String(error) };
  }
}
