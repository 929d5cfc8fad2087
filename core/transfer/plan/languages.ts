import { isFlagCode } from '../../domain/languages/flags.ts';
import { catalogue, deriveLanguage, socialLocaleOf } from '../../domain/languages/catalog.ts';
import { languageName } from '../../domain/languages/name.ts';
import { allLanguages, type LanguageRow } from '../../store/languages/languages.ts';
import type { Ids } from '../ids.ts';
import type { LanguageRecord, Meta } from '../records.ts';
import { count, warn } from '../report.ts';
import type { Context } from './context.ts';

/** A language of the file, and its counterpart here. */
export interface PlannedLanguage {
  code: string;
  id: number;
  /** An existing language is updated from this record. */
  record?: LanguageRecord;
  /** The row to create; undefined for an existing language. */
  row: (LanguageRow & { uuid: string; meta: readonly Meta[] }) | undefined;
}

export interface LanguagePlan {
  byCode: ReadonlyMap<string, PlannedLanguage>;
  /** The default language after the import, if the site has none yet. */
  newDefault: number | undefined;
  codeOf(id: number): string | undefined;
}

const CODE = /^[a-z][a-z0-9_-]{0,199}$/;

/** Plans languages by code: existing ones stay as they are, the others are created (`content.md` 8.2). */
export function planLanguages(context: Context, ids: Ids): LanguagePlan {
  const { site, report, records, choices } = context;
  const byCode = new Map<string, PlannedLanguage>(
    allLanguages(site.db).map((row) => [row.slug, { code: row.slug, id: row.term_id, row: undefined }]),
  );
  const isFirst = byCode.size === 0;
  const added: { record: LanguageRecord; language: PlannedLanguage }[] = [];
  for (const record of wantedLanguages(context)) {
    const known = byCode.get(record.code);
    if (known) {
      const isUpdated = record.more !== undefined && choices.existing !== 'keep';
      if (isUpdated) byCode.set(record.code, { ...known, record });
      count(report, 'languages', isUpdated ? 'updated' : 'skipped');
      continue;
    }
    if (!CODE.test(record.code)) {
      count(report, 'languages', 'dropped');
      const text = `"${record.code.slice(0, 60)}" cannot be a language code; its content was imported without a language.`;
      const params = { lang: record.code.slice(0, 60) };
      warn(report, 'languages', { line: record.line, code: 'language_code', text, params });
      continue;
    }
    const language = newLanguage(context, record, ids);
    byCode.set(record.code, language);
    added.push({ record, language });
    count(report, 'languages', 'created');
  }
  const wanted = records.site.more?.settings['default_lang'];
  const codes = new Map([...byCode.values()].map(({ id, code }) => [id, code]));
  return { byCode, newDefault: isFirst ? defaultOf(added, wanted) : undefined, codeOf: (id) => codes.get(id) };
}

/** Languages listed in the file, followed by those only its items name. */
function wantedLanguages({ records }: Context): LanguageRecord[] {
  const listed = [...records.languages()].sort((a, b) => (a.source ?? Infinity) - (b.source ?? Infinity));
  const known = new Set(listed.map(({ code }) => code));
  const named = records.staging.languagesOfItems().filter(({ code }) => !known.has(code));
  return [...listed, ...named.map(({ code, name }) => bareLanguage(code, name))];
}

function bareLanguage(code: string, name: string): LanguageRecord {
  return {
    source: null,
    twin: null,
    uuid: '',
    code,
    name,
    locale: '',
    is_rtl: null,
    flag_code: null,
    term_group: 0,
    meta: [],
    line: 0,
  };
}

function newLanguage({ report }: Context, record: LanguageRecord, ids: Ids): PlannedLanguage {
  const locale = /^[A-Za-z0-9_-]{2,60}$/.test(record.locale) ? record.locale : localeOfCode(record.code);
  const derived = deriveLanguage(locale);
  const id = ids.take(record.source).id;
  const name = languageName(record.name).slice(0, 200) || (derived.name ?? record.code);
  return {
    code: record.code,
    id,
    row: {
      term_id: id,
      twin_id: ids.take(record.twin).id,
      name,
      slug: record.code,
      locale,
      is_rtl: (record.is_rtl ?? derived.is_rtl) ? 1 : 0,
      flag_code: flagOf(record, derived.flag_code, report),
      term_group: record.term_group,
      active: record.more?.active === false ? 0 : 1,
      fallbacks: JSON.stringify(record.more?.fallbacks ?? []),
      uuid: record.uuid,
      meta: record.meta,
    },
  };
}

/** Without a flag in the file, the flag follows from the locale; an unknown flag is dropped and reported (`content.md` 8.2). */
function flagOf({ flag_code, code, line }: LanguageRecord, derived: string, report: Context['report']): string {
  if (flag_code === null) return derived;
  if (flag_code === '' || isFlagCode(flag_code)) return flag_code;
  const text = `The language "${code}" has an unknown flag ("${flag_code.slice(0, 30)}"); it now has none.`;
  warn(report, 'languages', { line, code: 'flag', text, params: { lang: code, flag: flag_code.slice(0, 30) } });
  return '';
}

/** The usual locale of a code: "fr" is fr_FR, "pt-br" is pt_BR. */
export function localeOfCode(code: string): string {
  const [language = code, region = ''] = code.split(/[-_]/);
  const entries = catalogue();
  const exact = entries.find(({ locale }) => locale.toLowerCase() === `${language}_${region}`);
  if (exact) return exact.locale;
  const own = entries.filter(({ slug }) => slug === language);
  const usual = own.find(({ locale }) => socialLocaleOf(locale) === socialLocaleOf(language));
  return (usual ?? own[0])?.locale ?? language;
}

/** The language the file marks as default, otherwise the one with the lowest number. */
function defaultOf(
  added: readonly { record: LanguageRecord; language: PlannedLanguage }[],
  wanted: unknown,
): number | undefined {
  return (added.find(({ record }) => record.code === wanted) ?? added[0])?.language.id;
}
