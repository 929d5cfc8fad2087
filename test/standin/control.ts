// Commands of a test to the stand-in, over the channel between parent and child process: to act as the person, the page or the
// system, and to report what the program did.
import { readFileSync } from 'node:fs';
import { app } from './app.ts';
import type { WebContents } from './contents.ts';
import { answers, Menu, Notification, type Answer } from './extras.ts';
import { takeReads } from './files.mjs';
import { channels, invoke } from './ipc.ts';
import { checkPermission, requestPermission, sessionOf, type Question } from './session.ts';
import { cloned, event, log } from './state.ts';
import { BrowserWindow } from './window.ts';

/** Who sends an IPC message: our page, unless it says otherwise. */
export interface Sender {
  url?: string;
  origin?: string;
  isSubframe?: boolean;
  /** Which window of ours, in the order they were made; the first unless given. */
  at?: number;
  /** A page of a window the program did not make. */
  isStranger?: boolean;
  state?: 'alive' | 'none' | 'destroyed' | 'detached';
}

export const operations = {
  log: () => log,
  channels: () => channels(),
  windows: () => BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getURL()),
  /** Asks the scheme handler for an address exactly as it is written, and tells which files were touched meanwhile. */
  async request({ url, method = 'GET', at = 0 }: { url: string; method?: string; at?: number }) {
    takeReads();
    const { protocol } = sessionOf(cast(contents(at)));
    const response = await protocol.ask('app:', { url, method, headers: new Headers() } as Request);
    const reads = takeReads();
    return {
      status: response?.status ?? 0,
      headers: Object.fromEntries(response?.headers ?? []),
      body: (await response?.text()) ?? '',
      reads,
    };
  },
  /** Shows that reading a file is noticed. */
  readSomething() {
    takeReads();
    readFileSync(import.meta.filename);
    return { reads: takeReads() };
  },
  invoke: ({ channel, sent, from = {} }: { channel: string; sent: unknown[]; from?: Sender }) =>
    invoke(senderEvent(from), channel, sent),
  navigate: ({ url, isMainFrame }: { url: string; isMainFrame: boolean }) => contents().navigate(url, isMainFrame),
  redirect({ url }: { url: string }) {
    const details = event({ url, isMainFrame: true });
    contents().emit('will-redirect', details);
    return details.defaultPrevented;
  },
  /** A click with the second button, as Chromium tells of it. */
  contextMenu(params: Partial<Electron.ContextMenuParams>) {
    contents().emit('context-menu', event(), {
      isEditable: false,
      misspelledWord: '',
      dictionarySuggestions: [],
      ...params,
    });
  },
  attachWebview() {
    const asked = event();
    contents().emit('will-attach-webview', asked, {}, {});
    return asked.defaultPrevented;
  },
  download({ url }: { url: string }) {
    const asked = event();
    sessionOf(cast(contents())).emit('will-download', asked, { getURL: () => url }, contents());
    return asked.defaultPrevented;
  },
  /** A link to a new window, with or without a click before it. */
  async open({ url, click }: { url: string; click: boolean }) {
    if (click) contents().input('mouseDown');
    const action = contents().openWindow(url);
    await Promise.resolve();
    return action;
  },
  checkPermission: (question: Question) => checkPermission(cast(contents()), question),
  requestPermission: (question: Question) => requestPermission(cast(contents()), question),
  devices() {
    const { handlers } = sessionOf(cast(contents()));
    return {
      device: (['hid', 'serial', 'usb'] as const).map((deviceType) =>
        handlers.device?.({ deviceType, origin: 'app://ui', device: {} as Electron.HIDDevice }),
      ),
      media: new Promise((resolve) =>
        handlers.media?.({} as Electron.DisplayMediaRequestHandlerHandlerRequest, resolve),
      ),
      bluetooth: new Promise((resolve) =>
        handlers.bluetooth?.({} as Electron.BluetoothPairingHandlerHandlerDetails, resolve),
      ),
    };
  },
  /** As a second start of the program is told; with what it brought along. */
  secondInstance({ argv, cwd, data = null }: { argv: string[]; cwd: string; data?: unknown }) {
    app.emit('second-instance', event(), argv, cwd, cloned(data));
    return BrowserWindow.getAllWindows().length;
  },
  /** As macOS tells of a file or a link; whether the program took it. */
  arrive({ kind, text }: { kind: 'open-file' | 'open-url'; text: string }) {
    const asked = event();
    app.emit(kind, asked, text);
    return asked.defaultPrevented;
  },
  /** What the person will do in the dialogs to come. */
  answer: (given: Answer[]) => void answers.push(...given),
  minimize: () => BrowserWindow.getAllWindows()[0]?.minimize(),
  /** The person turns to another program, or to one of the windows. */
  focus({ at }: { at: number | null }) {
    const window = at === null ? null : BrowserWindow.getAllWindows()[at];
    if (window) window.focus();
    else BrowserWindow.getFocusedWindow()?.blur();
  },
  menu: ({ id }: { id: string }) =>
    Menu.choose(id, (BrowserWindow.getFocusedWindow() ?? undefined) as unknown as Electron.BaseWindow | undefined),
  /** Every item of the menu: its path, its id, its keys. */
  menuItems: () => Menu.list(),
  /** Clicks the newest notification. */
  clickNotification: () => Notification.all.at(-1)?.emit('click', event()),
  /** A fault of the program that nobody catches. */
  fault: ({ text }: { text: string }) =>
    void setImmediate(() => {
      throw new Error(text);
    }),
  closeWindow: ({ at }: { at: number }) => BrowserWindow.getAllWindows()[at]?.close(),
  /** The person quits the program. */
  quit: () => app.quit(),
  close() {
    for (const window of BrowserWindow.getAllWindows()) window.close();
  },
} as const;

export type Operations = typeof operations;

interface Message {
  id: number;
  name: keyof Operations;
  given: unknown;
}

process.on('message', ({ id, name, given }: Message) => {
  const work = operations[name] as (given: unknown) => unknown;
  new Promise((resolve) => resolve(work(given))).then(
    async (value) => process.send?.({ id, value: await settled(value) }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});

// A test that died leaves nothing running.
process.on('disconnect', () => app.exit(0));

/** Waits for promises inside an answer too. */
async function settled(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(async ([name, one]) => [name, await (one as unknown)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

function contents(at = 0): WebContents {
  const window = BrowserWindow.getAllWindows()[at];
  if (!window) throw new Error('There is no window');
  return window.webContents;
}

const cast = (one: WebContents): Electron.WebContents => one as unknown as Electron.WebContents;

function senderEvent({
  url = 'app://ui/',
  origin,
  isSubframe,
  at = 0,
  isStranger,
  state,
}: Sender): Electron.IpcMainInvokeEvent {
  const isGone = state === 'destroyed';
  const frame = {
    url,
    origin: origin ?? (URL.canParse(url) ? url.replace(/^([^/]*\/\/[^/]*).*$/, '$1') : 'null'),
    parent: isSubframe ? {} : null,
    detached: state === 'detached',
    isDestroyed: () => isGone,
  };
  const sender = isStranger ? { id: 99 } : contents(at);
  return {
    sender,
    senderFrame: state === 'none' ? null : frame,
    type: 'frame',
  } as unknown as Electron.IpcMainInvokeEvent;
}
