import { ImportRefused, type Control } from '../refusal.ts';
import { assertFiles, MARK, SCHEMA_FILE, type Bundle } from './files.ts';
import { createLinks, linksIn, type Links } from './links.ts';
import { flatSite, sortedMeta, type Fields, type MetaField, type Part } from './parts.ts';
import { assertMerged, readJson, refuse, refuseFile, type OpenFile } from './refused.ts';
import { kindOfFile, type FileKindName, type Groups, type Manifest } from './schema.ts';

/** A part with its position. */
export interface TreePart extends Part {
  /** Its file; authors and the site share one. */
  path: string;
}

/** Path of a media file in a bundle. */
const MEDIA = /^media\/(\d{4}\/\d{2}\/[^/]+)$/;

/** Reads the manifest of a bundle. Throws `ImportRefused` if it is not a bundle, or one of a newer version. */
export function readManifest(bundle: Bundle): Manifest {
  if (!bundle.has(MARK))
    throw new ImportRefused('not_bundle', `The file ${MARK} of the bundle is missing.`, { params: { name: MARK } });
  const file = fileOf(bundle, MARK);
  const version = /"version":\s*(\d{1,9})/.exec(file.text)?.[1];
  if (Number(version) > 2)
    throw new ImportRefused('version', 'This is not a bundle, or it was written by a newer version of Polydesk.', {
      params: { what: 'bundle' },
    });
  return readJson(file, 'manifest') as Manifest;
}

/** Media files of a bundle, with the names the site uses for them. */
export function mediaFiles({ paths }: Bundle): { path: string; file: string }[] {
  return paths.flatMap((path) => {
    const file = MEDIA.exec(path)?.[1];
    return file === undefined ? [] : [{ path, file }];
  });
}

/**
 * Yields all parts of a bundle of version 2, in order. Strict: throws `ImportRefused` with path, line and column for missing or
 * unknown keys and for dangling references; links between parts are checked once all were read.
 */
export function* readParts(bundle: Bundle, control: Control): Generator<TreePart> {
  assertFiles(bundle);
  const manifest = readManifest(bundle);
  assertPaths(bundle, manifest);
  const languages = bundle.paths.filter((path) => kindOfFile(path) === 'language');
  const groups = fileOf(bundle, 'translations.json');
  const links = createLinks({
    bundle,
    isWhole: Object.keys(manifest.scope).length === 0,
    codes: languages.map((path) => path.slice('languages/'.length, -'.json'.length)),
    groups: { file: groups, value: readJson(groups, 'groups') as Groups },
  });
  const files = bundle.paths.filter((path) => path.endsWith('.json'));
  for (const [n, path] of files.entries()) {
    control.progress(n, files.length);
    const kind = kindOfFile(path);
    const read = kind && READERS[kind];
    if (kind && read) yield* read({ bundle, links, file: fileOf(bundle, path), kind });
  }
  links.assertComplete();
}

/** Rereads parts of a bundle that was already read, by their files. */
export type ReadPart = (at: { path: string; key: string }) => TreePart;

export function partReader(bundle: Bundle): ReadPart {
  const file = fileOf(bundle, 'translations.json');
  const links = linksIn(file, readJson(file, 'groups') as Groups);
  return ({ path, key }) => {
    const kind = kindOfFile(path);
    const read = kind && READERS[kind];
    const parts = read ? [...read({ bundle, links, file: fileOf(bundle, path), kind })] : [];
    const part = parts.find((one) => one.key === key);
    if (!part) throw new Error(`The bundle has changed: ${path}`);
    return part;
  };
}

interface Reading {
  bundle: Bundle;
  /** Only `of` if the links were already checked. */
  links: Pick<Links, 'of'> & Partial<Links>;
  file: OpenFile;
  kind: FileKindName;
}

const READERS: { readonly [kind in FileKindName]?: (reading: Reading) => Iterable<TreePart> } = {
  site: ({ file, kind, links }) => {
    const fields = readJson(file, kind) as Fields;
    links.site?.(file, fields);
    return [{ kind: 'site', key: '', type: '', title: '', lang: '', fields: flatSite(fields), path: file.path }];
  },
  users: ({ file, kind, links }) =>
    (readJson(file, kind) as Fields[]).map((fields, n) => {
      const login = String(fields['login']);
      links.user?.(file, [n, 'login'], login);
      return { kind: 'user', key: login, type: '', title: String(fields['name']), lang: '', fields, path: file.path };
    }),
  language: ({ file, kind, links }) => {
    const fields = readJson(file, kind) as Fields;
    const code = String(fields['code']);
    if (file.path !== `languages/${code}.json`) refuse(file, ['code'], 'The name of the file says another code.');
    links.language?.(file, fields);
    const { path } = file;
    return [
      { kind: 'language', key: code, type: '', title: String(fields['name']), lang: code, fields: tidy(fields), path },
    ];
  },
  term: ({ file, kind, links }) => {
    const fields = readJson(file, kind) as Fields;
    assertFolder(file, 'taxonomy', fields);
    links.item?.(file, 'term', fields);
    return [itemPart('term', file, { ...tidy(fields), ...links.of(String(fields['uuid'])) })];
  },
  post: ({ bundle, file, kind, links }) => {
    const fields = readJson(file, kind) as Fields;
    assertFolder(file, 'type', fields);
    if ((fields['type'] === 'attachment') !== (fields['media'] !== undefined))
      refuse(file, fields['media'] ? ['media'] : ['type'], 'Attachments have "media", and nothing else has.');
    const content = contentOf(bundle, file, fields);
    links.item?.(file, 'post', fields);
    return [itemPart('post', file, { ...tidy(fields), content, ...links.of(String(fields['uuid'])) })];
  },
};

function itemPart(kind: 'term' | 'post', { path }: OpenFile, fields: Fields): TreePart {
  const [type, title] = kind === 'term' ? [fields['taxonomy'], fields['name']] : [fields['type'], fields['title']];
  return {
    ...{ kind, key: String(fields['uuid']), type: String(type), title: String(title), lang: String(fields['lang']) },
    ...{ fields, path },
  };
}

/** Sorts lists whose order has no meaning. */
function tidy(fields: Fields): Fields {
  const { terms, meta } = fields;
  return {
    ...fields,
    ...(Array.isArray(terms) && { terms: [...new Set(terms as string[])].sort() }),
    meta: sortedMeta(meta as MetaField[]),
  };
}

function contentOf(bundle: Bundle, file: OpenFile, fields: Fields): string {
  const html = file.path.replace(/json$/, 'html');
  const isEmpty = fields['content'] === '';
  if (isEmpty && bundle.has(html)) refuse(file, ['content'], `The content is in ${html}: take the key "content" out.`);
  if (isEmpty) return '';
  if (!bundle.has(html))
    refuse(file, [], `The file ${html} is missing. Where the content is to be empty, write "content": "".`);
  const content = fileOf(bundle, html);
  assertMerged(content);
  return content.text;
}

/** The folder of an item must match its type, so that a typo in the key does not create a new type. */
function assertFolder(file: OpenFile, name: 'type' | 'taxonomy', fields: Fields): void {
  const [, folder] = file.path.split('/');
  if (folder !== folderOf(String(fields[name]))) refuse(file, [name], 'The name of the folder says another one.');
}

/** The folder name of a type. Names of types are plain; anything else is encoded so that it cannot leave its place. */
export function folderOf(name: string): string {
  return encodeURIComponent(name).replaceAll('.', '%2E');
}

function assertPaths(bundle: Bundle, { media }: Manifest): void {
  for (const path of ['site.json', 'users.json', 'translations.json'])
    if (!bundle.has(path)) refuseFile(path, 'This file of the bundle is missing.');
  for (const path of bundle.paths) {
    const isContent = /^posts\/[^/]+\/[^/]+\.html$/.test(path);
    if (isContent && !bundle.has(path.replace(/html$/, 'json')))
      refuseFile(path, `The file ${path.replace(/html$/, 'json')} is missing.`);
    if (MEDIA.test(path) && media) continue;
    if (!isContent && !kindOfFile(path) && path !== SCHEMA_FILE) refuseFile(path, 'This file is not part of a bundle.');
  }
}

function fileOf(bundle: Bundle, path: string): OpenFile {
  return { path, text: bundle.text(path) };
}
