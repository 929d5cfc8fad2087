// The transport of the window: requests as the preload script sends them, through `electron/ipc.ts`, cloned in both directions as
// Electron does.
import { listenIpc } from '../../electron/ipc.ts';
import { registerScheme } from '../../electron/security/protocol.ts';
import { createWindow } from '../../electron/window/window.ts';
import type { Shell } from '../../electron/commands.ts';
import { CHANNELS } from '../../electron/channels.ts';
import type { RestResponse } from '../../core/types.ts';
import { invoke, ipcMain } from '../standin/ipc.ts';
import { dispatch, runThrough, type Transport } from './in-process.ts';
import type { CaseRequest, ContractCase, Difference } from './replay.mjs';

/** Whether a page of the window can say this: JSON or nothing, and never with the credentials of somebody else. */
export function canSay({ auth, body, bodyBase64, headers = {}, raw }: CaseRequest): boolean {
  const named = Object.keys(headers).map((name) => name.toLowerCase());
  const isOurs = !raw && auth !== 'bad' && auth !== 'admin-spaced' && !named.includes('authorization');
  return isOurs && bodyBase64 === undefined && typeof body !== 'string' && !named.includes('content-type');
}

/**
 * Runs one recorded case through IPC; what a page cannot say (an upload before it) another program did. Resolves to the
 * first difference, or null.
 */
export function runOverIpc(one: ContractCase): Promise<Difference | null> {
  return runThrough((step) => (canSay(step) ? overIpc : dispatch), one);
}

/** One window for all cases: it is the same page that asks. */
const page = openPage();

/** The engine listens anew for each request: a page is always the same caller, and cases have several. */
const overIpc: Transport = async ({ engine }, request, caller) => {
  for (const channel of ipcMain.handlers.keys()) ipcMain.removeHandler(channel);
  listenIpc(() => ({ engine, caller, shell: { engine } as Shell }));
  const { method, path, query, headers, body } = request;
  const said = { method, path, query, headers, ...(body !== undefined && { body }) };
  const { value, error } = await invoke(await page, CHANNELS.rest, [JSON.stringify(said)]);
  if (error !== undefined) throw new Error(error);
  return value as RestResponse;
};

async function openPage(): Promise<Electron.IpcMainInvokeEvent> {
  registerScheme();
  const stored = { bounds: {}, theme: 'system' as const, recent: [], serverOff: [], interface: {} };
  const prefs = { get: () => stored, set: () => undefined };
  const plan = {
    prefs,
    siteId: 'test',
    preload: '',
    isPackaged: false,
    partition: 'test',
    hasSpelling: false,
    hash: '',
  };
  const { webContents } = createWindow(plan);
  // Loading has begun; its address is known a moment later.
  await Promise.resolve();
  return { sender: webContents, senderFrame: webContents.mainFrame } as Electron.IpcMainInvokeEvent;
}
