import { session, type BrowserWindow } from 'electron';
import { createEngine, type Engine } from '../core/engine.ts';
import { keepDailyBackup } from '../core/server/daily-backup.ts';
import { fileAt } from '../core/server/files.ts';
import { dataFolder } from '../core/server/folders.ts';
import type { OpenedSite } from '../core/server/open.ts';
import { previewPage } from '../core/server/pages.ts';
import { createSessions, windowCaller } from '../core/server/session.ts';
import { createProvider } from '../core/translate/create.ts';
import type { Caller } from '../core/types.ts';
import type { Acts, Shell } from './commands.ts';
import type { DeepLink } from './deep-link.ts';
import { addDesk, allDesks, type Desk } from './desks.ts';
import { endAll, type Ends } from './ends.ts';
import { startLocalServer } from './local-server.ts';
import { hashOf, placeOf } from './link-place.ts';
import { tellOfJob } from './notices.ts';
import { denyPermissions } from './permissions.ts';
import { isServerWanted, keepServerChoice } from './prefs.ts';
import type { Program } from './program.ts';
import { serveInterface } from './protocol.ts';
import { openKeyring } from './secrets.ts';
import { createTransfers } from './transfers.ts';
import { createWindow, tellWindow } from './window.ts';

/** How a desk is opened: what the page may ask of the shell, and the place it begins with. */
export interface DeskWish {
  acts: Acts;
  link: DeepLink | undefined;
}

/** Makes a desk of an open site: engine, server, session and window of its own. Throws what stopped it; then the site is closed. */
export async function openDesk(program: Program, opened: OpenedSite, wish: DeskWish): Promise<Desk> {
  const ends: Ends = [opened.site.close];
  try {
    const desk = await assemble(program, opened, { ...wish, ends });
    addDesk(desk);
    return desk;
  } catch (error) {
    await endAll(ends, program.note);
    throw error;
  }
}

interface Wanted extends DeskWish {
  ends: Ends;
}

async function assemble(program: Program, { site, siteId }: OpenedSite, wanted: Wanted): Promise<Desk> {
  const { host, prefs, note, version, isPackaged, preload } = program;
  const { acts, ends, link } = wanted;
  const caller = windowCaller(site);
  const keyring = await openKeyring({ folder: dataFolder(host), siteId });
  const about: { window?: BrowserWindow } = {};
  const engine = createEngine(site, {
    secrets: keyring.store,
    provider: createProvider(host.env, version),
    jobEnded: (job, ms) => about.window && tellOfJob(about.window, { job, ms, file: site.file, say: acts.say() }),
  });
  ends[0] = () => engine.close();
  ends.unshift(keepDailyBackup(engine, note));
  const { partition, end: endPages, close: closePages } = openPages(program, { engine, caller, siteId });
  ends.unshift(endPages, closePages);
  const sessions = createSessions(site);
  const server = await startLocalServer(engine, { sessions, host, note, isOn: isServerWanted(prefs, siteId) });
  ends.unshift(() => server.close());
  const place = link && placeOf(engine, caller, link);
  const hash = place ? hashOf(place) : '';
  const window = createWindow({ prefs, siteId, isPackaged, preload, partition, hash });
  about.window = window;
  const shell: Shell = {
    engine,
    prefs,
    version,
    hasKeyring: keyring.isKept,
    server: server.state,
    turnServer: async (isOn) => {
      keepServerChoice(prefs, siteId, isOn);
      const state = await server.turn(isOn);
      tellWindow(window, 'server', state);
      return state;
    },
    token: () => sessions.exchange(sessions.newCode()) ?? '',
    acts,
    choose: (choices) => acts.choose(choices, window),
  };
  engine.onChange((notice) => tellWindow(window, 'change', notice));
  const close = (): Promise<void> => endAll(ends, note);
  return { file: site.file, siteId, engine, caller, shell, window, close };
}

interface Pages {
  partition: string;
  /** Answers no page any more. */
  end(): void;
  close(): Promise<void>;
}

/** A session of its own: what the page of one site is shown and keeps, that of another cannot reach. */
function openPages({ ui }: Program, desk: { engine: Engine; caller: Caller; siteId: string }): Pages {
  const { engine, caller, siteId } = desk;
  const { site } = engine;
  const partition = partitionFor(siteId);
  const own = session.fromPartition(partition);
  denyPermissions(own);
  const transfers = createTransfers(engine, caller);
  const end = serveInterface(own.protocol, {
    ui,
    preview: (path) => previewPage(site, path),
    file: (path) => fileAt(site, 'GET', path),
    transfers: transfers.answer,
  });
  return { partition, end, close: transfers.close };
}

let copies = 0;

/** What the page keeps is kept by site. A copy of a site that is open besides has the same id, and keeps nothing. */
function partitionFor(siteId: string): string {
  const isOpen = allDesks().some((desk) => desk.siteId === siteId);
  return isOpen ? `copy-${++copies}` : `persist:site-${siteId}`;
}
