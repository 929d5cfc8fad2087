import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RestError } from '../../errors.ts';
import { isBundle, isFirstVersion, openBundle, SCHEMA_FILE, GIT_FILE, withBundle, type Bundle } from './files.ts';
import { canonical, type Fields } from './parts.ts';
import { kindOfFile } from './schema.ts';

/**
 * Writes a bundle into a folder. Items keep their file names and modification times; unchanged files are not touched; obsolete
 * files of the bundle are removed, everything else in the folder stays. Throws a `RestError` for a folder that is not a bundle
 * but has files in the same places, and for one with an unreadable file, since someone may be working there.
 */
export function placeBundle(archive: string, folder: string): void {
  const before = openBundle(folder);
  const [foreign] = isBundle(folder) ? [] : before.paths;
  if (foreign !== undefined) throw notOurs(folder, foreign);
  const names = isFirstVersion(before) ? new Map<string, string>() : namesIn(folder, before);
  withBundle(archive, (bundle) => {
    const written = new Set<string>();
    for (const path of [GIT_FILE, SCHEMA_FILE, ...bundle.paths]) {
      if (!bundle.has(path)) continue;
      const place = placeOf(bundle, path, names);
      written.add(place);
      const isText = before.has(place) && !place.startsWith('media/');
      put(folder, place, contentOf(bundle, path, isText ? before.text(place) : undefined));
    }
    for (const old of before.paths)
      if (!written.has(old) && isOurs(old)) rmSync(join(folder, ...old.split('/')), { force: true });
  });
}

/** Whether a bundle may have written this path. */
function isOurs(path: string): boolean {
  return kindOfFile(path) !== undefined || path.endsWith('.html') || path.startsWith('media/');
}

/** Paths of items by UUID, without extension. */
function namesIn(folder: string, bundle: Bundle): Map<string, string> {
  const names = new Map<string, string>();
  for (const path of bundle.paths) {
    const kind = kindOfFile(path);
    if (kind !== 'term' && kind !== 'post') continue;
    const uuid = uuidIn(bundle.text(path));
    if (uuid === undefined) throw unreadable(folder, path);
    if (!names.has(uuid)) names.set(uuid, stem(path));
  }
  return names;
}

function uuidIn(text: string): string | undefined {
  try {
    const { uuid } = JSON.parse(text) as { uuid?: unknown };
    return typeof uuid === 'string' ? uuid : undefined;
  } catch {
    return undefined;
  }
}

const stem = (path: string): string => path.replace(/\.[^./]+$/, '');
const folderIn = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The target path of a bundle file: under the item's existing name, unless its type has changed. */
function placeOf(bundle: Bundle, path: string, names: ReadonlyMap<string, string>): string {
  const data = path.endsWith('.html') ? path.replace(/html$/, 'json') : path;
  const kind = kindOfFile(data);
  if (kind !== 'term' && kind !== 'post') return path;
  const known = names.get(uuidIn(bundle.text(data)) ?? '');
  return known !== undefined && folderIn(known) === folderIn(path) ? known + path.slice(stem(path).length) : path;
}

/** The bytes to write, or undefined if the existing file is equivalent. */
function contentOf(bundle: Bundle, path: string, there: string | undefined): Buffer | undefined {
  if (path.startsWith('media/')) return bundle.bytes(path);
  const text = bundle.text(path);
  if (there === undefined || kindOfFile(path) === undefined) return text === there ? undefined : Buffer.from(text);
  const [fields, old] = [JSON.parse(text) as Fields, parsed(there)];
  // In translations the order of keys matters.
  if (kindOfFile(path) === 'groups')
    return JSON.stringify(old) === JSON.stringify(fields) ? undefined : Buffer.from(text);
  const kept = kindOfFile(path) === 'post' && old ? withTimesOf(old, fields) : fields;
  if (old && canonical(kept) === canonical(old)) return undefined;
  return Buffer.from(kept === fields ? text : `${JSON.stringify(kept, null, 2)}\n`);
}

/** A different modification time alone is not worth a conflict: the folder keeps its own (`bundle-format.md`). */
function withTimesOf(old: Fields, fields: Fields): Fields {
  const times = ['modified', 'modified_gmt'].filter((name) => typeof old[name] === 'string');
  return { ...fields, ...Object.fromEntries(times.map((name) => [name, old[name]])) };
}

function parsed(text: string): Fields | undefined {
  try {
    return JSON.parse(text) as Fields;
  } catch {
    return undefined;
  }
}

function put(folder: string, path: string, data: Buffer | undefined): void {
  const target = join(folder, ...path.split('/'));
  if (!data || (existsSync(target) && readFileSync(target).equals(data))) return;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.part`, data, { mode: 0o600, flush: true });
  renameSync(`${target}.part`, target);
}

function notOurs(path: string, name: string): RestError {
  const text = `The folder ${path} is not a bundle and contains ${name}, which an export would replace or remove. Nothing was written. Choose an empty folder.`;
  return new RestError('polydesk_not_bundle', text, 409);
}

function unreadable(folder: string, path: string): RestError {
  const text = `The file ${path} in ${folder} is not valid JSON or has no "uuid": an export would lose it. Nothing was written. Correct it, or check it out again.`;
  return new RestError('polydesk_bundle_unreadable', text, 409);
}
