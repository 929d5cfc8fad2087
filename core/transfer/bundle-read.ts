import { NUMBER_OPTIONS } from './bundle-write.ts';
import { MARK, readBundleFiles } from './bundle-files.ts';
import { FORMATS } from './host-types.ts';
import { withNumbers } from './host-items.ts';
import type { CommentRecord, GroupRecord, MediaRecord, Meta, PostRecord, RecordSink } from './records.ts';
import { ImportRefused, type Control } from './refusal.ts';
import { dateOf } from './wxr-values.ts';
import type { Json } from '../types.ts';

type Fields = Record<string, unknown>;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Reads a bundle and puts its records into the sink: items name each other by UUID, the records by numbers given here in the
 * order they come. Throws `ImportRefused` with the name of the file.
 */
export function readBundle(path: string, sink: RecordSink, { control }: { control: Control }): void {
  const state = createState();
  let content: { path: string; text: string } | undefined;
  let n = 0;
  for (const file of readBundleFiles(path)) {
    n += 1;
    control.progress(n);
    if (file.path.endsWith('.html')) {
      content = file;
      continue;
    }
    const fields = parse(file.path, file.text);
    const text = content?.path.replace(/\.html$/, '.json') === file.path ? content.text : '';
    content = undefined;
    readFile(file.path, { fields, text, state, sink });
  }
  if (!state.marked)
    throw new ImportRefused('not_bundle', `The file ${MARK} of the bundle is missing.`, { params: { name: MARK } });
  for (const group of state.groups.values()) sink.group(group);
}

interface State {
  marked: boolean;
  posts: Map<string, number>;
  terms: Map<string, number>;
  groups: Map<string, GroupRecord>;
}

function createState(): State {
  return { marked: false, posts: new Map(), terms: new Map(), groups: new Map() };
}

interface Read {
  fields: Fields | Fields[];
  text: string;
  state: State;
  sink: RecordSink;
}

function readFile(path: string, read: Read): void {
  const { state, sink } = read;
  const [place = ''] = path.split('/');
  if (path === MARK) return checkMark(state, mapOf(read.fields, path));
  if (path === 'site.json') return sink.site(siteOf(state, mapOf(read.fields, path)));
  if (path === 'users.json') return readUsers(read.fields, sink);
  const fields = mapOf(read.fields, path);
  if (place === 'languages') return readLanguage(fields, sink);
  if (place === 'terms') return readTerm(state, fields, sink);
  if (place === 'posts') sink.post(postOf(state, fields, read.text));
}

function checkMark(state: State, { format, version }: Fields): void {
  if (format !== 'polydesk-bundle' || version !== 1)
    throw new ImportRefused('version', 'This is no bundle, or one of a newer version of Polydesk.', {
      params: { what: 'bundle' },
    });
  state.marked = true;
}

function numberIn(map: Map<string, number>, uuid: string): number {
  if (!UUID.test(uuid)) return 0;
  const known = map.get(uuid) ?? map.size + 1;
  map.set(uuid, known);
  return known;
}

function siteOf(state: State, fields: Fields): Parameters<RecordSink['site']>[0] {
  const options = Object.entries(plainMap(fields['options'])).map(([name, value]) => {
    const isNumber = NUMBER_OPTIONS.has(name);
    return [name, isNumber ? numberIn(state.posts, textOf(value)) : (value as Json)] as const;
  });
  const settings = plainMap(fields['settings']) as Record<string, Json>;
  return {
    title: '',
    description: '',
    url: '',
    whole: true,
    more: {
      category: numberIn(state.terms, textOf(fields['default_category'])),
      options: Object.fromEntries(options),
      settings: { ...settings, default_lang: textOf(fields['default_lang']) },
      model: fields['content_model'],
    },
  };
}

function readUsers(list: Fields | Fields[], sink: RecordSink): void {
  for (const one of Array.isArray(list) ? list : []) {
    const login = textOf(one['login']);
    if (login === '' || login.length > 60) continue;
    const names = { first_name: textOf(one['first_name']), last_name: textOf(one['last_name']) };
    sink.user({
      source: null,
      uuid: '',
      login,
      email: textOf(one['email']),
      name: textOf(one['name']) || login,
      ...names,
      line: 0,
    });
  }
}

function readLanguage(fields: Fields, sink: RecordSink): void {
  sink.language({
    source: null,
    twin: null,
    uuid: uuidOf(fields),
    code: textOf(fields['code']),
    name: textOf(fields['name']),
    locale: textOf(fields['locale']),
    is_rtl: fields['is_rtl'] === true,
    flag_code: textOf(fields['flag_code']),
    term_group: wholeOf(fields['term_group']),
    more: { active: fields['active'] !== false, fallbacks: listOf(fields['fallbacks']).map(textOf) },
    meta: metaOf(fields['meta']),
    line: 0,
  });
}

function readTerm(state: State, fields: Fields, sink: RecordSink): void {
  const uuid = uuidOf(fields);
  const source = numberIn(state.terms, uuid);
  const parent = numberIn(state.terms, textOf(fields['parent']));
  note(state, { kind: 'term', fields });
  sink.term({
    source: source === 0 ? null : source,
    uuid,
    taxonomy: textOf(fields['taxonomy']),
    slug: textOf(fields['slug']),
    name: textOf(fields['name']),
    description: textOf(fields['description']),
    parent: '',
    parentSource: parent === 0 ? null : parent,
    meta: metaOf(fields['meta']),
    ...(fields['source'] === true && { isSource: true }),
    line: 0,
  });
}

/** The group an item names; the same members are the same group. Its name; "" for items that stand alone. */
function note(state: State, { kind, fields }: { kind: 'post' | 'term'; fields: Fields }): string {
  const members = Object.entries(plainMap(fields['translations'])).flatMap(([code, uuid]): [string, string][] =>
    UUID.test(textOf(uuid)) ? [[code, textOf(uuid)]] : [],
  );
  if (members.length === 0 || (kind === 'post' && members.length < 2)) return '';
  const name = `${kind} ${members
    .map(([, uuid]) => uuid)
    .sort()
    .join(' ')}`;
  const numbers = kind === 'post' ? state.posts : state.terms;
  const own: [string, number][] = members.map(([code, uuid]) => [code, numberIn(numbers, uuid)]);
  if (!state.groups.has(name)) state.groups.set(name, { kind, source: null, name, members: own, line: 0 });
  return name;
}

function postOf(state: State, fields: Fields, content: string): PostRecord {
  const text = (name: string): string => textOf(fields[name]);
  const date = (name: string): string => dateOf(text(name)) || '1970-01-01T00:00:00';
  const format = text('format');
  const source = numberIn(state.posts, uuidOf(fields));
  const open = (name: string): 'open' | 'closed' => (fields[name] === 'open' ? 'open' : 'closed');
  return {
    ...{
      uuid: uuidOf(fields),
      type: text('type'),
      status: text('status'),
      slug: text('slug'),
      title: text('title'),
      content,
    },
    ...{ excerpt: text('excerpt'), author: text('author'), password: text('password'), guid: text('guid') },
    ...{
      date: date('date'),
      date_gmt: date('date_gmt'),
      modified: date('modified'),
      modified_gmt: date('modified_gmt'),
    },
    ...{ comment_status: open('comment_status'), ping_status: open('ping_status'), template: text('template') },
    source: source === 0 ? null : source,
    floating: fields['floating'] === true,
    parent: numberIn(state.posts, text('parent')),
    menu_order: wholeOf(fields['menu_order']),
    sticky: fields['sticky'] === true,
    format: FORMATS.has(format) ? format : '',
    thumbnail: numberIn(state.posts, text('featured_media')),
    lang: text('lang'),
    langName: '',
    group: note(state, { kind: 'post', fields }),
    ...(fields['source'] === true && { isSource: true }),
    terms: listOf(fields['terms']).map((uuid) => ({
      taxonomy: '',
      slug: '',
      name: '',
      source: numberIn(state.terms, textOf(uuid)),
    })),
    meta: withNumbers(metaOf(fields['meta']), (kind, uuid) =>
      numberIn(kind === 'post' ? state.posts : state.terms, uuid),
    ),
    media: fields['media'] === undefined ? null : mediaOf(plainMap(fields['media'])),
    comments: listOf(fields['comments']) as CommentRecord[],
    line: 0,
  };
}

function mediaOf(fields: Fields): MediaRecord {
  const size = (name: string): number | null => (typeof fields[name] === 'number' ? wholeOf(fields[name]) : null);
  return {
    file: textOf(fields['file']),
    source_url: textOf(fields['source_url']),
    mime_type: textOf(fields['mime_type']),
    width: size('width'),
    height: size('height'),
    filesize: size('filesize') ?? 0,
    sizes: plainMap(fields['sizes']),
    image_meta: plainMap(fields['image_meta']),
    alt_text: textOf(fields['alt_text']),
  };
}

function parse(path: string, text: string): Fields | Fields[] {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Fields;
  } catch {
    // Told below: whatever is wrong with it, the file cannot be used.
  }
  throw new ImportRefused('broken_json', `The file ${path} of the bundle is no JSON.`, {
    params: { what: 'json', name: path },
  });
}

function mapOf(fields: Fields | Fields[], path: string): Fields {
  if (!Array.isArray(fields)) return fields;
  throw new ImportRefused('broken_json', `The file ${path} of the bundle does not hold what it should.`, {
    params: { what: 'shape', name: path },
  });
}

function plainMap(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : '';
}

function wholeOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
}

function uuidOf(fields: Fields): string {
  const uuid = textOf(fields['uuid']);
  return UUID.test(uuid) ? uuid : '';
}

function metaOf(value: unknown): Meta[] {
  return listOf(value).flatMap((one) => {
    const { key, value: text } = plainMap(one);
    return typeof key === 'string' && key !== '' && typeof text === 'string' ? [{ key, value: text }] : [];
  });
}
