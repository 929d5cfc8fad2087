// Runs in a page before its own scripts. It has no imports, because its text is sent to Chromium. Names beginning with __standin
// are removed before the page can see them.

/** The functions the stand-in lends to a page. */
export interface Lent {
  __standinCall(message: { channel: string; sent: unknown[] }): Promise<{ value?: unknown; error?: string }>;
  __standinInput(type: string): Promise<void>;
  __standinPermission(name: string): Promise<boolean>;
  __standinOpen(url: string): Promise<void>;
}
export const LENT = [
  '__standinCall',
  '__standinInput',
  '__standinPermission',
  '__standinOpen',
] as const satisfies (keyof Lent)[];

/** Where `webContents.send` arrives. The page cannot guess the name. */
export const deliveryName = (id: number): string => `__standinDeliver${id}`;

/** A page script around a built preload script: it gets the `require('electron')` of a sandboxed preload, in a closure. */
export function pageScript(preload: string, delivery: string): string {
  const source = preload.replace(/^\/\/# sourceMappingURL.*$/m, '');
  return `(${inPage.toString()})(${JSON.stringify(delivery)}, ${JSON.stringify(LENT)}, (require, module, exports, process) => {${source}\n});`;
}

type Preload = (require: (name: string) => unknown, module: object, exports: object, process: object) => void;

function inPage(delivery: string, names: readonly string[], preload: Preload): void {
  const here = window as unknown as Lent & Record<string, unknown>;
  const { __standinCall: call, __standinInput: input, __standinPermission: permitted, __standinOpen: wish } = here;
  for (const name of names) delete here[name];
  if (window !== window.top) return;

  const refuse = (why: string): never => {
    throw new TypeError(why);
  };
  const clone = <T>(value: T): T => {
    try {
      return structuredClone(value);
    } catch {
      return refuse('An object could not be cloned.');
    }
  };

  // ipcRenderer
  const heard = new Map<string, ((event: object, ...news: unknown[]) => void)[]>();
  const ipcRenderer = {
    async invoke(channel: string, ...sent: unknown[]): Promise<unknown> {
      const { value, error } = await call({ channel, sent: clone(sent) });
      if (error !== undefined) throw new Error(`Error invoking remote method '${channel}': ${error}`);
      return value;
    },
    on(channel: string, listener: (event: object, ...news: unknown[]) => void) {
      heard.set(channel, [...(heard.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
  };
  Object.defineProperty(window, delivery, {
    value: (channel: string, news: unknown[]) => {
      for (const listener of heard.get(channel) ?? []) listener({ sender: ipcRenderer }, ...news);
    },
  });

  // contextBridge: values are copied without their prototypes, functions are wrapped, nothing deeper than 1,000 passes
  const across = (value: unknown, depth = 0): unknown => {
    if (depth > 1000)
      refuse('Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.');
    if (typeof value === 'symbol') refuse('Symbols cannot cross the bridge');
    if (typeof value === 'function') {
      return (...given: unknown[]) => {
        const answer: unknown = (value as (...words: unknown[]) => unknown)(...given.map((one) => across(one)));
        return answer instanceof Promise ? answer.then((one) => across(one)) : across(answer);
      };
    }
    if (Array.isArray(value)) return value.map((one) => across(one, depth + 1));
    if (typeof value !== 'object' || value === null || value instanceof File) return value;
    const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
    if (!isPlain) return clone(value);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, across(one, depth + 1)]));
  };
  const contextBridge = {
    exposeInMainWorld(name: string, api: unknown) {
      if (name in window) throw new Error(`Cannot bind an API on top of an existing property on the window object`);
      const value: unknown = Object.freeze(across(api));
      Object.defineProperty(window, name, { value, writable: false, configurable: false, enumerable: true });
    },
  };

  // What a person does, and what a page asks of the system
  const types = { pointerdown: 'mouseDown', pointerup: 'mouseUp', keydown: 'rawKeyDown' };
  for (const [name, type] of Object.entries(types)) {
    window.addEventListener(name, ({ isTrusted }) => isTrusted && void input(type), true);
  }
  const guarded = async (permission: string): Promise<void> => {
    if (!(await permitted(permission))) throw new DOMException('Permission denied.', 'NotAllowedError');
  };
  const replace = (object: object, name: string, value: unknown): void =>
    void Object.defineProperty(object, name, { value });
  if ('Clipboard' in window) {
    replace(Clipboard.prototype, 'writeText', () => guarded('clipboard-sanitized-write'));
    replace(Clipboard.prototype, 'readText', () => guarded('clipboard-read').then(() => ''));
  }
  replace(Notification, 'requestPermission', async () => ((await permitted('notifications')) ? 'granted' : 'denied'));
  replace(Geolocation.prototype, 'getCurrentPosition', (_done: unknown, failed?: (error: object) => void) => {
    void permitted('geolocation').then((isPermitted) => isPermitted || failed?.({ code: 1 }));
  });

  // Asked here and not by the request of the new page: Chromium may close that page before it has made one.
  replace(window, 'open', (url = 'about:blank') => {
    void wish(new URL(String(url), location.href).href);
    return null;
  });

  // A file that a script made is backed by nothing. One of the disk says its path here; the test gives it.
  const webUtils = {
    getPathForFile(file: unknown): string {
      if (!(file instanceof File)) return refuse('Argument must be a File');
      return (file as File & { standinPath?: string }).standinPath ?? '';
    },
  };

  const require = (name: string): unknown =>
    name === 'electron' ? { contextBridge, ipcRenderer, webUtils } : refuse(`module not found: ${name}`);
  const module = { exports: {} };
  preload(require, module, module.exports, { sandboxed: true });
}
