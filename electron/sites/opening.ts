import { app, dialog, shell } from 'electron';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../../core/server/host/folders.ts';
import { rememberSite } from '../../core/server/host/last-site.ts';
import { copyToThisComputer } from '../../core/server/host/local-copy.ts';
import { openToServe, OpenError, type OpenedSite } from '../../core/server/host/open.ts';
import { whileChecked } from './checking.ts';
import { sayBroken } from './broken.ts';
import { ask, questionFor } from './choices.ts';
import type { Acts } from '../commands.ts';
import type { DeepLink } from './deep-link.ts';
import { openSiteWindow } from './site-window.ts';
import {
  allSiteWindows,
  siteWindowWith,
  frontSiteWindow,
  realPath,
  untilClosed,
  type SiteWindow,
} from './site-windows.ts';
import { aboutMending, mend } from './mend.ts';
import type { Program } from '../program.ts';
import { forgetRecent, nameOf, rememberRecent } from './recent.ts';
import { showWindow } from '../window/window.ts';

/** A request to open a site. */
export interface OpenRequest {
  file: string;
  /** Creates the file if missing; otherwise a missing file is an error. */
  create?: boolean;
  /** The initial place of its page. */
  link?: DeepLink;
}

/** Opens sites, each once: an open one is brought to the front. */
export interface Opener {
  /** Undefined if the user cancelled. Throws unexpected errors if no other site is open. */
  open(request: OpenRequest): Promise<SiteWindow | undefined>;
  /** Opens a site chosen in a native dialog; undefined if cancelled. */
  choose(): Promise<SiteWindow | undefined>;
  /** Creates a site at a place chosen in a native dialog; undefined if cancelled. */
  create(): Promise<SiteWindow | undefined>;
  /** Why the last site was not opened. */
  failure(): OpenError | undefined;
}

export function createOpener(program: Program, acts: Acts): Opener {
  const running = new Map<string, Promise<SiteWindow | undefined>>();
  let failure: OpenError | undefined;
  const opening: Opening = { program, acts, failed: (error) => (failure = error) };
  const open = (request: OpenRequest): Promise<SiteWindow | undefined> => {
    const key = realPath(request.file);
    const started = (): Promise<SiteWindow | undefined> =>
      attempt(opening, request)
        .catch((error: unknown) => sayFault(opening, request, error))
        .finally(() => running.delete(key));
    const work = running.get(key) ?? started();
    running.set(key, work);
    return work;
  };
  const openPicked = (request: OpenRequest | undefined): Promise<SiteWindow | undefined> | undefined =>
    request && open(request);
  return {
    open,
    choose: async () => openPicked(await pickFile(opening)),
    create: async () => openPicked(await pickNew(opening)),
    failure: () => failure,
  };
}

interface Opening {
  program: Program;
  acts: Acts;
  failed(error: OpenError): void;
}

/** Retries until the site is open or the user cancels; the user may choose another site on the way. */
async function attempt(opening: Opening, request: OpenRequest): Promise<SiteWindow | undefined> {
  await untilClosed();
  let next: OpenRequest | undefined = request;
  while (next) {
    const there = siteWindowWith(next.file);
    if (there) showWindow(there.window);
    if (there) return there;
    try {
      const opened: OpenRequest | SiteWindow | undefined = await openOnce(opening, next);
      if (!opened || 'window' in opened) return opened;
      next = opened;
    } catch (error) {
      if (!(error instanceof OpenError)) throw error;
      opening.failed(error);
      opening.program.note(error.message);
      next = await whatNow(opening, next, error);
    }
  }
  return undefined;
}

/** An unexpected error in one site must not end the others. If there are none, it ends the program. */
async function sayFault({ program, acts }: Opening, { file }: OpenRequest, error: unknown): Promise<undefined> {
  const front = frontSiteWindow();
  if (!front) throw error;
  program.note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const say = acts.say();
  const message = say('problem.other', { name: nameOf(file) });
  await ask(say, { message, detail: say('problem.fault'), choices: [], leave: 'button.ok' }, front.window);
  return undefined;
}

async function openOnce(opening: Opening, request: OpenRequest): Promise<SiteWindow | OpenRequest | undefined> {
  const { program, acts, failed } = opening;
  const { host, version } = program;
  const { file, create = false, link } = request;
  const work = openToServe(file, { version, host, create, isShared: true, trustsStamp: true });
  const opened = await whileChecked(work, { file, say: acts.say() });
  const choice = opened.site.readOnly ? await askToRead(acts, opened) : 'read';
  if (choice !== 'read') opened.site.close();
  if (choice === 'copy') return { ...request, file: copyToThisComputer(file, host) };
  if (choice === 'none') failed(new OpenError('read_only', `${file} can be read only.`));
  if (choice === 'none') return undefined;
  const broken = (siteWindow: SiteWindow, isDamaged: boolean): void => {
    const reopen = (file: string): Promise<unknown> => attempt(opening, { file });
    const about = { siteWindow, isDamaged, say: acts.say(), note: program.note, reopen };
    sayBroken(about).catch((error: unknown) => sayFault(opening, request, error));
  };
  const siteWindow = await openSiteWindow(program, opened, { acts, link, broken });
  remember(program, siteWindow);
  acts.recentChanged();
  return siteWindow;
}

/** A read-only site is opened if the user agrees. */
async function askToRead(acts: Acts, { site }: OpenedSite): Promise<'read' | 'copy' | 'none'> {
  const say = acts.say();
  const names = site.findings.map(({ name }) => name).join(', ');
  const detail = names === '' ? say('problem.read.detail') : say('problem.rules.detail', { names });
  const choice = await ask(
    say,
    {
      message: say('problem.read', { name: nameOf(site.file) }),
      detail,
      // A copy of a broken file is just as broken.
      choices: names === '' ? ['read', 'copy'] : ['read'],
      leave: 'button.cancel',
    },
    frontSiteWindow()?.window,
  );
  return choice === 'read' || choice === 'copy' ? choice : 'none';
}

function remember({ host, prefs, note }: Program, { file, siteId }: SiteWindow): void {
  rememberRecent(prefs, { file, siteId });
  app.addRecentDocument(file);
  try {
    rememberSite(host, file);
  } catch (error) {
    note(`The next start will not know this site: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What to try next for a site that was not opened; undefined if the user cancels. */
async function whatNow(opening: Opening, request: OpenRequest, error: OpenError): Promise<OpenRequest | undefined> {
  const { prefs } = opening.program;
  const say = opening.acts.say();
  const { file } = request;
  const about = { name: nameOf(file), isFirst: allSiteWindows().length === 0 };
  const text = error.code === 'damaged' ? aboutMending(say, file, 'problem.damaged.unchanged') : error.message;
  const question = questionFor(say, { code: error.code, text }, about);
  const askAgain = (): Promise<OpenRequest | undefined> => whatNow(opening, request, error);
  switch (await ask(say, question, frontSiteWindow()?.window)) {
    case 'again':
      return request;
    case 'mend': {
      const mended = await mend(say, file, frontSiteWindow()?.window);
      return mended === undefined ? askAgain() : { ...request, file: mended };
    }
    case 'other':
      return (await pickFile(opening)) ?? askAgain();
    case 'new':
      return (await pickNew(opening)) ?? askAgain();
    case 'copy':
      return (await copyOf(opening, request)) ?? askAgain();
    case 'find': {
      const found = await pickFile(opening);
      if (found) forgetRecent(prefs, file);
      return found ? { ...request, ...found } : askAgain();
    }
    case 'folder':
      shell.showItemInFolder(file);
      return askAgain();
    case 'forget':
      forgetRecent(prefs, file);
      opening.acts.recentChanged();
      return undefined;
    default:
      return undefined;
  }
}

async function copyOf({ program, acts }: Opening, request: OpenRequest): Promise<OpenRequest | undefined> {
  try {
    return { ...request, file: copyToThisComputer(request.file, program.host) };
  } catch (error) {
    if (!(error instanceof OpenError)) throw error;
    const say = acts.say();
    const question = { message: say('problem.copy'), detail: error.message, choices: [], leave: 'button.ok' } as const;
    await ask(say, question, frontSiteWindow()?.window);
    return undefined;
  }
}

async function pickFile({ program, acts }: Opening): Promise<OpenRequest | undefined> {
  const say = acts.say();
  const filters = [
    { name: say('file.kind'), extensions: ['polydesk'] },
    { name: say('file.all'), extensions: ['*'] },
  ];
  const options = { defaultPath: dataFolder(program.host), filters, properties: ['openFile' as const] };
  const over = frontSiteWindow()?.window;
  const { filePaths } = await (over ? dialog.showOpenDialog(over, options) : dialog.showOpenDialog(options));
  const [file] = filePaths;
  return file === undefined ? undefined : { file };
}

/** Never the name of an existing file: nothing is overwritten. */
async function pickNew({ program, acts }: Opening): Promise<OpenRequest | undefined> {
  const say = acts.say();
  const over = frontSiteWindow()?.window;
  const filters = [{ name: say('file.kind'), extensions: ['polydesk'] }];
  const options = { defaultPath: join(dataFolder(program.host), `${say('file.new')}.polydesk`), filters };
  const { filePath } = await (over ? dialog.showSaveDialog(over, options) : dialog.showSaveDialog(options));
  if (filePath === '') return undefined;
  const file = /\.polydesk$/i.test(filePath) ? filePath : `${filePath}.polydesk`;
  if (!existsSync(file)) return { file, create: true };
  const message = say('file.exists', { name: nameOf(file) });
  const choice = await ask(
    say,
    { message, detail: say('file.exists.detail'), choices: ['new', 'open'], leave: 'button.cancel' },
    over,
  );
  if (choice === 'open') return { file };
  return choice === 'new' ? pickNew({ program, acts, failed: () => undefined }) : undefined;
}
