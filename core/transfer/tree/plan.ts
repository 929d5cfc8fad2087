import { createHash } from 'node:crypto';
import { isProtectedTerm } from '../../domain/content/terms/terms.ts';
import type { Site } from '../../site.ts';
import { userFactsOf } from '../../store/access/users.ts';
import { latestEntryId } from '../../store/journal/journal.ts';
import { allLanguages } from '../../store/languages/languages.ts';
import { chosenIdsByUuid, type ExportScope } from '../../store/transfer/export.ts';
import { idsOfUuids } from '../../store/transfer/import.ts';
import type { Bundle } from '../bundle/files.ts';
import { assertSameMedia } from '../bundle/media.ts';
import { canonical, differingFields, type Fields, type Part } from '../bundle/parts.ts';
import type { BundleScope, Manifest } from '../bundle/schema.ts';
import { siteParts } from '../bundle/site-parts.ts';
import { partReader, readManifest, readParts } from '../bundle/tree.ts';
import type { Control } from '../refusal.ts';
import type { TreeLine, TreeOutcome, TreePlan } from './lines.ts';
import { assertPossible } from './possible.ts';

/** Receives each line with the fields here and in the tree; empty on the side that lacks the part. */
export type SeeLine = (line: TreeLine, here: Fields, tree: Fields) => void;

/** For existing items the tree does not determine these. */
const TIMES: ReadonlySet<string> = new Set(['modified', 'modified_gmt']);

/**
 * Compares a bundle with the site and plans the change of every part (`bundle-format.md`). Writes nothing. Throws `ImportRefused`
 * for unreadable files and for impossible changes.
 */
export function planTree(
  site: Site,
  bundle: Bundle,
  { prune, control, see = () => undefined }: { prune: boolean; control: Control; see?: SeeLine | undefined },
): TreePlan {
  const manifest = readManifest(bundle);
  assertSameMedia(site, bundle);
  const tree = indexOf(bundle, control);
  const read = partReader(bundle);
  const scope = scopeHere(site, manifest.scope, tree);
  const lines: TreeLine[] = [];
  const add: SeeLine = (line, here, there) => {
    if (line.path !== '') assertPossible(site, bundle, { line, here, tree: there });
    lines.push(line);
    see(line, here, there);
  };
  const numbers = numbersOf(site);
  const keys = new Set([...tree.values()].map(({ key }) => key));
  for (const stored of siteParts(site, { scope, ids: chosenIdsByUuid(site.db, scope), control })) {
    const part = withinTree(stored, keys);
    const found = tree.get(idOf(part));
    tree.delete(idOf(part));
    if (found?.digest === digestOf(part)) continue;
    const { fields: here, ...about } = part;
    const line = { ...about, id: numbers(part), path: found?.path ?? '', fields: [] };
    if (found) addChanged(add, line, { here, tree: read(found).fields });
    else if (isOwn(part)) add({ ...line, outcome: goneOutcome(site, line, { prune, manifest }) }, here, {});
  }
  for (const found of tree.values()) {
    const { fields, ...about } = read(found);
    const known = about.kind === 'user' ? userFactsOf(site.db, about.key) : undefined;
    const line = { ...about, id: known?.id ?? 0, fields: Object.keys(fields) };
    if (known) addChanged(add, line, { here: known.facts, tree: fields });
    else add({ ...line, outcome: 'new' }, {}, fields);
  }
  return { manifest, entry: latestEntryId(site.db), lines, keys };
}

/** Ignores translations that are not in the tree. */
function withinTree(part: Part, keys: ReadonlySet<string>): Part {
  const { translations } = part.fields;
  if (translations === undefined) return part;
  const linked = Object.entries(translations as Record<string, string>);
  const held = linked.filter(([, key]) => keys.has(key));
  if (held.length === linked.length) return part;
  const fields = held.length < 2 ? { translations: {}, source: false } : { translations: Object.fromEntries(held) };
  return { ...part, fields: { ...part.fields, ...fields } };
}

function addChanged(
  add: SeeLine,
  line: Omit<TreeLine, 'outcome'>,
  { here, tree }: { here: Fields; tree: Fields },
): void {
  const fields = differingFields(here, tree).filter((name) => line.kind !== 'post' || !TIMES.has(name));
  if (fields.length > 0) add({ ...line, outcome: 'changed', fields }, here, tree);
}

/** Parts that may be missing from the tree; the site is always there, and authors are never deleted. */
const isOwn = ({ kind }: Part): boolean => kind === 'language' || kind === 'term' || kind === 'post';

/** Pruning never leaves the scope: with a partial scope it deletes only items, and only those within the scope. */
function goneOutcome(
  site: Site,
  { kind, type, lang, key, id }: Omit<TreeLine, 'outcome'>,
  { prune, manifest: { scope } }: { prune: boolean; manifest: Manifest },
): TreeOutcome {
  if (!prune || (kind === 'term' && isProtectedTerm(site, id))) return 'left';
  const { types, languages, items } = scope;
  if (kind !== 'post') return types || languages || items ? 'left' : 'deleted';
  const isChosen =
    (types?.includes(type) ?? true) && (languages?.includes(lang) ?? true) && (items?.includes(key) ?? true);
  return isChosen ? 'deleted' : 'left';
}

interface Indexed {
  key: string;
  path: string;
  digest: string;
}

const idOf = ({ kind, key }: Pick<Part, 'kind' | 'key'>): string => `${kind} ${key}`;

/** The position of each part of a tree, with a digest of its fields. */
function indexOf(bundle: Bundle, control: Control): Map<string, Indexed> {
  const found = new Map<string, Indexed>();
  for (const part of readParts(bundle, control)) {
    const { key, path } = part;
    found.set(idOf(part), { key, path, digest: digestOf(part) });
  }
  return found;
}

function digestOf({ kind, fields }: Part): string {
  const { modified, modified_gmt, ...rest } = fields;
  const compared = kind === 'post' ? rest : { ...rest, modified, modified_gmt };
  const values = Object.entries(compared)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name} ${canonical(value, name)}`);
  return createHash('sha256').update(values.join('\n')).digest('base64');
}

/** The scope in numbers of this site, plus everything else in the tree. */
function scopeHere(
  site: Site,
  { types, languages, items }: BundleScope,
  tree: ReadonlyMap<string, Indexed>,
): ExportScope {
  if (!types && !languages && !items) return {};
  const codes = new Map(allLanguages(site.db).map(({ slug, term_id }) => [slug, term_id]));
  const keys = (kind: string): string[] =>
    [...tree].flatMap(([id, { key }]) => (id.startsWith(`${kind} `) ? [key] : []));
  return {
    types,
    languages: languages?.flatMap((code) => codes.get(code) ?? []),
    ids: items && [...idsOfUuids(site.db, 'posts', items).values()],
    also: {
      posts: [...idsOfUuids(site.db, 'posts', keys('post')).values()],
      terms: [...idsOfUuids(site.db, 'terms', keys('term')).values()],
    },
  };
}

/** Returns a lookup for the number of a part on this site. */
function numbersOf({ db }: Site): (part: Part) => number {
  const codes = new Map(allLanguages(db).map(({ slug, term_id }) => [slug, term_id]));
  return ({ kind, key }) => {
    if (kind === 'language') return codes.get(key) ?? 0;
    if (kind === 'user') return userFactsOf(db, key)?.id ?? 0;
    return kind === 'site' ? 0 : (idsOfUuids(db, `${kind}s`, [key]).get(key) ?? 0);
  };
}
