import { BrowserWindow, Menu, nativeTheme, screen, type BrowserWindowConstructorOptions } from 'electron';
import { CHANNELS } from '../channels.ts';
import type { Topics } from '../commands.ts';
import { START_PAGE } from '../security/origin.ts';
import type { Bounds, Prefs } from '../prefs.ts';
import type { Say } from '../texts/texts.ts';
import { spellingItems } from './spelling-menu.ts';

export interface WindowPlan {
  prefs: Prefs;
  siteId: string;
  /** The built preload script. */
  preload: string;
  isPackaged: boolean;
  /** Name of the site's own session partition. */
  partition: string;
  /** Whether to underline words that are not in the dictionaries on this computer. */
  hasSpelling: boolean;
  /** The initial place, as a URL hash: `#/languages`; "" for the default. */
  hash: string;
}

/** The only place where windows are created (E1). */
export function createWindow(plan: WindowPlan): BrowserWindow {
  const { prefs, siteId, hash } = plan;
  const last = prefs.get().bounds[siteId];
  const window = new BrowserWindow({ ...windowOptions(plan), ...(last && placeOf(last)) });
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    const place = { ...window.getNormalBounds(), isMaximized: window.isMaximized() };
    prefs.set({ bounds: { ...boundsOfRecent(prefs), [siteId]: place } });
  });
  if (last?.isMaximized) window.maximize();
  void window.loadURL(`${START_PAGE}${hash}`);
  return window;
}

/** Offers words in place of a misspelled one that is clicked with the second button, in the language of the interface. */
export function offerSpelling(window: BrowserWindow, say: () => Say): void {
  const contents = window.webContents;
  contents.on('context-menu', (_event, clicked) => {
    const items = spellingItems(clicked, { say: say(), replace: (word) => contents.replaceMisspelling(word) });
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
  });
}

/** Brings a window to the front. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.focus();
}

/** Sends an event to the page of a window. */
export function sendToWindow<Topic extends keyof Topics>(
  window: BrowserWindow,
  topic: Topic,
  news: Topics[Topic],
): void {
  if (!window.isDestroyed()) window.webContents.send(CHANNELS.news, topic, news);
}

/** The web preferences allowed by E1; a test compares them as a whole. */
function windowOptions({ preload, isPackaged, partition, hasSpelling }: WindowPlan): BrowserWindowConstructorOptions {
  return {
    title: 'Polydesk',
    width: 1280,
    height: 800,
    minWidth: 900,
    minHeight: 600,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#151A19' : '#F1F4F3',
    webPreferences: {
      preload,
      partition,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      spellcheck: hasSpelling,
      devTools: !isPackaged,
    },
  };
}

/** Bounds of sites no longer in the list are dropped, so that the preferences do not grow forever. */
function boundsOfRecent(prefs: Prefs): Record<string, Bounds> {
  const { bounds, recent } = prefs.get();
  const known = new Set(recent.map(({ siteId }) => siteId));
  return Object.fromEntries(Object.entries(bounds).filter(([id]) => known.has(id)));
}

/** A position on a missing screen is dropped, the size is kept; no window is larger than the available screens. */
function placeOf({ x, y, width, height }: Bounds): { x?: number; y?: number; width: number; height: number } {
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const size = {
    width: Math.min(width, Math.max(900, ...areas.map((area) => area.width))),
    height: Math.min(height, Math.max(600, ...areas.map((area) => area.height))),
  };
  if (x === undefined || y === undefined) return size;
  const isSeen = areas.some((area) => {
    const isOff = x >= area.x + area.width || x + size.width <= area.x;
    return !isOff && y >= area.y && y < area.y + area.height;
  });
  return isSeen ? { x, y, ...size } : size;
}
