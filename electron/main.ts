// An overview: the window program from start to end, in this order.
import { app, nativeTheme, session } from 'electron';
import { join } from 'node:path';
import { thisHost } from '../core/server/host/folders.ts';
import { runsCommand } from './command-line.ts';
import { ownWords, readSecondStart, readWords } from './sites/arrivals.ts';
import { allSiteWindows, closeSiteWindows, siteWindowOf } from './sites/site-windows.ts';
import { findInterface } from './window/interface.ts';
import { listenIpc } from './ipc.ts';
import { closeAtEnd, endWith } from './life.ts';
import { guardNavigation } from './security/navigation.ts';
import { listenForOpens, takeLinks } from './external-opens.ts';
import { denyPermissions } from './security/permissions.ts';
import { useOwnFolder } from './place.ts';
import { openPrefs } from './prefs.ts';
import type { Program } from './program.ts';
import { registerScheme } from './security/protocol.ts';
import { createSites } from './sites/sites.ts';
import { textsIn, type Say } from './texts/texts.ts';
import { checkVersions } from './versions.ts';

const host = thisHost();
const note = (text: string): void => void process.stderr.write(`${text}\n`);

try {
  begin();
} catch (error) {
  endWith(error);
}

/** Everything that must run before Electron is ready. Nothing here may wait: it becomes ready only after this has run. */
function begin(): void {
  checkVersions();
  if (runsCommand(process.argv)) return;
  app.enableSandbox();
  registerScheme();
  guardNavigation(app);
  // The lock is in this folder.
  useOwnFolder(host);
  const own = ownWords(host.env);
  if (!app.requestSingleInstanceLock(own)) return app.quit();
  // External opens are queued until they can be handled: macOS may send them before `ready`.
  const opens = listenForOpens(app);
  app.on('second-instance', (_event, argv, cwd, brought) => opens.receive(readSecondStart(brought, argv, cwd)));
  const asked = readWords(process.argv.slice(1), own.cwd);
  app
    .whenReady()
    .then(() => open(opens, asked))
    .catch((error: unknown) => endWith(error));
}

async function open(opens: ReturnType<typeof listenForOpens>, asked: ReturnType<typeof readWords>): Promise<void> {
  const isPackaged = app.isPackaged;
  // No page uses this session; each site has its own.
  denyPermissions(session.defaultSession);
  takeLinks(app);
  const reload = (): void => allSiteWindows().forEach(({ window }) => window.webContents.reload());
  const program: Program = {
    host,
    version: app.getVersion(),
    isPackaged,
    ui: findInterface(join(import.meta.dirname, '../renderer'), isPackaged, reload),
    prefs: openPrefs(app.getPath('userData')),
    preload: join(import.meta.dirname, '../preload/preload.cjs'),
    note,
  };
  nativeTheme.themeSource = program.prefs.get().theme;
  const words = (): Say => textsIn(program.prefs.get().interface['locale'], app.getLocale());
  closeAtEnd(closeSiteWindows, words);
  listenIpc(siteWindowOf);
  const sites = createSites(program);
  try {
    await sites.start([...asked, ...opens.waiting()]);
  } catch (error) {
    return endWith(error, words);
  }
  opens.listen(sites.arrive);
  app.on('activate', (_event, hasWindows) => void (hasWindows || sites.arrive([])));
}
