import type { Session } from 'electron';
import { isOwnUrl } from './origin.ts';

/** The one thing the page may ask of the system: to put text on the clipboard after a click. */
const GRANTED = 'clipboard-sanitized-write';

const guarded = new WeakSet<Session>();

/** Denies everything a page of a session may ask of the system, but `GRANTED` to our own page (E7). Every session there is passes here once. */
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
  // Electron would fetch dictionaries from the internet (E1).
  session.setSpellCheckerEnabled(false);
  session.setSpellCheckerLanguages([]);
}

function isGranted(permission: string, url: string, isMainFrame: boolean): boolean {
  return permission === GRANTED && isMainFrame && isOwnUrl(url);
}

/** What the page made itself: a file of ours, or a blob of our origin. */
function isOwnDownload(url: string): boolean {
  return isOwnUrl(url.startsWith('blob:') ? url.slice('blob:'.length) : url);
}
