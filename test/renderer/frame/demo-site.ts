import { summaryOfUndo, type Summary } from '../../../core/schema/site/summaries.ts';
import type { LanguageValue } from '../../../core/schema/languages/language.ts';

const base = {
  term_group: 0,
  social_locale: '',
  search_url: '',
  host: '',
  page_on_front: 0,
  page_for_posts: 0,
  flag_url: '',
  flag: '',
};
const props = { term_id: 1, term_taxonomy_id: 1, count: 0 };

function language(term_id: number, name: string, locale: string, more: Partial<LanguageValue> = {}): LanguageValue {
  const slug = locale.slice(0, 2);
  return {
    ...base,
    name,
    slug,
    term_id,
    locale,
    is_rtl: false,
    w3c: locale.replace('_', '-'),
    home_url: `https://veloatlas.example/${more.is_default ? '' : `${slug}/`}`,
    flag_code: slug,
    active: true,
    fallbacks: [],
    is_default: false,
    term_props: { language: props, term_language: props },
    ...more,
  };
}

/** A small site, in the form of engine responses. */
export const languages: LanguageValue[] = [
  language(4, 'English', 'en_US', { is_default: true, flag_code: 'us' }),
  language(5, 'Français', 'fr_FR'),
  language(6, 'Deutsch', 'de_DE'),
  language(7, 'العربية', 'ar', { is_rtl: true, flag_code: 'arab' }),
  language(8, '日本語', 'ja', { flag_code: 'jp' }),
  language(9, 'Português', 'pt_PT', { active: false }),
];

const entry = {
  at: '2026-11-21T09:41:00.000Z',
  author: 'admin',
  origin: 'window',
  items: [],
  undone_by: null,
  undoes: null,
};

const browser: Summary = { code: 'settings.changed', params: { settings: ['browser'] } };
const french: Summary = { code: 'language.added', params: { lang: 'fr', name: 'Français' } };

export const server = { base_url: 'https://127.0.0.1:24180', port: 24180 };

/** Answers by path; what is missing is not there. */
export const answers: Record<string, unknown> = {
  '/pll/v1/languages': languages,
  '/wp/v2/settings': { title: 'Vélo Atlas', url: 'https://veloatlas.example' },
  '/polydesk/v1/server': server,
  '/polydesk/v1/history': [
    { ...entry, id: 12, ...browser },
    { ...entry, id: 11, ...french },
  ],
};

/** The history after its newest change was taken back. */
export const undone = [
  { ...entry, id: 13, origin: 'undo', undoes: 12, ...summaryOfUndo(browser) },
  { ...entry, id: 12, undone_by: 13, ...browser },
  { ...entry, id: 11, ...french },
];
