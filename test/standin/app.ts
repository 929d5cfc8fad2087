import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { event, record, wishes, type Part } from './state.ts';

const SECOND = 'second-';

class App extends EventEmitter {
  name = 'polydesk';
  isPackaged = wishes.isPackaged;
  #paths = new Map<string, string>();
  #lock: string | undefined;
  #ready = Promise.withResolvers<void>();
  #state: 'starting' | 'ready' | 'quitting' = 'starting';
  /** Closes all windows; returns false if one of them refuses. Set by `window.ts`. */
  closeWindows: () => boolean = () => true;
  /** Ends Chromium. Set by `chromium.ts`. */
  endBrowser: () => Promise<void> = () => Promise.resolve();

  enableSandbox(): void {
    if (this.isReady()) throw new Error('app.enableSandbox() can only be called before app is ready');
    record('app.enableSandbox');
  }

  /** What Electron does once the main module has run to its end, and not before. */
  becomeReady(): void {
    if (this.#state === 'quitting') return void this.#end(0);
    this.#state = 'ready';
    record('app.ready');
    this.emit('ready', event(), {});
    this.#ready.resolve();
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  isReady(): boolean {
    return this.#state !== 'starting';
  }

  setPath(name: string, path: string): void {
    if (!existsSync(path)) throw new Error(`Failed to set path '${name}': ${path} does not exist`);
    this.#paths.set(name, path);
  }

  getPath(name: string): string {
    const path = this.#paths.get(name) ?? mkdtempSync(join(tmpdir(), 'standin-'));
    this.#paths.set(name, path);
    return path;
  }

  getVersion(): string {
    const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
    return (JSON.parse(text) as { version: string }).version;
  }

  getLocale(): string {
    return process.env['STANDIN_LOCALE'] ?? 'en-US';
  }

  getName(): string {
    return this.name;
  }

  /** The first one gets the lock; every other leaves its words where the first one finds them. What it brings along crosses as JSON. */
  requestSingleInstanceLock(additionalData: Record<string, unknown> = {}): boolean {
    const folder = this.getPath('userData');
    const lock = join(folder, 'SingletonLock');
    if (isHeld(lock)) {
      const said = { argv: process.argv, cwd: process.cwd(), additionalData };
      writeFileSync(join(folder, `${SECOND}${process.pid}.json`), JSON.stringify(said));
      return false;
    }
    writeFileSync(lock, String(process.pid));
    this.#lock = lock;
    watch(folder, { persistent: false }, (_kind, name) => this.#hearSecond(folder, name));
    record('app.requestSingleInstanceLock');
    return true;
  }

  #hearSecond(folder: string, name: string | null): void {
    const file = join(folder, name ?? '');
    if (!name?.startsWith(SECOND) || !existsSync(file)) return;
    const text = readFileSync(file, 'utf8');
    if (text === '') return;
    rmSync(file);
    const { argv, cwd, additionalData } = JSON.parse(text) as { argv: string[]; cwd: string; additionalData: unknown };
    // Never before `ready`; Chromium puts words of its own before those of the person.
    const tell = (): unknown =>
      this.emit('second-instance', event(), ['--original-process-start-time=1', ...argv], cwd, additionalData);
    void this.whenReady().then(tell);
  }

  setAsDefaultProtocolClient(scheme: string, path?: string, args?: string[]): boolean {
    record('app.setAsDefaultProtocolClient', scheme, path, args);
    return true;
  }

  addRecentDocument(path: string): void {
    record('app.addRecentDocument', path);
  }

  clearRecentDocuments(): void {
    record('app.clearRecentDocuments');
  }

  quit(): void {
    if (this.#state === 'quitting') return;
    const wasReady = this.isReady();
    this.#state = 'quitting';
    if (!wasReady) return;
    const steps = [() => this.#ask('before-quit'), () => this.closeWindows(), () => this.#ask('will-quit')];
    if (steps.every((step) => step())) void this.#end(0);
    else this.#state = 'ready';
  }

  /** At once: neither `before-quit` nor `will-quit` is told. */
  exit(code = 0): void {
    record('app.exit', code);
    void this.#end(code);
  }

  #ask(name: 'before-quit' | 'will-quit'): boolean {
    const asked = event();
    this.emit(name, asked);
    return !asked.defaultPrevented;
  }

  async #end(code: number): Promise<void> {
    if (this.#lock) rmSync(this.#lock, { force: true });
    this.emit('quit', event(), code);
    await this.endBrowser();
    process.exit(code);
  }
}

function isHeld(lock: string): boolean {
  try {
    return process.kill(Number(readFileSync(lock, 'utf8')), 0);
  } catch {
    return false;
  }
}

export const app = new App();
app satisfies Part<Electron.App>;
