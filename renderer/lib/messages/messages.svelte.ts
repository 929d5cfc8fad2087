// Every visible text. English is bundled; other languages are loaded on demand and fall back to it, text by text.
import enActivity from './en/activity.json';
import enAbout from './en/about.json';
import enApiTools from './en/api-tools.json';
import enTransfer from './en/transfer.json';
import enChecks from './en/checks.json';
import enContent from './en/content.json';
import enDesk from './en/desk.json';
import enEditor from './en/editor.json';
import enFrame from './en/frame.json';
import enGlossary from './en/glossary.json';
import enLanguages from './en/languages.json';
import enLive from './en/live.json';
import enMedia from './en/media.json';
import enMemory from './en/memory.json';
import enOverview from './en/overview.json';
import enPreferences from './en/preferences.json';
import enReplace from './en/replace.json';
import enSettings from './en/settings.json';
import enSites from './en/sites.json';
import enStrings from './en/strings.json';
import enTerms from './en/terms.json';
import enUi from './en/ui.json';
import enWriting from './en/writing.json';
import { languageNameIn } from '../../../core/schema/languages/names.ts';
import { listText } from '../../../core/schema/site/summary-text.ts';
import { format, formatPieces, plainNumber } from '../../../core/schema/wire/message-format.ts';
import type { Params, Piece } from '../../../core/schema/wire/message-format.ts';

const english = {
  ...enAbout,
  ...enActivity,
  ...enTransfer,
  ...enUi,
  ...enFrame,
  ...enGlossary,
  ...enLanguages,
  ...enLive,
  ...enReplace,
  ...enSettings,
  ...enApiTools,
  ...enPreferences,
  ...enChecks,
  ...enContent,
  ...enDesk,
  ...enEditor,
  ...enMedia,
  ...enMemory,
  ...enOverview,
  ...enSites,
  ...enStrings,
  ...enTerms,
  ...enWriting,
};
/** The key of a text, as in `en/*.json`. */
export type MessageKey = keyof typeof english;

export const LOCALES = ['en', 'fr', 'ar'] as const;
export type UiLocale = (typeof LOCALES)[number];

type Texts = Readonly<Record<string, string>>;
const others: { [Locale in UiLocale]?: () => Promise<{ texts: Texts }> } = {
  fr: () => import('./fr.ts'),
  ar: () => import('./ar.ts'),
};

let locale = $state<UiLocale>('en');
let texts = $state.raw<Texts>(english);

/**
 * The text of a key with its parameters filled in: `t('languages.count', { count: 5 })`. Reactive: it follows the chosen
 * language.
 */
export function t(key: MessageKey, params: Params = {}): string {
  return format(texts[key] ?? key, params, locale);
}

/** The text in pieces, for `ui/Message.svelte`: placeholders not in `params` become slots. */
export function tPieces(key: MessageKey, params: Params = {}): Piece[] {
  return formatPieces(texts[key] ?? key, params, locale);
}

/**
 * The text of a computed key in the current language; undefined if it has none (English may omit what the engine already says in
 * English) or if a placeholder has no value.
 */
export function textIfKnown(key: string, params: Params = {}): string | undefined {
  const pattern = texts[key];
  if (pattern === undefined) return undefined;
  const pieces = formatPieces(pattern, params, locale);
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : undefined;
}

/** Cached results of `textsOf`, by the texts they come from. */
const taken = new WeakMap<Texts, Map<string, Texts>>();

/** All texts whose keys have this prefix, by the rest of the key. Cached for each language: lists call it for every row. */
export function textsOf(beginning: string): Texts {
  const known = taken.get(texts) ?? new Map<string, Texts>();
  taken.set(texts, known);
  let found = known.get(beginning);
  if (!found) {
    const entries = Object.entries(texts).filter(([key]) => key.startsWith(beginning));
    found = Object.fromEntries(entries.map(([key, text]) => [key.slice(beginning.length), text]));
    known.set(beginning, found);
  }
  return found;
}

/** Whether a key exists: for computed keys, `settings.field.${name}`. */
export function isMessage(key: string): key is MessageKey {
  return Object.hasOwn(english, key);
}

/** The language of the interface. */
export function uiLocale(): UiLocale {
  return locale;
}

export function uiDirection(): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}

/** Formats a number or a ratio (0 to 1) in the interface language. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  if (!options) return plainNumber(value, locale);
  return new Intl.NumberFormat(locale, options).format(value);
}

/** Formats a time in the interface language; by default day, month and time. */
export function formatDate(
  value: string | number | Date,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
): string {
  return new Intl.DateTimeFormat(locale, options).format(new Date(value));
}

/** Name of a language in the interface language: `fr_FR` → "French (France)". The code itself if it has no name. */
export function languageName(code: string): string {
  return languageNameIn(code, locale);
}

/** "a, b and c", formatted in the interface language. */
export function formatList(items: readonly string[]): string {
  return listText(items, locale);
}

/** Loads the texts of a language and switches to it, including the text direction of the page. */
export async function loadLocale(wanted: UiLocale): Promise<void> {
  const other = await others[wanted]?.();
  texts = other ? { ...english, ...other.texts } : english;
  locale = wanted;
  document.documentElement.lang = wanted;
  document.documentElement.dir = uiDirection();
}
