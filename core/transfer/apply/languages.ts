import { randomUUID } from 'node:crypto';
import { isFlagCode } from '../../domain/languages/flags.ts';
import { languageName } from '../../domain/languages/name.ts';
import type { Site } from '../../site.ts';
import { termByUuid } from '../../store/transfer/import.ts';
import { insertLanguage, languageById, updateLanguageRow } from '../../store/languages/languages.ts';
import { addMeta, setMeta } from '../../store/content/meta.ts';
import { insertTerm, updateTermNames } from '../../store/content/terms.ts';
import { valuesOf } from './values.ts';
import type { LanguagePlan, PlannedLanguage } from '../plan/languages.ts';
import type { LanguageRecord } from '../records.ts';

/** Creates the new languages, and updates existing ones from a bundle. */
export function applyLanguages(site: Site, languages: LanguagePlan): void {
  for (const language of languages.byCode.values()) {
    if (language.row) addLanguage(site, language.row);
    else if (language.record) changeLanguage(site, language.id, language.record);
  }
}

function addLanguage(site: Site, row: NonNullable<PlannedLanguage['row']>): void {
  const { term_id, twin_id, name, slug, uuid, meta, active, fallbacks, ...facts } = row;
  const own = uuid !== '' && !termByUuid(site.db, uuid) ? uuid : randomUUID();
  insertTerm(site.db, { name, id: term_id, uuid: own, taxonomy: 'language', slug });
  insertTerm(site.db, { name, id: twin_id, taxonomy: 'term_language', slug: `pll_${slug}` });
  insertLanguage(site.db, { term_id, twin_id, ...facts });
  if (active === 0 || fallbacks !== '[]')
    updateLanguageRow(site.db, { term_id, twin_id, name, slug, active, fallbacks, ...facts });
  for (const one of meta) addMeta(site.db, { kind: 'term', id: term_id }, one);
}

/** Updates a language of the site from a bundle; fields missing from the record are unchanged. */
export function changeLanguage(site: Site, id: number, record: LanguageRecord): void {
  const row = languageById(site.db, id);
  if (!row || !record.more) return;
  const name = languageName(record.name) || row.name;
  if (name !== row.name) updateTermNames(site.db, [row.term_id, row.twin_id], name);
  const flag = record.flag_code ?? '';
  updateLanguageRow(site.db, {
    ...row,
    name,
    locale: record.locale || row.locale,
    is_rtl: record.is_rtl === true ? 1 : 0,
    flag_code: flag === '' || isFlagCode(flag) ? flag : row.flag_code,
    term_group: record.term_group,
    active: record.more.active ? 1 : 0,
    fallbacks: JSON.stringify(record.more.fallbacks),
  });
  for (const key of new Set(record.meta.map((one) => one.key)))
    setMeta(site.db, { kind: 'term', id }, { key, values: valuesOf(record.meta, key) });
}
