// The small pieces: recorded, and scriptable where they answer.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { record, wishes, type Part } from './state.ts';

export const dialog = {
  showErrorBox(title: string, content: string): void {
    record('dialog.showErrorBox', title, content);
  },
} satisfies Part<Electron.Dialog>;

export const shell = {
  openExternal(url: string): Promise<void> {
    record('shell.openExternal', url);
    return Promise.resolve();
  },
  openPath(path: string): Promise<string> {
    record('shell.openPath', path);
    return Promise.resolve('');
  },
} satisfies Part<Electron.Shell>;

const key = randomBytes(32);

export const safeStorage = {
  getSelectedStorageBackend: () => wishes.keyring as ReturnType<Electron.SafeStorage['getSelectedStorageBackend']>,
  isAsyncEncryptionAvailable: () => Promise.resolve(wishes.keyring !== 'locked'),
  encryptStringAsync(text: string): Promise<Buffer> {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Promise.resolve(Buffer.concat([iv, cipher.getAuthTag(), data]));
  },
  decryptStringAsync(sealed: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(sealed.subarray(12, 28));
    const result = decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8');
    return Promise.resolve({ shouldReEncrypt: false, result });
  },
} satisfies Part<Electron.SafeStorage>;

const theme: Pick<Electron.NativeTheme, 'shouldUseDarkColors' | 'themeSource'> = {
  shouldUseDarkColors: false,
  themeSource: 'system',
};
export const nativeTheme = Object.assign(new EventEmitter(), theme);

const workArea = { x: 0, y: 0, width: 1920, height: 1080 };
export const screen = {
  getAllDisplays: () => [{ workArea } as Electron.Display],
} satisfies Part<Electron.Screen>;

type Template = Electron.MenuItemConstructorOptions;

export class Menu {
  static current: Menu | null = null;
  readonly items: Template[];
  private constructor(items: Template[]) {
    this.items = items;
  }
  static buildFromTemplate(template: Template[]): Menu {
    return new Menu(template);
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.current = menu;
  }
  /** Chooses an item as a person does; false when there is none of this id. */
  static choose(id: string): boolean {
    const find = (items: Template[]): Template | undefined => {
      for (const item of items) {
        const found = item.id === id ? item : Array.isArray(item.submenu) ? find(item.submenu) : undefined;
        if (found) return found;
      }
      return undefined;
    };
    const found = find(Menu.current?.items ?? []);
    found?.click?.(found as unknown as Electron.MenuItem, undefined, {});
    return found !== undefined;
  }
}
