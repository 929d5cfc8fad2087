import * as v from 'valibot';
import { isFlagCode } from '../../domain/languages/flags.ts';
import { languageName } from '../../domain/languages/name.ts';
import { ContentModelSchema } from '../../schema/content/content-model.ts';
import type { Kinds } from '../../schema/content/fields/field.ts';
import { MEDIA_ROWS } from '../../schema/content/fields/media.ts';
import { POST_ROWS } from '../../schema/content/fields/posts.ts';
import { TERM_ROWS } from '../../schema/content/fields/terms.ts';
import { Settings } from '../../schema/settings/settings.ts';
import { SiteSettings } from '../../schema/settings/site-settings.ts';
import { describe } from '../../schema/wire/describe.ts';
import { entriesOf, partsOf } from '../../schema/wire/walk.ts';
import type { Dict } from '../../types.ts';
import { dateOf } from '../wxr/values.ts';
import { FORMATS, LANGUAGE_TAXONOMIES } from '../wxr/host-types.ts';
import { isStorableSlug } from '../slug.ts';
import { encodedSlug } from './fields.ts';

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A language code of a file. */
const CODE = /^[a-z][a-z0-9_-]{0,199}$/;

/** What a value must be, as worded in the refusal. */
const A_KEY = 'a stable key (UUID)';
const A_CODE = 'the code of a language, as "fr"';
const A_TIME = 'a date and time, as "2026-11-21T07:39:48"';

const said = <const S extends v.GenericSchema>(schema: S, text: string) => v.pipe(schema, v.description(text));
const integer = v.pipe(v.number(), v.integer());
const whole = v.pipe(integer, v.minValue(0));
const uuid = said(
  v.pipe(v.string(), v.regex(UUID, A_KEY)),
  'Stable key (UUID), never changed. A new item gets a new one.',
);
const code = v.pipe(v.string(), v.regex(CODE, A_CODE));
const codeOrNone = v.pipe(v.string(), v.regex(/^(?:|[a-z][a-z0-9_-]{0,199})$/, `${A_CODE}, or ""`));
/** References another item of the bundle. */
const reference = v.pipe(v.string(), v.regex(/^(?:|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, `${A_KEY}, or ""`));
const lang = said(codeOrNone, 'Code of its language, as languages/ has it; "" for none.');

const Meta = said(
  v.array(v.strictObject({ key: v.pipe(v.string(), v.minLength(1)), value: v.string() })),
  'Custom fields; values of one key in their order.',
);

/** Schemas by what a field holds in the JSON of a bundle. */
const HELD: { readonly [kind in keyof Kinds]: v.GenericSchema } = {
  text: v.string(),
  date: v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/, A_TIME),
    v.check((text) => dateOf(text) === text, A_TIME),
  ),
  number: integer,
  size: v.union([whole, v.null()]),
  switch: v.boolean(),
  open: v.picklist(['open', 'closed']),
  map: v.record(v.string(), v.unknown()),
  user: v.string(),
  parent: reference,
  image: reference,
};

const slug = v.pipe(
  v.string(),
  v.check((text) => isStorableSlug(encodedSlug(text)), 'a name that can stand in an address'),
);

/** Fields that accept less than their column could hold. */
const NARROWER: Readonly<Record<string, v.GenericSchema>> = {
  slug,
  status: v.pipe(v.string(), v.regex(/^[a-z0-9_-]{1,20}$/, 'a status, as "draft"')),
  format: v.picklist(['', ...FORMATS]),
};

function fieldsOf(rows: readonly { name: string; holds: keyof Kinds }[]): v.ObjectEntries {
  return Object.fromEntries(rows.map(({ name, holds }) => [name, NARROWER[name] ?? HELD[holds]]));
}

/** The content is a separate file unless it is empty, and the file of an attachment has its own media type. */
export const POST_COLUMNS = POST_ROWS.filter(({ name, ofFile }) => name !== 'content' && !ofFile);

/** The scope of a bundle: anything left out is unrestricted. */
const Scope = v.strictObject({
  types: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.description('Only items of these types.'))),
  languages: v.optional(v.pipe(v.array(code), v.minLength(1), v.description('Only items of these languages.'))),
  items: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(UUID, A_KEY))), v.description('Only these items.'))),
});
export type BundleScope = v.InferOutput<typeof Scope>;

const Manifest = v.strictObject({
  format: v.picklist(['polydesk-bundle']),
  version: v.picklist([2]),
  scope: said(Scope, 'What of the site is in it. `apply --prune` never deletes anything else.'),
  media: said(v.boolean(), 'Whether files of media are in it.'),
});
export type Manifest = v.InferOutput<typeof Manifest>;

/** The schema of a setting without its default. */
const unwrapped = (schema: v.GenericSchema): v.GenericSchema =>
  schema.type === 'optional' ? (schema as unknown as { wrapped: v.GenericSchema }).wrapped : schema;

/** Every bundle states all settings; one made before a setting existed has its default. */
const orDefault = (schema: v.GenericSchema, fallback: unknown): v.GenericSchema =>
  v.optional(schema, fallback as never);

/** Options that reference items by number on the site and by UUID in a bundle. */
export const NUMBER_OPTIONS: ReadonlySet<string> = new Set([
  'page_on_front',
  'page_for_posts',
  'site_logo',
  'site_icon',
]);

/** A setting without its secrets, which never leave a site. */
function withoutSecrets(schema: v.GenericSchema): v.GenericSchema {
  const entries = Object.entries((entriesOf(schema) ?? {}) as Record<string, v.GenericSchema>);
  if (!entries.some(([, inner]) => holdsSecret(inner))) return schema;
  const open = entries.filter(([, inner]) => !partsOf(inner).facts.secret);
  return v.strictObject(
    Object.fromEntries(
      open.map(([name, inner]) => [name, partsOf(inner).optional ? v.optional(withoutSecrets(inner)) : inner]),
    ),
  );
}

function holdsSecret(schema: v.GenericSchema): boolean {
  const inner = Object.values((entriesOf(schema) ?? {}) as Record<string, v.GenericSchema>);
  return partsOf(schema).facts.secret === true || inner.some(holdsSecret);
}

/** Site options in a bundle. The default category is a field of its own. */
export const OPTIONS = Object.entries(SiteSettings.entries)
  .filter(([name]) => name !== 'default_category')
  .map(([name, schema]) => ({ name, schema: schema as v.GenericSchema, fallback: partsOf(schema).fallback }));

/** Language settings in a bundle: those that people edit. The default language is a field of its own. */
export const SETTINGS = Object.entries(Settings.entries)
  .filter(([name, schema]) => name !== 'default_lang' && !partsOf(schema).facts.readonly)
  .map(([name, schema]) => ({ name, schema: schema as v.GenericSchema, fallback: partsOf(schema).fallback ?? {} }));

const SiteFile = v.strictObject({
  default_lang: said(codeOrNone, 'Code of the default language.'),
  default_category: said(reference, 'Category of posts that name none.'),
  options: v.strictObject(
    Object.fromEntries(
      OPTIONS.map(({ name, schema, fallback }) => [
        name,
        NUMBER_OPTIONS.has(name) ? orDefault(reference, '') : orDefault(unwrapped(schema), fallback),
      ]),
    ),
  ),
  settings: v.strictObject(
    Object.fromEntries(
      SETTINGS.map(({ name, schema, fallback }) => [name, orDefault(withoutSecrets(unwrapped(schema)), fallback)]),
    ),
  ),
  content_model: ContentModelSchema,
});

const login = v.pipe(v.string(), v.minLength(1), v.maxLength(60));
const Users = v.array(
  v.strictObject({
    login,
    email: v.string(),
    name: v.pipe(v.string(), v.minLength(1)),
    first_name: v.string(),
    last_name: v.string(),
  }),
);

const Language = v.strictObject({
  uuid,
  code: said(code, 'The name of the file is the same.'),
  name: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(200),
    v.check((name) => languageName(name) === name, 'a name without markup'),
  ),
  locale: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{2,60}$/, 'a locale, as "fr_FR"')),
  is_rtl: v.boolean(),
  flag_code: v.pipe(
    v.string(),
    v.check((flag) => flag === '' || isFlagCode(flag), 'the code of a flag'),
  ),
  term_group: said(integer, 'Its place in lists.'),
  active: v.boolean(),
  fallbacks: v.array(code),
  meta: Meta,
});

const Term = v.strictObject({
  uuid,
  taxonomy: v.pipe(
    v.string(),
    v.regex(/^[\w-]{1,32}$/, 'a taxonomy, as "category"'),
    v.check((name) => !LANGUAGE_TAXONOMIES.has(name), 'a taxonomy of terms'),
  ),
  ...fieldsOf(TERM_ROWS),
  lang,
  meta: Meta,
});

/** Name and value of a comment field. */
const Pair = v.pipe(v.array(v.string()), v.minLength(2), v.maxLength(2));
const Comment = v.strictObject({ fields: v.array(Pair), meta: Meta });

const Post = v.strictObject({
  uuid,
  type: v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/, 'a type, as "post"')),
  ...fieldsOf(POST_COLUMNS),
  lang,
  terms: said(v.array(v.pipe(v.string(), v.regex(UUID, A_KEY))), 'Terms it carries, by their stable keys.'),
  meta: Meta,
  content: v.optional(said(v.picklist(['']), 'Only where it is empty: else it is the file of the same name in .html.')),
  media: v.optional(said(v.strictObject({ ...fieldsOf(MEDIA_ROWS), mime_type: v.string() }), 'Of an attachment.')),
  comments: v.optional(v.pipe(v.array(Comment), v.minLength(1))),
});

const Group = v.strictObject({
  translations: said(
    v.record(code, v.pipe(v.string(), v.regex(UUID, A_KEY))),
    'Item of each language, in their order.',
  ),
  source: v.optional(said(code, 'The language that somebody chose as the source.')),
});
const Groups = v.strictObject({ posts: v.array(Group), terms: v.array(Group) });
export type Groups = v.InferOutput<typeof Groups>;

/** A kind of JSON file of a bundle. */
interface FileKind {
  /** Paths of such files. */
  path: RegExp;
  about: string;
  schema: v.GenericSchema;
}

/** Every kind of JSON file: reading, the JSON schema and the documentation derive from its row. */
export const FILE_KINDS = {
  manifest: { path: /^polydesk\.json$/, about: 'polydesk.json', schema: Manifest },
  site: { path: /^site\.json$/, about: 'site.json', schema: SiteFile },
  users: { path: /^users\.json$/, about: 'users.json', schema: Users },
  groups: { path: /^translations\.json$/, about: 'translations.json', schema: Groups },
  language: { path: /^languages\/[^/]+\.json$/, about: 'languages/CODE.json', schema: Language },
  term: { path: /^terms\/[^/]+\/[^/]+\.json$/, about: 'terms/TAXONOMY/NAME.json', schema: Term },
  post: { path: /^posts\/[^/]+\/[^/]+\.json$/, about: 'posts/TYPE/NAME.json', schema: Post },
} as const satisfies Record<string, FileKind>;
export type FileKindName = keyof typeof FILE_KINDS;

/** The kind of a JSON file by its path. */
export function kindOfFile(path: string): FileKindName | undefined {
  return (Object.keys(FILE_KINDS) as FileKindName[]).find((kind) => FILE_KINDS[kind].path.test(path));
}

/** The JSON schema included in a bundle: one definition per kind of file. */
export function bundleSchema(): Dict {
  const kinds = Object.entries(FILE_KINDS).map(([name, { about, schema }]) => [
    name,
    { description: `${about} of a bundle of Polydesk.`, ...describe(schema) },
  ]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Bundle of Polydesk, version 2',
    definitions: Object.fromEntries(kinds) as Dict,
  };
}
