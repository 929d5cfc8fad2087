import { momentNow } from '../../domain/content/posts/dates.ts';
import { siteSettings } from '../../domain/settings/site-settings.ts';
import { changeLanguage, removeLanguage } from '../../domain/translations/translations.ts';
import { POST_ROWS } from '../../schema/content/fields/posts.ts';
import { TERM_ROWS } from '../../schema/content/fields/terms.ts';
import type { Site } from '../../site.ts';
import { userFactsOf } from '../../store/access/users.ts';
import { replaceMeta } from '../../store/content/meta.ts';
import { setTermIds, termsOfPosts } from '../../store/content/post-terms.ts';
import { insertPost, updatePost, type PostChanges } from '../../store/content/posts.ts';
import { insertTerm, termById, updateTerm } from '../../store/content/terms.ts';
import { allLanguages } from '../../store/languages/languages.ts';
import { setMedia } from '../../store/transfer/import-media.ts';
import { idsOfUuids, setComments } from '../../store/transfer/import.ts';
import { encodedSlug, listOf, mapOf, rowValue, textOf, type HereNumbers } from '../bundle/fields.ts';
import { mediaRecord, metaOf } from '../bundle/read.ts';
import { withNumbers } from '../wxr/host-items.ts';
import type { Wanted } from './lines.ts';

/** The number of an item or a term on this site. */
export function idHere({ db }: Site, kind: 'term' | 'post', uuid: string): number | undefined {
  return idsOfUuids(db, `${kind}s`, [uuid]).get(uuid);
}

/** Creates a new term or item so that others can reference it; its contents follow later. */
export function createItem(site: Site, line: Wanted): void {
  const { kind, key: uuid, type, tree } = line;
  if (kind === 'term') {
    const [name, slug] = [textOf(tree['name']), encodedSlug(textOf(tree['slug']))];
    insertTerm(site.db, { uuid, taxonomy: type, name, slug });
  } else insertPost(site.db, type, { uuid, ...changesOf(site, line, NEEDED) });
}

/** Required columns of an item; none of them references another item. */
const NEEDED: ReadonlySet<string> = new Set(['status', 'date', 'date_gmt', 'modified', 'modified_gmt']);

/** Sets the changed fields of a term or an item from the tree, and nothing else. */
export function applyItem(site: Site, line: Wanted): void {
  const id = idHere(site, line.kind === 'term' ? 'term' : 'post', line.key);
  if (id === undefined) return;
  const has = new Set(line.fields);
  const changes = changesOf(site, line, has);
  if (line.kind === 'term') updateTerm(site.db, id, changes);
  else changePost(site, { id, line, has, changes });
  if (has.has('meta')) {
    const meta = withNumbers(metaOf(line.tree['meta']), (kind, uuid) => idHere(site, kind, uuid) ?? 0);
    replaceMeta(site.db, { kind: line.kind === 'term' ? 'term' : 'post', id }, { meta, keeps: () => false });
  }
}

/** The columns among the fields, as row values. */
function changesOf(site: Site, { kind, tree }: Wanted, has: ReadonlySet<string>): object {
  const numbers: HereNumbers = {
    user: (login) => userFactsOf(site.db, login)?.id,
    item: (uuid) => idHere(site, kind === 'term' ? 'term' : 'post', uuid),
  };
  const rows = kind === 'term' ? TERM_ROWS : POST_ROWS.filter(({ ofFile }) => !ofFile);
  return Object.fromEntries(
    rows.flatMap(({ name, holds }) =>
      has.has(name) ? [[name, rowValue(name, holds, { value: tree[name], numbers })]] : [],
    ),
  );
}

function changePost(
  site: Site,
  { id, line, has, changes }: { id: number; line: Wanted; has: ReadonlySet<string>; changes: PostChanges },
): void {
  const { tree, outcome } = line;
  const { local, gmt } = momentNow(site.now(), siteSettings(site).timezone);
  const media = has.has('media') ? mediaRecord(mapOf(tree['media'])) : undefined;
  updatePost(site.db, id, {
    ...changes,
    ...(media && { mime_type: media.mime_type }),
    // A new item has the modification time of the tree.
    ...(outcome === 'changed' && { modified: local, modified_gmt: gmt }),
  });
  if (media) setMedia(site.db, id, media);
  if (has.has('comments')) setComments(site.db, id, listOf(tree['comments']));
  if (has.has('terms')) setTerms(site, id, listOf(tree['terms']).map(textOf));
}

function setTerms(site: Site, id: number, uuids: readonly string[]): void {
  const found = [...idsOfUuids(site.db, 'terms', uuids).values()].flatMap((term) => {
    const row = termById(site.db, term);
    return row ? [{ id: term, taxonomy: row.taxonomy }] : [];
  });
  const before = termsOfPosts(site.db, [id]);
  for (const taxonomy of new Set([...found, ...before].map((one) => one.taxonomy)))
    setTermIds(site.db, id, { taxonomy, ids: found.filter((one) => one.taxonomy === taxonomy).map((one) => one.id) });
}

/** Sets or removes the language of a term or an item, as in the tree. */
export function linkItem(site: Site, { kind, key, type, fields, tree }: Wanted): void {
  const own = kind === 'term' ? 'term' : 'post';
  const id = fields.includes('lang') ? idHere(site, own, key) : undefined;
  if (id === undefined) return;
  const language = allLanguages(site.db).find(({ slug }) => slug === tree['lang']);
  if (language) changeLanguage(site, { kind: own, id, type }, language.term_id);
  else removeLanguage(site, { kind: own, id });
}
