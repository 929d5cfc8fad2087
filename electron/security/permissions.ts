import type { Session } from 'electron';
import { isOwnUrl } from './origin.ts';
import { neverDownloadDictionaries } from './spelling.ts';

/** The only permission a page has: writing text to the clipboard after a click. */
const GRANTED = 'clipboard-sanitized-write';

const guarded = new WeakSet<Session>();

/** Denies all permissions in a session, except `GRANTED` to our own page (E7). Call it once for every session. */
export function denyPermissions(session: Session): void {
  if (guarded.has(session)) return;
  guarded.add(session);
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(isGranted(permission, details.requestingUrl, details.isMainFrame));
  });
  session.setPermissionCheckHandler((_contents, permission, origin, details) => {
    return isGranted(permission, origin, details.isMainFrame);
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  session.on('will-download', (event, item) => {
    if (!isOwnDownload(item.getURL())) event.preventDefault();
  });
  neverDownloadDictionaries(session);
}

function isGranted(permission: string, url: string, isMainFrame: boolean): boolean {
  return permission === GRANTED && isMainFrame && isOwnUrl(url);
}

/** Downloads created by the page itself: a file of ours, or a blob of our origin. */
function isOwnDownload(url: string): boolean {
  return isOwnUrl(url.startsWith('blob:') ? url.slice('blob:'.length) : url);
}
