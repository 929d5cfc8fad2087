// The small modules: calls are recorded, and responses can be scripted.
import { spawn, type StdioOptions } from 'node:child_process';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { record, wishes, type Part } from './state.ts';

/** What the person does in a dialog, by the label of a button or by paths. */
export interface Answer {
  button?: string;
  paths?: string[];
}

/** The next answers; without one every dialog is left by Escape. */
export const answers: Answer[] = JSON.parse(process.env['STANDIN_ANSWERS'] ?? '[]') as Answer[];

/** A dialog may come with the window it belongs to before its options. */
type Given<Options> = [Electron.BaseWindow | Options, Options?];
const optionsIn = <Options>([first, second]: Given<Options>): Options => second ?? (first as Options);

export const dialog = {
  showErrorBox(title: string, content: string): void {
    record('dialog.showErrorBox', title, content);
    // As where no dialog can be shown: whoever started the program reads it after its end.
    process.stderr.write(`[error box] ${title}: ${content}\n`);
  },
  showMessageBox(...given: Given<Electron.MessageBoxOptions>): Promise<Electron.MessageBoxReturnValue> {
    const options = optionsIn(given);
    record('dialog.showMessageBox', options);
    const { buttons = ['OK'], cancelId = 0 } = options;
    const wanted = answers.shift()?.button;
    const at = wanted === undefined ? cancelId : buttons.indexOf(wanted);
    if (at < 0) throw new Error(`There is no button "${wanted}" among ${buttons.join(', ')}`);
    return Promise.resolve({ response: at, checkboxChecked: false });
  },
  showOpenDialog(...given: Given<Electron.OpenDialogOptions>): Promise<Electron.OpenDialogReturnValue> {
    record('dialog.showOpenDialog', optionsIn(given));
    const filePaths = answers.shift()?.paths ?? [];
    return Promise.resolve({ canceled: filePaths.length === 0, filePaths });
  },
  showSaveDialog(...given: Given<Electron.SaveDialogOptions>): Promise<Electron.SaveDialogReturnValue> {
    record('dialog.showSaveDialog', optionsIn(given));
    const [filePath = ''] = answers.shift()?.paths ?? [];
    return Promise.resolve({ canceled: filePath === '', filePath });
  },
} satisfies Part<Electron.Dialog>;

export class Notification extends EventEmitter {
  static readonly all: Notification[] = [];
  readonly #options: Electron.NotificationConstructorOptions;
  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super();
    this.#options = options;
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    Notification.all.push(this);
    record('notification', this.#options.title, this.#options.body);
  }
}
Notification.prototype satisfies Part<Electron.Notification>;

export const shell = {
  openExternal(url: string): Promise<void> {
    record('shell.openExternal', url);
    // As a system answers that has no program for an address.
    return url.startsWith('mailto:nobody@') ? Promise.reject(new Error('No application')) : Promise.resolve();
  },
  showItemInFolder(path: string): void {
    record('shell.showItemInFolder', path);
  },
  openPath(path: string): Promise<string> {
    record('shell.openPath', path);
    return Promise.resolve('');
  },
} satisfies Part<Electron.Shell>;

/** A process of its own, with the Node of the test in place of Electron's. */
export const utilityProcess = {
  fork(program: string, args: string[] = [], { stdio, serviceName }: Electron.ForkOptions = {}) {
    record('utilityProcess.fork', serviceName ?? '');
    const child = spawn(process.execPath, [program, ...args], { stdio: stdio as StdioOptions });
    return child as unknown as Electron.UtilityProcess;
  },
} satisfies Part<typeof Electron.utilityProcess>;

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
  /** The menu that is open at the pointer, as a list to choose from. */
  popup({ window }: Electron.PopupOptions = {}): void {
    record(
      'menu.popup',
      window !== undefined,
      this.items.map(({ label, enabled }) => ({ label, enabled: enabled !== false })),
    );
    Menu.current = this;
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.current = menu;
  }
  /** Every item that has words, by its path: "File > Open…". */
  static list(): { path: string; id?: string; keys?: string; role?: string }[] {
    const read = (items: Template[], above: string): ReturnType<typeof Menu.list> =>
      items.flatMap(({ label, role, id, accelerator, submenu }) => {
        const path = [above, label ?? role].filter(Boolean).join(' > ');
        const below = Array.isArray(submenu) ? read(submenu, path) : [];
        const own = {
          path,
          ...(id && { id }),
          ...(accelerator && { keys: String(accelerator) }),
          ...(role && { role }),
        };
        return (label ?? role) ? [own, ...below] : below;
      });
    return read(Menu.current?.items ?? [], '');
  }
  /** Chooses an item as a person does, in the window that has the focus; false when there is none of this id, or it is off. */
  static choose(id: string, focused?: Electron.BaseWindow): boolean {
    const find = (items: Template[]): Template | undefined => {
      for (const item of items) {
        const found = item.id === id ? item : Array.isArray(item.submenu) ? find(item.submenu) : undefined;
        if (found) return found;
      }
      return undefined;
    };
    const found = find(Menu.current?.items ?? []);
    if (!found || found.enabled === false) return false;
    found.click?.(found as unknown as Electron.MenuItem, focused, {});
    return true;
  }
}
