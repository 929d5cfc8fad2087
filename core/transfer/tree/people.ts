import { randomUUID } from 'node:crypto';
import { userSlug } from '../../domain/access/users.ts';
import type { Site } from '../../site.ts';
import { insertUser, isUserSlugTaken } from '../../store/access/users.ts';
import { replaceMeta } from '../../store/content/meta.ts';
import { insertTerm } from '../../store/content/terms.ts';
import { allLanguages, insertLanguage } from '../../store/languages/languages.ts';
import { setDefaultLanguageId } from '../../store/site/site.ts';
import { setUserFacts } from '../../store/transfer/import.ts';
import { changeLanguage } from '../apply/languages.ts';
import { textOf } from '../bundle/fields.ts';
import { languageRecord } from '../bundle/read.ts';
import type { Wanted } from './lines.ts';

/** Creates or updates an author, who has no token and cannot sign in. */
export function applyUser(site: Site, { id, key: login, tree }: Wanted): void {
  const at = site.now().toISOString();
  const slug = (): string => userSlug(login, (one) => isUserSlugTaken(site.db, one));
  const own = id || insertUser(site.db, { uuid: randomUUID(), login, role: 'author', slug: slug(), at });
  const [email, name] = [textOf(tree['email']), textOf(tree['name'])];
  const [first_name, last_name] = [textOf(tree['first_name']), textOf(tree['last_name'])];
  setUserFacts(site.db, own, { email, name, first_name, last_name });
}

/** Creates or updates a language from the tree. */
export function applyLanguage(site: Site, { id, key: slug, tree }: Wanted): void {
  const record = languageRecord({ key: slug, fields: tree });
  const own = id || newLanguage(site, { slug, uuid: record.uuid, name: record.name });
  changeLanguage(site, own, record);
  replaceMeta(site.db, { kind: 'term', id: own }, { meta: record.meta, keeps: () => false });
}

function newLanguage(site: Site, { slug, uuid, name }: { slug: string; uuid: string; name: string }): number {
  const isFirst = allLanguages(site.db).length === 0;
  const term_id = insertTerm(site.db, { taxonomy: 'language', slug, uuid, name });
  const twin_id = insertTerm(site.db, { taxonomy: 'term_language', slug: `pll_${slug}`, name });
  insertLanguage(site.db, { term_id, twin_id, locale: slug, is_rtl: 0, flag_code: '', term_group: 0 });
  if (isFirst) setDefaultLanguageId(site.db, term_id);
  return term_id;
}
