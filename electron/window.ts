import { BrowserWindow, nativeTheme, screen, type BrowserWindowConstructorOptions, type WebContents } from 'electron';
import { CHANNELS } from './channels.ts';
import type { Topics } from './commands.ts';
import { START_PAGE } from './origin.ts';
import type { Bounds, Prefs } from './prefs.ts';

export interface WindowPlan {
  prefs: Prefs;
  siteId: string;
  /** The built preload script. */
  preload: string;
  isPackaged: boolean;
}

const windows = new Set<BrowserWindow>();

/** The only place where a window is made (E1). */
export function createWindow(plan: WindowPlan): BrowserWindow {
  const { prefs, siteId } = plan;
  const last = prefs.get().bounds[siteId];
  const window = new BrowserWindow({ ...windowOptions(plan), ...(last && placeOf(last)) });
  windows.add(window);
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    const place = { ...window.getNormalBounds(), isMaximized: window.isMaximized() };
    prefs.set({ bounds: { ...prefs.get().bounds, [siteId]: place } });
  });
  window.on('closed', () => windows.delete(window));
  if (last?.isMaximized) window.maximize();
  void window.loadURL(START_PAGE);
  return window;
}

/** Brings our window to the front: all that a second start does. */
export function showWindow(): void {
  for (const window of windows) {
    if (window.isMinimized()) window.restore();
    window.focus();
  }
}

/** Is this the content of a window we made? */
export function isOurWindow(contents: WebContents): boolean {
  return [...windows].some((window) => window.webContents === contents);
}

/** Tells every page something of our own accord. */
export function tellWindows<Topic extends keyof Topics>(topic: Topic, news: Topics[Topic]): void {
  for (const window of windows) window.webContents.send(CHANNELS.news, topic, news);
}

/** Shows the interface anew, in development only. */
export function reloadWindows(): void {
  for (const window of windows) window.webContents.reload();
}

/** The allow list of E1; a test compares it whole. */
function windowOptions({ preload, isPackaged }: WindowPlan): BrowserWindowConstructorOptions {
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
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      spellcheck: false,
      devTools: !isPackaged,
    },
  };
}

/** A place on a screen that is no longer there is forgotten; the size stays. */
function placeOf({ x, y, width, height }: Bounds): { x?: number; y?: number; width: number; height: number } {
  if (x === undefined || y === undefined) return { width, height };
  const isSeen = screen.getAllDisplays().some(({ workArea }) => {
    const isBeside = x >= workArea.x + workArea.width || x + width <= workArea.x;
    return !isBeside && y >= workArea.y && y < workArea.y + workArea.height;
  });
  return isSeen ? { x, y, width, height } : { width, height };
}
