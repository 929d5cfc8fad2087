import { isDesktop, runCommand } from './api.ts';
import { LOCALES, loadLocale } from './messages/messages.svelte.ts';
import type { UiLocale } from './messages/messages.svelte.ts';

export const THEMES = ['system', 'light', 'dark', 'hc'] as const;
export type Theme = (typeof THEMES)[number];

interface Stored {
  theme: Theme;
  locale: UiLocale;
  /** Flags, or codes in their place (`ui/LangChip.svelte`). */
  hasFlags: boolean;
  isSidebarSmall: boolean;
  isInspectorOpen: boolean;
  /** Single keys such as `N` in lists (WCAG 2.1.4). */
  hasSingleKeys: boolean;
}

const storageKey = 'polydesk.preferences';
const defaults: Stored = {
  theme: 'system',
  locale: browserLocale(),
  hasFlags: true,
  isSidebarSmall: false,
  isInspectorOpen: true,
  hasSingleKeys: true,
};

/** What this person chose, on this computer. Applies at once and is kept in the browser's own storage. */
class Preferences {
  #stored = $state<Stored>({ ...defaults, ...read() });

  get theme() {
    return this.#stored.theme;
  }
  set theme(theme: Theme) {
    this.#write({ theme });
    this.apply();
  }
  get locale() {
    return this.#stored.locale;
  }
  set locale(locale: UiLocale) {
    this.#write({ locale });
    void loadLocale(locale);
  }
  get hasFlags() {
    return this.#stored.hasFlags;
  }
  set hasFlags(hasFlags: boolean) {
    this.#write({ hasFlags });
  }
  get isSidebarSmall() {
    return this.#stored.isSidebarSmall;
  }
  set isSidebarSmall(isSidebarSmall: boolean) {
    this.#write({ isSidebarSmall });
  }
  get isInspectorOpen() {
    return this.#stored.isInspectorOpen;
  }
  set isInspectorOpen(isInspectorOpen: boolean) {
    this.#write({ isInspectorOpen });
  }
  get hasSingleKeys() {
    return this.#stored.hasSingleKeys;
  }
  set hasSingleKeys(hasSingleKeys: boolean) {
    this.#write({ hasSingleKeys });
  }

  /** Puts the theme on the page and on the window's own menus; "system" follows the system from then on. */
  apply(): void {
    if (isDesktop()) void runCommand('setTheme', this.theme === 'hc' ? 'light' : this.theme).catch(() => undefined);
    document.documentElement.dataset['theme'] = this.theme === 'system' ? systemTheme() : this.theme;
  }

  #write(part: Partial<Stored>): void {
    Object.assign(this.#stored, part);
    localStorage.setItem(storageKey, JSON.stringify(this.#stored));
  }
}

export const preferences = new Preferences();

for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)']) {
  matchMedia(query).addEventListener('change', () => preferences.apply());
}

function systemTheme(): Exclude<Theme, 'system'> {
  if (matchMedia('(prefers-contrast: more)').matches) return 'hc';
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function read(): Partial<Stored> {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Stored>;
  } catch {
    return {};
  }
}

function browserLocale(): UiLocale {
  const wanted = navigator.languages.map((each) => each.split('-')[0]);
  return LOCALES.find((locale) => wanted.includes(locale)) ?? 'en';
}
