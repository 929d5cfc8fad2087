import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame as PageFrame, Page } from 'playwright-core';
import { mostDelay, randomDelay } from '../support/delay.ts';
import { app } from './app.ts';
import { invoke, type Outcome } from './ipc.ts';
import { deliveryName, pageScript } from './page-script.ts';
import { fromWire, originOf } from './scheme.ts';
import { checkPermission, defaultSession, requestPermission, type Session } from './session.ts';
import { cloned, event, record, type Part } from './state.ts';

/** A frame of a page, as the program sees it in `event.senderFrame`. */
export class Frame {
  readonly parent: Frame | null;
  readonly #url: () => string;
  readonly #isGone: () => boolean;
  constructor(parent: Frame | null, url: () => string, isGone: () => boolean = () => false) {
    this.parent = parent;
    this.#url = url;
    this.#isGone = isGone;
  }
  get url(): string {
    return this.#url();
  }
  get origin(): string {
    return originOf(this.url);
  }
  get detached(): boolean {
    return this.#isGone();
  }
  isDestroyed(): boolean {
    return this.#isGone();
  }
}

/** As slowly as a run of the tests asks for, on the way there and back. */
async function unevenly<T>(work: () => Promise<T>): Promise<T> {
  if (mostDelay === 0) return work();
  await sleep(randomDelay());
  const done = await work();
  await sleep(randomDelay());
  return done;
}

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];
type Cast = Electron.WebContents;

export class WebContents extends EventEmitter {
  static #next = 1;
  readonly id = WebContents.#next++;
  readonly session: Electron.Session;
  page: Page | undefined;
  /** Where `loadURL` is going: such a navigation is not announced. */
  loading: string | undefined;
  #url = '';
  #open: OpenHandler = () => ({ action: 'allow' });
  readonly #frames = new WeakMap<PageFrame, Frame>();
  #told: Promise<void> = Promise.resolve();
  readonly #delivery = deliveryName(Math.floor(Math.random() * 1e9));
  readonly mainFrame = new Frame(
    null,
    () => this.getURL(),
    () => this.isDestroyed(),
  ) as unknown as Electron.WebFrameMain;

  constructor(own: Session = defaultSession) {
    super();
    this.session = own as unknown as Electron.Session;
    app.emit('web-contents-created', event(), this);
  }

  /** Makes a page of Chromium ours, with a preload script. */
  async attach(page: Page, preload: string | undefined): Promise<void> {
    this.page = page;
    await page.exposeBinding('__standinCall', ({ frame }, { channel, sent }: { channel: string; sent: unknown[] }) =>
      unevenly(() => this.call(this.frameOf(frame), channel, sent)),
    );
    await page.exposeBinding('__standinInput', (_source, type: Electron.InputEvent['type']) => this.input(type));
    await page.exposeBinding('__standinPermission', ({ frame }, permission: string) =>
      this.permission(frame, permission),
    );
    await page.exposeBinding('__standinOpen', (_source, url: string) => void this.openWindow(fromWire(url)));
    const source = preload === undefined ? '' : readFileSync(preload, 'utf8');
    await page.addInitScript({ content: pageScript(source, this.#delivery) });
    page.on('console', (message) => record('console', message.type(), message.text()));
    page.on('pageerror', (error) => record('pageerror', String(error)));
  }

  frameOf(frame: PageFrame): Electron.WebFrameMain {
    const parent = frame.parentFrame();
    if (!parent) return this.mainFrame;
    const above = this.frameOf(parent) as unknown as Frame;
    const made =
      this.#frames.get(frame) ??
      new Frame(
        above,
        () => fromWire(frame.url()),
        () => frame.isDetached(),
      );
    this.#frames.set(frame, made);
    return made as unknown as Electron.WebFrameMain;
  }

  /** What a frame sends reaches the handlers of the program. */
  call(senderFrame: Electron.WebFrameMain | null, channel: string, sent: unknown[]): Promise<Outcome> {
    const sender = this as unknown as Cast;
    const said = event({ type: 'frame' as const, sender, senderFrame, frameId: 1, processId: 1 });
    return invoke(said, channel, sent);
  }

  replaceMisspelling(word: string): void {
    record('replaceMisspelling', word);
  }

  input(type: Electron.InputEvent['type']): void {
    this.emit('input-event', event(), { type });
  }

  async permission(frame: PageFrame, permission: string): Promise<boolean> {
    const question = { permission, url: fromWire(frame.url()), isMainFrame: frame.parentFrame() === null };
    const contents = this as unknown as Cast;
    const isGranted = checkPermission(contents, question) || (await requestPermission(contents, question));
    record('permission', permission, isGranted);
    return isGranted;
  }

  /** A page wants to leave for another address: true when the program prevents it. */
  navigate(url: string, isMainFrame = true): boolean {
    const details = event({ url, isSameDocument: false, isMainFrame, frame: null, initiator: null });
    this.emit('will-frame-navigate', details);
    if (isMainFrame && !details.defaultPrevented) this.emit('will-navigate', details);
    record('navigation', url, details.defaultPrevented ? 'prevented' : 'allowed');
    return details.defaultPrevented;
  }

  /** A page wants a new window. */
  openWindow(url: string): 'allow' | 'deny' {
    const referrer = { url: '', policy: 'default' as const };
    const { action } = this.#open({ url, frameName: '', features: '', disposition: 'foreground-tab', referrer });
    record('window-open', url, action);
    return action;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#open = handler;
  }

  send(channel: string, ...news: unknown[]): void {
    const sent = cloned(news);
    record('webContents.send', channel, ...sent);
    const deliver = ([name, to, what]: [string, string, unknown[]]): void =>
      (window as unknown as Record<string, ((to: string, what: unknown[]) => void) | undefined>)[name]?.(to, what);
    // A page that is just being left hears nothing.
    const message: [string, string, unknown[]] = [this.#delivery, channel, sent];
    const tell = (): unknown => this.page?.evaluate(deliver, message).catch(() => undefined);
    if (mostDelay === 0) return void tell();
    // One after another: what is held longer holds what comes after it.
    this.#told = this.#told.then(() => sleep(randomDelay())).then(() => void tell());
  }

  /** Without Chromium a page is only said to be shown. */
  pretend(url: string): void {
    this.#url = url;
  }

  isLoadingMainFrame(): boolean {
    return this.loading !== undefined;
  }

  reload(): void {
    this.loading = this.getURL();
    void this.page?.reload();
  }

  getURL(): string {
    return this.page ? fromWire(this.page.url()) : this.#url;
  }

  isDestroyed(): boolean {
    return this.page?.isClosed() ?? false;
  }
}
WebContents.prototype satisfies Part<Electron.WebContents>;
