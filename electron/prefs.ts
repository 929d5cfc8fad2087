import Store from 'electron-store';
import { ipcMain } from 'electron';
import * as v from 'valibot';
import { InterfaceChoices } from './window/interface-choices.ts';

const Bounds = v.object({
  x: v.exactOptional(v.number()),
  y: v.exactOptional(v.number()),
  width: v.pipe(v.number(), v.minValue(900)),
  height: v.pipe(v.number(), v.minValue(600)),
  isMaximized: v.optional(v.boolean(), false),
});
export type Bounds = v.InferOutput<typeof Bounds>;

/** A recent site, by file path. */
const RecentSite = v.object({ file: v.string(), siteId: v.string() });
export type RecentSite = v.InferOutput<typeof RecentSite>;

const Preferences = v.object({
  /** Window bounds by site: only of sites in the list below. */
  bounds: v.optional(v.record(v.string(), Bounds), {}),
  theme: v.optional(v.picklist(['system', 'light', 'dark']), 'system'),
  /** Recent sites, newest first. */
  recent: v.optional(v.array(RecentSite), []),
  /** Sites whose local server the user turned off, until it is turned on again. */
  serverOff: v.optional(v.array(v.string()), []),
  interface: v.optional(InterfaceChoices, {}),
});
export type Preferences = v.InferOutput<typeof Preferences>;

/** Window state and preferences kept between starts. Contains no site content and no secrets. */
export interface Prefs {
  get(): Preferences;
  set(changes: Partial<Preferences>): void;
}

/** Opens `preferences.json` in a folder. A damaged file is left untouched: this session then remembers nothing. */
export function openPrefs(folder: string): Prefs {
  const store = openStore(folder);
  let current = parsePreferences(store?.store);
  return {
    get: () => current,
    set(changes) {
      current = { ...current, ...changes };
      try {
        store?.set(current);
      } catch (error) {
        // Less important than the open site.
        process.stderr.write(`The preferences could not be stored: ${String(error)}\n`);
      }
    },
  };
}

/** Whether a site's local server starts with it: users who turned it off expect it to stay off. */
export function isServerWanted(prefs: Prefs, siteId: string): boolean {
  return !prefs.get().serverOff.includes(siteId);
}

/** Stores that the user turned the local server of a site on or off. */
export function keepServerChoice(prefs: Prefs, siteId: string, isOn: boolean): void {
  const others = prefs.get().serverOff.filter((id) => id !== siteId);
  prefs.set({ serverOff: isOn ? others : [...others, siteId] });
}

function openStore(folder: string): Store<Preferences> | undefined {
  try {
    return new Store<Preferences>({
      cwd: folder,
      name: 'preferences',
      clearInvalidConfig: false,
      configFileMode: 0o600,
    });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  } finally {
    // The library would reveal the path of its files to any page.
    ipcMain.removeAllListeners('electron-store-get-data');
  }
}

function parsePreferences(stored: unknown): Preferences {
  const result = v.safeParse(Preferences, stored ?? {});
  return result.success ? result.output : v.parse(Preferences, {});
}
