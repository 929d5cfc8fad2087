// A table of contents: what the window does from its start to its end, in this order.
import { app, nativeTheme, session } from 'electron';
import { join } from 'node:path';
import { createEngine } from '../core/engine.ts';
import { fileAt } from '../core/server/files.ts';
import { previewPage } from '../core/server/pages.ts';
import { dataFolder, thisHost } from '../core/server/folders.ts';
import { createSessions, windowCaller } from '../core/server/session.ts';
import { findInterface } from './interface.ts';
import { listenIpc } from './ipc.ts';
import { closeAtEnd, endWith } from './life.ts';
import { startLocalServer } from './local-server.ts';
import { setMenu } from './menu.ts';
import { guardNavigation } from './navigation.ts';
import { denyPermissions } from './permissions.ts';
import { openLastSite, useOwnFolder } from './place.ts';
import { openPrefs } from './prefs.ts';
import { registerScheme, serveInterface } from './protocol.ts';
import { openKeyring } from './secrets.ts';
import { createTransfers } from './transfers.ts';
import { checkVersions } from './versions.ts';
import { createWindow, reloadWindows, showWindow, tellWindows } from './window.ts';

const host = thisHost();
const note = (text: string): void => void process.stderr.write(`${text}\n`);

try {
  begin();
} catch (error) {
  endWith(error);
}

/** Everything that has to be said before Electron is ready. Nothing here may wait: it is ready only once this has run. */
function begin(): void {
  checkVersions();
  app.enableSandbox();
  registerScheme();
  guardNavigation(app);
  // The lock lies in this folder.
  useOwnFolder(host);
  if (!app.requestSingleInstanceLock()) return app.quit();
  // The words of a second start are data: nothing is done with them.
  app.on('second-instance', () => showWindow());
  app.whenReady().then(open).catch(endWith);
}

async function open(): Promise<void> {
  const isPackaged = app.isPackaged;
  denyPermissions(session.defaultSession);
  const ui = findInterface(join(import.meta.dirname, '../renderer'), isPackaged, reloadWindows);
  const prefs = openPrefs(app.getPath('userData'));
  nativeTheme.themeSource = prefs.get().theme;

  const { site, siteId } = await openLastSite(host, note);
  const keyring = await openKeyring({ folder: dataFolder(host), siteId });
  const engine = createEngine(site, { secrets: keyring.store });
  const transfers = createTransfers(engine, windowCaller(site));
  serveInterface({
    ui,
    preview: (path) => previewPage(site, path),
    file: (path) => fileAt(site, 'GET', path),
    transfers: transfers.answer,
  });
  const sessions = createSessions(site);
  const server = await startLocalServer(engine, { sessions, host, note });
  closeAtEnd(async () => {
    await server.close();
    await transfers.close();
    engine.close();
  });

  const token = (): string => sessions.exchange(sessions.newCode()) ?? '';
  const shell = {
    engine,
    prefs,
    version: app.getVersion(),
    hasKeyring: keyring.isKept,
    server: () => server.state,
    token,
  };
  listenIpc(shell, windowCaller(site));
  engine.onChange((notice) => tellWindows('change', notice));
  setMenu();
  createWindow({ prefs, siteId, isPackaged, preload: join(import.meta.dirname, '../preload/preload.cjs') });
}
