import { app, session, type BrowserWindow } from 'electron';
import { createEngine, type Engine } from '../../core/engine/engine.ts';
import { checkLater } from '../../core/server/host/check-later.ts';
import { keepDailyBackup } from '../../core/server/host/daily-backup.ts';
import { fileAt } from '../../core/server/http/files.ts';
import { dataFolder } from '../../core/server/host/folders.ts';
import type { OpenedSite } from '../../core/server/host/open.ts';
import { previewPage } from '../../core/server/http/pages.ts';
import { createSessions, windowCaller } from '../../core/server/http/session.ts';
import { createProvider } from '../../core/translate/create.ts';
import type { Caller } from '../../core/types.ts';
import { startUtility } from '../check-process.ts';
import type { Acts, Shell } from '../commands.ts';
import type { DeepLink } from './deep-link.ts';
import { addSiteWindow, allSiteWindows, type SiteWindow } from './site-windows.ts';
import { endAll, type Ends } from '../ends.ts';
import { startLocalServer } from '../local-server.ts';
import { hashOf, placeOf } from './link-place.ts';
import { notifyOfJob } from '../window/notices.ts';
import { denyPermissions } from '../security/permissions.ts';
import { useInstalledDictionaries } from '../security/spelling.ts';
import { isServerWanted, keepServerChoice } from '../prefs.ts';
import type { Program } from '../program.ts';
import { serveInterface } from '../security/protocol.ts';
import { openKeyring } from '../security/secrets.ts';
import { askBeforeLeaving } from './leaving.ts';
import { createTransfers } from './transfers.ts';
import { createWindow, offerSpelling, sendToWindow } from '../window/window.ts';

/** Options for opening a site window: its shell commands, and its initial place. */
export interface SiteWindowOptions {
  acts: Acts;
  link: DeepLink | undefined;
  /** Called when the background check made the site read-only; `isDamaged`: its file needs repair. */
  broken(siteWindow: SiteWindow, isDamaged: boolean): void;
}

/**
 * Creates the window of an open site, with its own engine, server, session and window. On failure it closes the site and throws.
 */
export async function openSiteWindow(
  program: Program,
  opened: OpenedSite,
  options: SiteWindowOptions,
): Promise<SiteWindow> {
  const ends: Ends = [opened.site.close];
  try {
    const siteWindow = await assemble(program, opened, { ...options, ends });
    const broken = (isDamaged: boolean): void => options.broken(siteWindow, isDamaged);
    ends.unshift(checkLater(opened.site, { start: startUtility, broken, note: program.note }));
    addSiteWindow(siteWindow);
    return siteWindow;
  } catch (error) {
    await endAll(ends, program.note);
    throw error;
  }
}

interface Wanted extends SiteWindowOptions {
  ends: Ends;
}

async function assemble(program: Program, { site, siteId }: OpenedSite, wanted: Wanted): Promise<SiteWindow> {
  const { host, prefs, note, version, isPackaged, preload } = program;
  const { acts, ends, link } = wanted;
  const caller = windowCaller(site);
  const keyring = await openKeyring({ folder: dataFolder(host), siteId });
  const about: { window?: BrowserWindow } = {};
  const engine = createEngine(site, {
    secrets: keyring.store,
    provider: createProvider(host.env, version),
    jobEnded: (job, ms) => about.window && notifyOfJob(about.window, { job, ms, file: site.file, say: acts.say() }),
  });
  ends[0] = () => engine.close();
  ends.unshift(keepDailyBackup(engine, note));
  const { partition, hasSpelling, end: endPages, close: closePages } = openPages(program, { engine, caller, siteId });
  ends.unshift(endPages, closePages);
  const sessions = createSessions(site);
  const server = await startLocalServer(engine, { sessions, host, note, isOn: isServerWanted(prefs, siteId) });
  ends.unshift(() => server.close());
  const place = link && placeOf(engine, caller, link);
  const hash = place ? hashOf(place) : '';
  const window = createWindow({ prefs, siteId, isPackaged, preload, partition, hasSpelling, hash });
  about.window = window;
  if (hasSpelling) offerSpelling(window, () => acts.say());
  askBeforeLeaving({ engine, caller, window, say: () => acts.say(), note });
  const shell: Shell = {
    engine,
    prefs,
    version,
    hasKeyring: keyring.isKept,
    server: server.state,
    turnServer: async (isOn) => {
      keepServerChoice(prefs, siteId, isOn);
      const state = await server.turn(isOn);
      sendToWindow(window, 'server', state);
      return state;
    },
    token: () => sessions.exchange(sessions.newCode()) ?? '',
    acts,
    choose: (choices) => acts.choose(choices, window),
  };
  engine.onChange((notice) => sendToWindow(window, 'change', notice));
  engine.onStates((groups) => sendToWindow(window, 'states', groups));
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= endAll(ends, note));
  return { file: site.file, siteId, engine, caller, shell, window, close };
}

interface Pages {
  partition: string;
  /** There are dictionaries on this computer. */
  hasSpelling: boolean;
  /** Stops serving pages. */
  end(): void;
  close(): Promise<void>;
}

/** Creates a separate session: pages of one site cannot access data of another. */
function openPages({ ui, host }: Program, siteWindow: { engine: Engine; caller: Caller; siteId: string }): Pages {
  const { engine, caller, siteId } = siteWindow;
  const { site } = engine;
  const partition = partitionFor(siteId);
  const own = session.fromPartition(partition);
  denyPermissions(own);
  const where = { platform: host.platform, data: app.getPath('userData') };
  const hasSpelling = useInstalledDictionaries(own, where);
  const transfers = createTransfers(engine, caller);
  const end = serveInterface(own.protocol, {
    ui,
    preview: (path) => previewPage(site, path),
    file: (path) => fileAt(site, caller, { method: 'GET', path }),
    transfers: transfers.answer,
  });
  return { partition, hasSpelling, end, close: transfers.close };
}

let copies = 0;

/** Page storage is per site. A second open copy of a site has the same id, and is not persisted. */
function partitionFor(siteId: string): string {
  const isOpen = allSiteWindows().some((siteWindow) => siteWindow.siteId === siteId);
  return isOpen ? `copy-${++copies}` : `persist:site-${siteId}`;
}
