import { EventEmitter } from 'node:events';
import { record, type Part } from './state.ts';

type Handlers = {
  request: Electron.Session['setPermissionRequestHandler'] extends (handler: infer H) => void ? H : never;
  check: Electron.Session['setPermissionCheckHandler'] extends (handler: infer H) => void ? H : never;
  device: Electron.Session['setDevicePermissionHandler'] extends (handler: infer H) => void ? H : never;
  media: Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0];
  bluetooth: Electron.Session['setBluetoothPairingHandler'] extends (handler: infer H) => void ? H : never;
};

/** The handlers the program set; null: Electron's own way, which is to grant. */
export const handlers: { [Name in keyof Handlers]: Handlers[Name] | null } = {
  request: null,
  check: null,
  device: null,
  media: null,
  bluetooth: null,
};

class Session extends EventEmitter {
  setPermissionRequestHandler(handler: Handlers['request']): void {
    handlers.request = handler;
  }
  setPermissionCheckHandler(handler: Handlers['check']): void {
    handlers.check = handler;
  }
  setDevicePermissionHandler(handler: Handlers['device']): void {
    handlers.device = handler;
  }
  setDisplayMediaRequestHandler(handler: Handlers['media']): void {
    handlers.media = handler;
  }
  setBluetoothPairingHandler(handler: Handlers['bluetooth']): void {
    handlers.bluetooth = handler;
  }
  setSpellCheckerEnabled(isEnabled: boolean): void {
    record('session.setSpellCheckerEnabled', isEnabled);
  }
}

export const defaultSession = new Session();
defaultSession satisfies Part<Electron.Session>;
export const session = { defaultSession };

export interface Question {
  permission: string;
  /** Address of the page that asks. */
  url: string;
  isMainFrame: boolean;
}

type Permission = Parameters<NonNullable<Handlers['check']>>[1];

/** What a page gets that checks a permission. */
export function checkPermission(
  contents: Electron.WebContents | null,
  { permission, url, isMainFrame }: Question,
): boolean {
  const origin = URL.canParse(url) ? url.replace(/^([^/]*\/\/[^/]*).*$/, '$1/') : url;
  return handlers.check?.(contents, permission as Permission, origin, { isMainFrame, requestingUrl: url }) ?? true;
}

/** What a page gets that asks for a permission: the check comes first, then the request. */
export function requestPermission(contents: Electron.WebContents, question: Question): Promise<boolean> {
  const { permission, url, isMainFrame } = question;
  return new Promise((resolve) => {
    if (!handlers.request) return resolve(true);
    handlers.request(contents, permission as Permission, resolve, { isMainFrame, requestingUrl: url });
  });
}
