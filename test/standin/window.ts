import { EventEmitter } from 'node:events';
import { app } from './app.ts';
import { WebContents } from './contents.ts';
import { toWire } from './scheme.ts';
import { session } from './session.ts';
import { event, record, wishes, type Part } from './state.ts';

type Options = Electron.BrowserWindowConstructorOptions;

export class BrowserWindow extends EventEmitter {
  static #all: BrowserWindow[] = [];
  static #focused: BrowserWindow | null = null;
  readonly webContents: WebContents;
  readonly #options: Options;
  readonly #attached: Promise<void>;
  #isMaximized = false;
  #isMinimized = false;

  static getAllWindows(): BrowserWindow[] {
    return [...BrowserWindow.#all];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.#focused;
  }

  static fromWebContents(contents: Electron.WebContents): BrowserWindow | null {
    return BrowserWindow.#all.find((one) => (one.webContents as unknown) === contents) ?? null;
  }

  constructor(options: Options = {}) {
    super();
    const { sandbox, contextIsolation, nodeIntegration, preload } = options.webPreferences ?? {};
    const isTame = sandbox !== false && contextIsolation !== false && !nodeIntegration;
    if (!isTame) throw new Error('The stand-in has sandboxed, isolated pages only');
    this.webContents = new WebContents(session.fromPartition(options.webPreferences?.partition ?? ''));
    this.#options = { width: 800, height: 600, ...options };
    BrowserWindow.#all.push(this);
    record('new BrowserWindow', options);
    app.emit('browser-window-created', event(), this);
    this.#attached = wishes.port === undefined ? Promise.resolve() : this.#attach(preload);
  }

  async #attach(preload: string | undefined): Promise<void> {
    // Lazily, because most tests need no browser.
    const { openPage } = await import('./chromium.ts');
    await this.webContents.attach(await openPage(this.webContents), preload);
  }

  async loadURL(url: string): Promise<void> {
    record('loadURL', url);
    await this.#attached;
    const { page } = this.webContents;
    this.webContents.pretend(url);
    this.webContents.loading = url;
    await page?.goto(toWire(url));
    this.emit('ready-to-show');
  }

  show(): void {
    record('show');
    this.#take();
  }
  focus(): void {
    record('focus');
    this.#take();
  }
  isFocused(): boolean {
    return BrowserWindow.#focused === this;
  }
  /** Another program comes to the front. */
  blur(): void {
    if (this.isFocused()) BrowserWindow.#focused = null;
  }
  #take(): void {
    BrowserWindow.#focused = this;
    this.emit('focus');
  }
  isMinimized(): boolean {
    return this.#isMinimized;
  }
  minimize(): void {
    this.#isMinimized = true;
  }
  restore(): void {
    this.#isMinimized = false;
    record('restore');
  }
  isMaximized(): boolean {
    return this.#isMaximized;
  }
  maximize(): void {
    this.#isMaximized = true;
  }
  getNormalBounds(): Electron.Rectangle {
    const { x = 0, y = 0, width = 800, height = 600 } = this.#options;
    return { x, y, width, height };
  }
  isDestroyed(): boolean {
    return !BrowserWindow.#all.includes(this);
  }

  close(): void {
    const asked = event();
    this.emit('close', asked);
    if (!asked.defaultPrevented) this.destroy();
  }

  destroy(): void {
    if (this.isDestroyed()) return;
    BrowserWindow.#all = BrowserWindow.#all.filter((one) => one !== this);
    this.blur();
    void this.webContents.page?.close();
    this.emit('closed');
    if (BrowserWindow.#all.length > 0) return;
    if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed');
    else app.quit();
  }
}
// `webContents` is checked where it is made; here its narrower type would not fit.
BrowserWindow.prototype satisfies Part<Omit<Electron.BrowserWindow, 'webContents'>>;

app.closeWindows = () => {
  for (const window of BrowserWindow.getAllWindows()) window.close();
  return BrowserWindow.getAllWindows().length === 0;
};
