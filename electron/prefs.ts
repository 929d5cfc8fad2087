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

/** A site that was open, by the path of its file. */
const RecentSite = v.object({ file: v.string(), siteId: v.string() });
export type RecentSite = v.InferOutput<typeof RecentSite>;

const Preferences = v.object({
  /** Where the window stood, by site: of sites of the list below. */
  bounds: v.optional(v.record(v.string(), Bounds), {}),
  theme: v.optional(v.picklist(['system', 'light', 'dark']), 'system'),
  /** Sites that were open, newest first. */
  recent: v.optional(v.array(RecentSite), []),
  /** Sites whose local server a person switched off, until it is switched on again. */
  serverOff: v.optional(v.array(v.string()), []),
  interface: v.optional(InterfaceChoices, {}),
});
export type Preferences = v.InferOutput<typeof Preferences>;

/** What the window remembers between two starts. No content of a site and no secret is in it. */
export interface Prefs {
  get(): Preferences;
  set(changes: Partial<Preferences>): void;
}

/** Opens `preferences.json` of a folder. A damaged file is left as it is: this start then remembers nothing. */
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
        // Worth less than the site that is open.
        process.stderr.write(`The preferences could not be stored: ${String(error)}\n`);
      }
    },
  };
}

/** Whether the local server of a site starts with it: a person who switched it off expects it to stay off. */
export function isServerWanted(prefs: Prefs, siteId: string): boolean {
  return !prefs.get().serverOff.includes(siteId);
}

/** Keeps that a person switched the local server of a site on or off. */
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
    // The library would tell any page where its files are.
    ipcMain.removeAllListeners('electron-store-get-data');
  }
}

function parsePreferences(stored: unknown): Preferences {
  const result = v.safeParse(Preferences, stored ?? {});
  return result.success ? result.output : v.parse(Preferences, {});
}
