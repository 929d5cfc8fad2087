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
  /** Flags, or codes instead (`ui/LangChip.svelte`). */
  hasFlags: boolean;
  isSidebarSmall: boolean;
  isInspectorOpen: boolean;
  /** Single-key shortcuts such as `N` in lists (WCAG 2.1.4). */
  hasSingleKeys: boolean;
  /** Reduces motion even if the system setting does not. */
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
/** Allowed values. Anything else in storage is damaged or from another version: the default applies. */
const allowed: { [Name in keyof Stored]?: readonly string[] } = { theme: THEMES, locale: LOCALES, density: DENSITIES };
/** Preferences shared by all windows; a window's layout is its own. */
const SHARED = ['theme', 'locale', 'density', 'hasFlags', 'hasSingleKeys', 'isMotionReduced'] as const;
const rowHeights: Record<Density, number> = { compact: 28, regular: 34, roomy: 44 };

/** The user's preferences on this computer. They apply immediately and are kept in the browser's own storage. */
class Preferences {
  #stored = $state<Stored>({ ...defaults, ...read() });
  /** Whether the window has reported earlier preferences: until then its native menus stay unchanged. */
  #isTold = false;

  /** Height of a one-line row in pixels. */
  get rowHeight() {
    return rowHeights[this.#stored.density];
  }

  /** Reads the preferences set in other sites of the window: a site shown for the first time starts with them. */
  async open(): Promise<void> {
    if (!isDesktop()) return;
    const choices = await runCommand('preferences').catch(() => ({}));
    this.#isTold = true;
    this.take(choices);
    await loadLocale(this.#stored.locale);
  }

  /** Adopts preferences from another window; invalid ones are ignored. */
  take(choices: Readonly<Record<string, unknown>>): void {
    const known = SHARED.filter((name) => Object.hasOwn(choices, name) && fits(name, choices[name]));
    const { locale } = this.#stored;
    Object.assign(this.#stored, Object.fromEntries(known.map((name) => [name, choices[name]])));
    localStorage.setItem(storageKey, JSON.stringify(this.#stored));
    if (this.#stored.locale !== locale) void loadLocale(this.#stored.locale);
    this.apply();
  }

  /** Applies everything to the page, and the theme to the native menus; "system" tracks the system from then on. */
  apply(): void {
    const { theme, density, isMotionReduced } = this.#stored;
    if (this.#isTold) void runCommand('setTheme', theme === 'hc' ? 'light' : theme).catch(() => undefined);
    const { dataset } = document.documentElement;
    dataset['theme'] = theme === 'system' ? systemTheme() : theme;
    dataset['density'] = density;
    dataset['motion'] = isMotionReduced ? 'reduced' : 'full';
  }

  /** Follows changes made in another window or tab of this user. */
  follow(): void {
    const { locale } = this.#stored;
    Object.assign(this.#stored, { ...defaults, ...read() });
    if (this.#stored.locale !== locale) void loadLocale(this.#stored.locale);
    this.apply();
  }

  /** Reads one preference; same as `preferences.theme`. */
  read<Name extends keyof Stored>(name: Name): Stored[Name] {
    return this.#stored[name];
  }

  /** Stores a preference and applies it; same as `preferences.theme = 'dark'`. */
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

/** Exposes each preference as a bindable property: `bind:value={preferences.theme}`. */
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

/** The stored values that are valid; others are omitted. */
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
