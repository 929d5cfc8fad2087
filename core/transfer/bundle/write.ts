import { readFileSync } from 'node:fs';
import type { Site } from '../../site.ts';
import { mediaByIds } from '../../store/content/media.ts';
import { uuidsOfPosts } from '../../store/content/names.ts';
import { allLanguages } from '../../store/languages/languages.ts';
import { beginReading, chosenIdsByUuid, endReading, type ExportScope } from '../../store/transfer/export.ts';
import { UNWATCHED, type Control } from '../refusal.ts';
import { GIT_FILE, isBundle, isBundlePath, MARK, SCHEMA_FILE } from './files.ts';
import { stemOf } from './names.ts';
import { compare, type Fields, type Part } from './parts.ts';
import { bundleSchema, type BundleScope, type Groups, type Manifest } from './schema.ts';
import { siteParts } from './site-parts.ts';
import { writeArchive, type BundleFile } from './tar.ts';
import { folderOf } from './tree.ts';

/**
 * Writes the site, or a selection of it, as an archive of text files with stable keys: equal sites give equal files, whatever
 * their numbers. Returns how many items it holds.
 */
export function writeBundle(
  site: Site,
  path: string,
  { media = false, ...scope }: ExportScope & { media?: boolean | undefined },
  control: Control = UNWATCHED,
): number {
  beginReading(site.db);
  try {
    const ids = chosenIdsByUuid(site.db, scope);
    const manifest: Manifest = {
      format: 'polydesk-bundle',
      version: 2,
      scope: scopeOf(site, scope),
      media,
    };
    writeArchive(path, bundleFiles(site, { manifest, scope, ids, control }), assertBundle);
    return ids.length;
  } finally {
    endReading(site.db);
  }
}

function assertBundle(path: string): void {
  if (!isBundle(path)) throw new Error('The archive that was written cannot be read');
}

/** The scope by codes and keys, valid in every copy of the site. */
function scopeOf(site: Site, { types, languages, ids }: ExportScope): BundleScope {
  const codes = new Map(allLanguages(site.db).map(({ term_id, slug }) => [term_id, slug]));
  return {
    ...(types && { types: [...types].sort(compare) }),
    ...(languages && { languages: languages.map((id) => codes.get(id) ?? '').sort(compare) }),
    ...(ids && { items: [...uuidsOfPosts(site.db, ids).values()].sort(compare) }),
  };
}

interface FilesOrder {
  manifest: Manifest;
  scope: ExportScope;
  ids: readonly number[];
  control: Control;
}

function* bundleFiles(site: Site, { manifest, ...order }: FilesOrder): Iterable<BundleFile> {
  yield json(MARK, manifest);
  yield file(GIT_FILE, '* -text\n');
  yield json(SCHEMA_FILE, bundleSchema());
  const groups = createGroups();
  const stems = new Set<string>();
  const users: Fields[] = [];
  for (const part of siteParts(site, order)) {
    if (part.kind === 'user') users.push(part.fields);
    else yield* filesOf(part, stems);
    groups.add(part);
  }
  yield json('users.json', users);
  yield file('translations.json', groups.text());
  if (manifest.media) yield* mediaOf(site, order.ids);
}

/** Yields the files of one part; the content is a separate file so that version control shows its lines. */
function* filesOf(part: Part, stems: Set<string>): Iterable<BundleFile> {
  const { kind, key, type } = part;
  const { translations: _translations, source: _source, content, ...fields } = part.fields;
  if (kind === 'site') yield json('site.json', nestedSite(fields));
  if (kind === 'language') yield json(`languages/${key}.json`, fields);
  if (kind !== 'term' && kind !== 'post') return;
  const folder = `${kind}s/${folderOf(type)}/`;
  const stem = stemOf(part, (one) => stems.has(folder + one));
  stems.add(folder + stem);
  yield json(`${folder}${stem}.json`, { ...fields, ...(content === '' && { content: '' }) });
  if (typeof content === 'string' && content !== '') yield file(`${folder}${stem}.html`, content);
}

/** Builds `site.json` from its flat fields. */
function nestedSite(fields: Fields): Fields {
  const part = (prefix: string): Fields =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
      ),
    );
  const { default_lang, default_category, content_model } = fields;
  return { default_lang, default_category, options: part('options.'), settings: part('settings.'), content_model };
}

/** Collects all groups into one file, one line each, so that two people can link items at the same time. */
function createGroups(): { add(part: Part): void; text(): string } {
  const found = { posts: new Map<string, object>(), terms: new Map<string, object>() };
  const sources = new Map<string, string>();
  const keyOf = (translations: Record<string, string>): string => Object.values(translations).sort(compare)[0] ?? '';
  return {
    add({ kind, lang, fields }) {
      const translations = (fields['translations'] ?? {}) as Record<string, string>;
      if ((kind !== 'post' && kind !== 'term') || Object.keys(translations).length === 0) return;
      found[`${kind}s`].set(keyOf(translations), { translations });
      if (fields['source'] === true) sources.set(keyOf(translations), lang);
    },
    text() {
      const lines = (place: keyof Groups): string =>
        [...found[place]]
          .sort(([a], [b]) => compare(a, b))
          .map(([key, group]) => {
            const source = sources.get(key);
            return `\n    ${JSON.stringify({ ...group, ...(source !== undefined && { source }) })}`;
          })
          .join(',');
      const list = (place: keyof Groups): string => {
        const text = lines(place);
        return text === '' ? '[]' : `[${text}\n  ]`;
      };
      return `{\n  "posts": ${list('posts')},\n  "terms": ${list('terms')}\n}\n`;
    },
  };
}

/** Media files of the exported items, each once. */
function* mediaOf({ db, files }: Site, ids: readonly number[]): Iterable<BundleFile> {
  const names = new Set<string>();
  for (let at = 0; at < ids.length; at += 1000)
    for (const { file: name } of mediaByIds(db, ids.slice(at, at + 1000)).values()) if (name !== '') names.add(name);
  for (const name of [...names].sort(compare)) {
    const found = isBundlePath(`media/${name}`) ? files.find(name) : undefined;
    if (found) yield { path: `media/${name}`, data: readFileSync(found.path) };
  }
}

function json(path: string, value: unknown): BundleFile {
  return file(path, `${JSON.stringify(value, null, 2)}\n`);
}

function file(path: string, text: string): BundleFile {
  return { path, data: Buffer.from(text.toWellFormed()) };
}
