// A table of contents: what the window does from its start to its end, in this order.
import { app, nativeTheme, session } from 'electron';
import { join } from 'node:path';
import { thisHost } from '../core/server/folders.ts';
import { ownWords, readSecondStart, readWords } from './arrivals.ts';
import { allDesks, closeDesks, deskOf } from './desks.ts';
import { findInterface } from './interface.ts';
import { listenIpc } from './ipc.ts';
import { closeAtEnd, endWith } from './life.ts';
import { guardNavigation } from './navigation.ts';
import { hearSystem, takeLinks } from './outside.ts';
import { denyPermissions } from './permissions.ts';
import { useOwnFolder } from './place.ts';
import { openPrefs } from './prefs.ts';
import type { Program } from './program.ts';
import { registerScheme } from './protocol.ts';
import { createSites } from './sites.ts';
import { textsIn, type Say } from './texts/texts.ts';
import { checkVersions } from './versions.ts';

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
  const own = ownWords(host.env);
  if (!app.requestSingleInstanceLock(own)) return app.quit();
  // What comes from outside waits until there is somebody to open it: macOS may say it before `ready`.
  const outside = hearSystem(app);
  app.on('second-instance', (_event, argv, cwd, brought) => outside.hear(readSecondStart(brought, argv, cwd)));
  const asked = readWords(process.argv.slice(1), own.cwd);
  app
    .whenReady()
    .then(() => open(outside, asked))
    .catch((error: unknown) => endWith(error));
}

async function open(outside: ReturnType<typeof hearSystem>, asked: ReturnType<typeof readWords>): Promise<void> {
  const isPackaged = app.isPackaged;
  // No page is shown in this session; each site has its own.
  denyPermissions(session.defaultSession);
  takeLinks(app);
  const reload = (): void => allDesks().forEach(({ window }) => window.webContents.reload());
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
  closeAtEnd(closeDesks, words);
  listenIpc(deskOf);
  const sites = createSites(program);
  try {
    await sites.start([...asked, ...outside.waiting()]);
  } catch (error) {
    return endWith(error, words);
  }
  outside.listen(sites.arrive);
  app.on('activate', (_event, hasWindows) => void (hasWindows || sites.arrive([])));
}
