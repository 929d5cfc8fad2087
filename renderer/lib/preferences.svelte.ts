import { isDesktop, runCommand } from './api/api.ts';
import { LOCALES, loadLocale } from './messages/messages.svelte.ts';
import type { UiLocale } from './messages/messages.svelte.ts';

export const THEMES = ['system', 'light', 'dark', 'hc'] as const;
export type Theme = (typeof THEMES)[number];

export const DENSITIES = ['compact', 'regular', 'roomy'] as const;
export type Density = (typeof DENSITIES)[number];

interface Stored {
  theme: Theme;
  locale: UiLocale;
  /** Height of the rows in lists. */
  density: Density;
  /** Flags, or codes in their place (`ui/LangChip.svelte`). */
  hasFlags: boolean;
  isSidebarSmall: boolean;
  isInspectorOpen: boolean;
  /** Single keys such as `N` in lists (WCAG 2.1.4). */
  hasSingleKeys: boolean;
  /** Nothing moves, also where the system does not ask for it. */
  isMotionReduced: boolean;
}

const storageKey = 'polydesk.preferences';
const defaults: Stored = {
  theme: 'system',
  locale: browserLocale(),
  density: 'regular',
  hasFlags: true,
  isSidebarSmall: false,
  isInspectorOpen: true,
  hasSingleKeys: true,
  isMotionReduced: false,
};
/** What a text may be. Anything else that is stored was damaged, or is of another version: the default stands in. */
const allowed: { [Name in keyof Stored]?: readonly string[] } = { theme: THEMES, locale: LOCALES, density: DENSITIES };
/** What counts in every window; how a window is arranged is its own. */
const SHARED = ['theme', 'locale', 'density', 'hasFlags', 'hasSingleKeys', 'isMotionReduced'] as const;
const rowHeights: Record<Density, number> = { compact: 28, regular: 34, roomy: 44 };

/** What this person chose, on this computer. Applies at once and is kept in the browser's own storage. */
class Preferences {
  #stored = $state<Stored>({ ...defaults, ...read() });
  /** The window has said what was chosen before: until then its own menus stay as they are. */
  #isTold = false;

  /** Pixels of a row of one line. */
  get rowHeight() {
    return rowHeights[this.#stored.density];
  }

  /** Reads what this person chose in other sites of the window: a site shown for the first time begins with it. */
  async open(): Promise<void> {
    if (!isDesktop()) return;
    const choices = await runCommand('preferences').catch(() => ({}));
    this.#isTold = true;
    this.take(choices);
    await loadLocale(this.#stored.locale);
  }

  /** Takes over what was chosen in another window; what does not fit is left out. */
  take(choices: Readonly<Record<string, unknown>>): void {
    const known = SHARED.filter((name) => Object.hasOwn(choices, name) && fits(name, choices[name]));
    const { locale } = this.#stored;
    Object.assign(this.#stored, Object.fromEntries(known.map((name) => [name, choices[name]])));
    localStorage.setItem(storageKey, JSON.stringify(this.#stored));
    if (this.#stored.locale !== locale) void loadLocale(this.#stored.locale);
    this.apply();
  }

  /** Puts all of it on the page, and the theme on the window's own menus; "system" follows the system from then on. */
  apply(): void {
    const { theme, density, isMotionReduced } = this.#stored;
    if (this.#isTold) void runCommand('setTheme', theme === 'hc' ? 'light' : theme).catch(() => undefined);
    const { dataset } = document.documentElement;
    dataset['theme'] = theme === 'system' ? systemTheme() : theme;
    dataset['density'] = density;
    dataset['motion'] = isMotionReduced ? 'reduced' : 'full';
  }

  /** Another window or tab of this person has chosen something else. */
  follow(): void {
    const { locale } = this.#stored;
    Object.assign(this.#stored, { ...defaults, ...read() });
    if (this.#stored.locale !== locale) void loadLocale(this.#stored.locale);
    this.apply();
  }

  /** One of the choices; `preferences.theme` is the same. */
  read<Name extends keyof Stored>(name: Name): Stored[Name] {
    return this.#stored[name];
  }

  /** Keeps a choice and puts it on the page; `preferences.theme = 'dark'` is the same. */
  write<Name extends keyof Stored>(name: Name, value: Stored[Name]): void {
    this.#stored[name] = value;
    localStorage.setItem(storageKey, JSON.stringify(this.#stored));
    const shared = Object.fromEntries(SHARED.map((each) => [each, this.#stored[each]]));
    if (isDesktop()) void runCommand('setPreferences', shared).catch(() => undefined);
    if (name === 'locale') void loadLocale(this.#stored.locale);
    else if (name === 'theme' || name === 'density' || name === 'isMotionReduced') this.apply();
  }
}

export const preferences = withChoices(new Preferences());

/** Each choice as a property, which can be bound: `bind:value={preferences.theme}`. */
function withChoices(base: Preferences): Preferences & Stored {
  for (const name of Object.keys(defaults) as (keyof Stored)[]) {
    const set = (value: Stored[typeof name]) => base.write(name, value);
    Object.defineProperty(base, name, { get: () => base.read(name), set });
  }
  return base as Preferences & Stored;
}

window.addEventListener('storage', ({ key }) => key === storageKey && preferences.follow());
for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)']) {
  matchMedia(query).addEventListener('change', () => preferences.apply());
}

function systemTheme(): Exclude<Theme, 'system'> {
  if (matchMedia('(prefers-contrast: more)').matches) return 'hc';
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** What is stored and fits; a value of another kind is left out. */
function read(): Partial<Stored> {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Record<string, unknown>;
    return Object.fromEntries(Object.entries(stored).filter(([name, value]) => fits(name as keyof Stored, value)));
  } catch {
    return {};
  }
}

function fits(name: keyof Stored, value: unknown): boolean {
  if (!Object.hasOwn(defaults, name) || typeof value !== typeof defaults[name]) return false;
  return allowed[name]?.includes(String(value)) ?? true;
}

function browserLocale(): UiLocale {
  const wanted = navigator.languages.map((each) => each.split('-')[0]);
  return LOCALES.find((locale) => wanted.includes(locale)) ?? 'en';
}
