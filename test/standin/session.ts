import { EventEmitter } from 'node:events';
import { Protocol, protocol } from './scheme.ts';
import { record, type Part } from './state.ts';

type Handlers = {
  request: Electron.Session['setPermissionRequestHandler'] extends (handler: infer H) => void ? H : never;
  check: Electron.Session['setPermissionCheckHandler'] extends (handler: infer H) => void ? H : never;
  device: Electron.Session['setDevicePermissionHandler'] extends (handler: infer H) => void ? H : never;
  media: Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0];
  bluetooth: Electron.Session['setBluetoothPairingHandler'] extends (handler: infer H) => void ? H : never;
};

export class Session extends EventEmitter {
  /** The handlers the program set; null: Electron's default, which is to grant. */
  readonly handlers: { [Name in keyof Handlers]: Handlers[Name] | null } = {
    request: null,
    check: null,
    device: null,
    media: null,
    bluetooth: null,
  };
  readonly protocol: Protocol;
  /** "" for the default one. */
  readonly partition: string;

  constructor(partition: string, own: Protocol) {
    super();
    this.partition = partition;
    this.protocol = own;
  }
  setPermissionRequestHandler(handler: Handlers['request']): void {
    this.handlers.request = handler;
  }
  setPermissionCheckHandler(handler: Handlers['check']): void {
    this.handlers.check = handler;
  }
  setDevicePermissionHandler(handler: Handlers['device']): void {
    this.handlers.device = handler;
  }
  setDisplayMediaRequestHandler(handler: Handlers['media']): void {
    this.handlers.media = handler;
  }
  setBluetoothPairingHandler(handler: Handlers['bluetooth']): void {
    this.handlers.bluetooth = handler;
  }
  readonly availableSpellCheckerLanguages = ['de', 'en-GB', 'en-US', 'fr', 'pt-BR'];
  setSpellCheckerDictionaryDownloadURL(url: string): void {
    record('session.setSpellCheckerDictionaryDownloadURL', url);
  }
  setSpellCheckerEnabled(isEnabled: boolean): void {
    record('session.setSpellCheckerEnabled', isEnabled);
  }
  setSpellCheckerLanguages(languages: string[]): void {
    record('session.setSpellCheckerLanguages', languages);
  }
}
Session.prototype satisfies Part<Omit<Electron.Session, 'protocol'>>;

export const defaultSession = new Session('', protocol);
const made = new Map<string, Session>([['', defaultSession]]);

export const session = {
  defaultSession,
  fromPartition(partition: string): Session {
    const found = made.get(partition) ?? new Session(partition, new Protocol());
    if (!made.has(partition)) record('session.fromPartition', partition);
    made.set(partition, found);
    return found;
  },
};

export interface Question {
  permission: string;
  /** Address of the page that asks. */
  url: string;
  isMainFrame: boolean;
}

/** Without a page, and for a page that says nothing of it, the default one. */
export function sessionOf(contents: Electron.WebContents | null): Session {
  return (contents?.session as unknown as Session | undefined) ?? defaultSession;
}

type Permission = Parameters<NonNullable<Handlers['check']>>[1];

/** What a page gets that checks a permission. */
export function checkPermission(
  contents: Electron.WebContents | null,
  { permission, url, isMainFrame }: Question,
): boolean {
  const { handlers } = sessionOf(contents);
  const origin = URL.canParse(url) ? url.replace(/^([^/]*\/\/[^/]*).*$/, '$1/') : url;
  return handlers.check?.(contents, permission as Permission, origin, { isMainFrame, requestingUrl: url }) ?? true;
}

/** What a page gets that asks for a permission: the check comes first, then the request. */
export function requestPermission(contents: Electron.WebContents, question: Question): Promise<boolean> {
  const { permission, url, isMainFrame } = question;
  const { handlers } = sessionOf(contents);
  return new Promise((resolve) => {
    if (!handlers.request) return resolve(true);
    handlers.request(contents, permission as Permission, resolve, { isMainFrame, requestingUrl: url });
  });
}
