import type { MediaRecordValues } from '../../schema/content/fields/media.ts';
import { MEDIA_ROWS } from '../../schema/content/fields/media.ts';
import { POST_ROWS, type PostRecordValues } from '../../schema/content/fields/posts.ts';
import { TERM_ROWS, type TermRecordValues } from '../../schema/content/fields/terms.ts';
import type { Json } from '../../types.ts';
import type {
  CommentRecord,
  GroupRecord,
  LanguageRecord,
  MediaRecord,
  Meta,
  PostRecord,
  RecordSink,
} from '../records.ts';
import type { Control } from '../refusal.ts';
import { withNumbers } from '../wxr/host-items.ts';
import { FORMATS } from '../wxr/host-types.ts';
import { listOf, mapOf, readFields, textOf, wholeOf } from './fields.ts';
import { isFirstVersion, withBundle } from './files.ts';
import { readFirstParts } from './first-version.ts';
import type { Fields, Part } from './parts.ts';
import { NUMBER_OPTIONS, UUID } from './schema.ts';
import { readParts } from './tree.ts';

/**
 * Reads a bundle and puts its records into the sink. Items in it reference each other by UUID, records by numbers assigned here
 * in order of appearance. Version 2 is read strictly, version 1 as before (`bundle-format.md`). Throws `ImportRefused` with the
 * name of the file.
 */
export function readBundle(path: string, sink: RecordSink, { control }: { control: Control }): void {
  withBundle(path, (bundle) => {
    const state: State = { posts: new Map(), terms: new Map(), groups: new Map() };
    const parts = isFirstVersion(bundle) ? readFirstParts(bundle, control) : readParts(bundle, control);
    for (const part of parts) PUT[part.kind](part, state, sink);
    for (const group of state.groups.values()) sink.group(group);
  });
}

interface State {
  posts: Map<string, number>;
  terms: Map<string, number>;
  groups: Map<string, GroupRecord>;
}

type Put = (part: Part, state: State, sink: RecordSink) => void;

const PUT: { readonly [kind in Part['kind']]: Put } = {
  site: ({ fields }, state, sink) => sink.site(siteOf(state, fields)),
  user: putUser,
  language: putLanguage,
  term: putTerm,
  post: ({ fields }, state, sink) => sink.post(postOf(state, fields)),
};

function numberIn(map: Map<string, number>, uuid: string): number {
  if (!UUID.test(uuid)) return 0;
  const known = map.get(uuid) ?? map.size + 1;
  map.set(uuid, known);
  return known;
}

function siteOf(state: State, fields: Fields): Parameters<RecordSink['site']>[0] {
  const named = (prefix: string): Record<string, Json> =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), value as Json]] : [],
      ),
    );
  const options = Object.entries(named('options.')).map(
    ([name, value]) => [name, NUMBER_OPTIONS.has(name) ? numberIn(state.posts, textOf(value)) : value] as const,
  );
  return {
    title: '',
    description: '',
    url: '',
    whole: true,
    more: {
      category: numberIn(state.terms, textOf(fields['default_category'])),
      options: Object.fromEntries(options),
      settings: { ...named('settings.'), default_lang: textOf(fields['default_lang']) },
      model: fields['content_model'],
    },
  };
}

function putUser({ key: login, fields }: Part, _state: State, sink: RecordSink): void {
  if (login === '' || login.length > 60) return;
  const names = { first_name: textOf(fields['first_name']), last_name: textOf(fields['last_name']) };
  const [email, name] = [textOf(fields['email']), textOf(fields['name']) || login];
  sink.user({ source: null, uuid: '', login, email, name, ...names, line: 0 });
}

function putLanguage(part: Part, _state: State, sink: RecordSink): void {
  sink.language(languageRecord(part));
}

/** Returns a language as a record for import. */
export function languageRecord({ key, fields }: Pick<Part, 'key' | 'fields'>): LanguageRecord {
  return {
    source: null,
    twin: null,
    uuid: uuidOf(fields),
    code: key,
    name: textOf(fields['name']),
    locale: textOf(fields['locale']),
    is_rtl: fields['is_rtl'] === true,
    flag_code: textOf(fields['flag_code']),
    term_group: wholeOf(fields['term_group']),
    more: { active: fields['active'] !== false, fallbacks: listOf(fields['fallbacks']).map(textOf) },
    meta: metaOf(fields['meta']),
    line: 0,
  };
}

function putTerm({ fields }: Part, state: State, sink: RecordSink): void {
  const uuid = uuidOf(fields);
  const source = numberIn(state.terms, uuid);
  const parent = numberIn(state.terms, textOf(fields['parent']));
  note(state, 'term', fields);
  sink.term({
    ...(readFields(TERM_TEXTS, fields, NO_NUMBER) as Omit<TermRecordValues, 'parent'>),
    source: source === 0 ? null : source,
    uuid,
    taxonomy: textOf(fields['taxonomy']),
    parent: '',
    parentSource: parent === 0 ? null : parent,
    meta: metaOf(fields['meta']),
    ...(fields['source'] === true && { isSource: true }),
    line: 0,
  });
}

const NO_NUMBER = (): number => 0;
const TERM_TEXTS = TERM_ROWS.filter(({ holds }) => holds === 'text');

/**
 * Returns the name of an item's group, "" for items that stand alone; the same members give the same group. A term on its own has
 * a group too, since the group holds its language.
 */
function note(state: State, kind: 'post' | 'term', fields: Fields): string {
  const linked = Object.entries(mapOf(fields['translations']));
  const lang = textOf(fields['lang']);
  const alone: [string, unknown][] = kind === 'term' && lang !== '' ? [[lang, fields['uuid']]] : [];
  const members = (linked.length > 0 ? linked : alone).flatMap(([code, uuid]): [string, string][] =>
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

function postOf(state: State, fields: Fields): PostRecord {
  const source = numberIn(state.posts, uuidOf(fields));
  const values = readFields(POST_COLUMNS, fields, (uuid) => numberIn(state.posts, uuid)) as PostRecordValues;
  return {
    ...values,
    uuid: uuidOf(fields),
    type: textOf(fields['type']),
    content: textOf(fields['content']),
    source: source === 0 ? null : source,
    format: FORMATS.has(values.format) ? values.format : '',
    lang: textOf(fields['lang']),
    langName: '',
    group: note(state, 'post', fields),
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
    media: fields['media'] === undefined ? null : mediaRecord(mapOf(fields['media'])),
    comments: listOf(fields['comments']) as CommentRecord[],
    line: 0,
  };
}

const POST_COLUMNS = POST_ROWS.filter(({ ofFile }) => !ofFile);

/** Returns the file of an attachment as a record for import. */
export function mediaRecord(fields: Fields): MediaRecord {
  const values = readFields(MEDIA_ROWS, fields, NO_NUMBER) as MediaRecordValues;
  return { ...values, mime_type: textOf(fields['mime_type']) };
}

function uuidOf(fields: Fields): string {
  const uuid = textOf(fields['uuid']);
  return UUID.test(uuid) ? uuid : '';
}

/** Custom fields; malformed ones are skipped. */
export function metaOf(value: unknown): Meta[] {
  return listOf(value).flatMap((one) => {
    const { key, value: text } = mapOf(one);
    return typeof key === 'string' && key !== '' && typeof text === 'string' ? [{ key, value: text }] : [];
  });
}
