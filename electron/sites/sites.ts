import { app } from 'electron';
import { dirname } from 'node:path';
import { siteToStart } from '../../core/server/host/last-site.ts';
import { readFile, type Arrival } from './arrivals.ts';
import { ask } from './choices.ts';
import type { Acts } from '../commands.ts';
import type { DeepLink } from './deep-link.ts';
import { allSiteWindows, frontSiteWindow, type SiteWindow } from './site-windows.ts';
import { placeOf } from './link-place.ts';
import { setMenu } from '../window/menu.ts';
import { createOpener, type Opener } from './opening.ts';
import type { Program } from '../program.ts';
import { findRecent, forgetRecent, nameOf, shownRecent } from './recent.ts';
import { textsIn } from '../texts/texts.ts';
import { showWindow, sendToWindow } from '../window/window.ts';

/** Sites as documents: opening them at startup, from outside, and from menus and pages. */
export interface Sites {
  /** Opens the site named at startup, else the last one. Throws if no window opened. */
  start(arrivals: readonly Arrival[]): Promise<void>;
  /** Opens files or links from outside; if none is valid, brings a window to the front. */
  arrive(arrivals: readonly Arrival[]): Promise<void>;
}

export function createSites(program: Program): Sites {
  const { host, prefs, note } = program;
  const acts: Acts = {
    say: () => textsIn(prefs.get().interface['locale'], app.getLocale()),
    open: () => opener.choose().then(isThere),
    create: () => opener.create().then(isThere),
    recent: () => shownRecent(prefs),
    openRecent: (id) => openRecent(program, opener, id),
    clearRecent() {
      forgetRecent(prefs);
      app.clearRecentDocuments();
      acts.recentChanged();
    },
    openDropped: (path) => openDropped(program, { acts, opener }, path),
    recentChanged() {
      setMenu(program, acts);
      for (const { window } of allSiteWindows()) sendToWindow(window, 'recent', shownRecent(prefs));
    },
    choose(choices, from) {
      const isNewLocale = choices['locale'] !== prefs.get().interface['locale'];
      prefs.set({ interface: choices });
      if (isNewLocale) setMenu(program, acts);
      for (const { window } of allSiteWindows()) if (window !== from) sendToWindow(window, 'preferences', choices);
    },
  };
  const opener = createOpener(program, acts);
  const openOne = (arrival: Arrival): Promise<unknown> =>
    arrival.kind === 'file' ? opener.open({ file: arrival.file }) : openLink(program, { acts, opener }, arrival.link);
  const openLast = async (): Promise<void> => {
    const file = host.env['POLYDESK_SITE'] || siteToStart(host, note);
    await opener.open({ file, create: true });
  };
  setMenu(program, acts);
  return {
    async arrive(arrivals) {
      for (const arrival of arrivals) await openOne(arrival);
      const front = frontSiteWindow();
      if (arrivals.length > 0) return;
      if (front) showWindow(front.window);
      else await openLast();
    },
    async start(arrivals) {
      for (const arrival of arrivals) await openOne(arrival);
      if (allSiteWindows().length === 0) await openLast();
      if (allSiteWindows().length === 0) throw opener.failure() ?? new Error('No site to show');
    },
  };
}

interface Hands {
  acts: Acts;
  opener: Opener;
}

const isThere = (siteWindow: SiteWindow | undefined): boolean => siteWindow !== undefined;

async function openRecent({ prefs }: Program, opener: Opener, id: string): Promise<boolean> {
  const found = findRecent(prefs, id);
  return found ? isThere(await opener.open({ file: found.file })) : false;
}

/**
 * Opens a file dropped on a page. The path comes from the page, so a compromised page could pass any: a file never opened here
 * needs confirmation in a native dialog (E9).
 */
async function openDropped({ prefs }: Program, { acts, opener }: Hands, path: string): Promise<boolean> {
  const arrival = readFile(path);
  if (arrival?.kind !== 'file') return false;
  const isKnown = prefs.get().recent.some(({ file }) => file === path);
  const say = acts.say();
  const question = {
    message: say('dropped.ask', { name: nameOf(path) }),
    detail: say('dropped.detail', { folder: dirname(path) }),
    choices: ['open'],
    leave: 'button.cancel',
    type: 'question',
  } as const;
  if (!isKnown && (await ask(say, question, frontSiteWindow()?.window)) !== 'open') return false;
  return isThere(await opener.open({ file: path }));
}

/** Opens the place of a deep link, in its site. */
async function openLink({ prefs }: Program, { acts, opener }: Hands, link: DeepLink): Promise<void> {
  const there = allSiteWindows().find(({ siteId }) => siteId === link.siteId);
  const known = prefs.get().recent.find(({ siteId }) => siteId === link.siteId);
  if (!there && known) return void (await opener.open({ file: known.file, link }));
  if (!there) {
    const say = acts.say();
    const detail = say('link.unknown.detail');
    const question = { message: say('link.unknown'), detail, choices: [], leave: 'button.ok', type: 'info' } as const;
    return void (await ask(say, question, frontSiteWindow()?.window));
  }
  const place = placeOf(there.engine, there.caller, link);
  showWindow(there.window);
  if (place) sendToWindow(there.window, 'place', place);
}
