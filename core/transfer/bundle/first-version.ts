import { ImportRefused, type Control } from '../refusal.ts';
import { listOf, mapOf, textOf } from './fields.ts';
import { MARK, type Bundle } from './files.ts';
import { flatSite, type Fields, type Part } from './parts.ts';

/**
 * Yields the parts of a bundle of version 1, which repeats groups in every item and names its files by UUID. For import only, and
 * as lenient as it always was: a missing field counts as empty.
 */
export function* readFirstParts(bundle: Bundle, control: Control): Generator<Part> {
  const paths = bundle.paths.filter((path) => path.endsWith('.json') && path !== MARK);
  for (const [n, path] of paths.entries()) {
    control.progress(n, paths.length);
    yield* partsIn(bundle, path);
  }
}

function* partsIn(bundle: Bundle, path: string): Iterable<Part> {
  const [place = ''] = path.split('/');
  const value = parse(path, bundle.text(path));
  if (path === 'users.json') {
    for (const user of listOf(value).map(mapOf)) yield partOf('user', textOf(user['login']), user);
    return;
  }
  const fields = mapOf(assertMap(value, path));
  if (path === 'site.json')
    yield partOf(
      'site',
      '',
      flatSite({ ...fields, options: mapOf(fields['options']), settings: mapOf(fields['settings']) }),
    );
  if (place === 'languages') yield partOf('language', textOf(fields['code']), fields);
  if (place === 'terms') yield partOf('term', textOf(fields['uuid']), fields);
  if (place === 'posts') yield partOf('post', textOf(fields['uuid']), { ...fields, content: contentOf(bundle, path) });
}

function contentOf(bundle: Bundle, path: string): string {
  const html = path.replace(/json$/, 'html');
  return bundle.has(html) ? bundle.text(html) : '';
}

function partOf(kind: Part['kind'], key: string, fields: Fields): Part {
  return { kind, key, type: '', title: '', lang: '', fields };
}

function parse(path: string, text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Reported below: whatever the fault, the file cannot be used.
  }
  throw new ImportRefused('broken_json', `The file ${path} of the bundle is not valid JSON.`, {
    params: { what: 'json', name: path },
  });
}

function assertMap(value: unknown, path: string): unknown {
  if (!Array.isArray(value)) return value;
  throw new ImportRefused('broken_json', `The file ${path} of the bundle does not contain what it should.`, {
    params: { what: 'shape', name: path },
  });
}
