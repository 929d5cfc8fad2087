import * as v from 'valibot';
import { CHECK_IDS, SITE_CHECK_IDS } from '../../units/checks/checks.ts';
import { languageCode } from '../languages/language-fields.ts';
import { field, item } from '../wire/answer-field.ts';
import { pageParams } from '../wire/list-params.ts';

const integer = v.pipe(v.number(), v.integer());
const kind = v.picklist(['post', 'term']);
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));
const check = v.pipe(v.picklist([...CHECK_IDS, ...SITE_CHECK_IDS]), v.description('Name of the check.'));

const translation = {
  kind: v.pipe(kind, v.description('Kind of the item.')),
  id: v.pipe(integer, v.minValue(1), v.description('Number of the translation.')),
};

const named = {
  ...translation,
  check,
  source_hash: v.pipe(hash, v.description('As the finding names them.')),
  target_hash: v.pipe(hash, v.description('The same of the translation.')),
};

/** Statuses that findings can be chosen by: what visitors see, and what they do not see yet. */
const status = v.pipe(
  v.picklist(['publish', 'draft']),
  v.description('Only of published items, terms and files among them; or only of the others.'),
);

/** Which findings are wanted, for a list, for counts and for fixes alike. */
const filters = {
  type: v.optional(v.pipe(v.string(), v.maxLength(100), v.description('Only of this post type or taxonomy.'))),
  status: v.optional(status),
  severity: v.optional(v.pipe(v.picklist(['error', 'warning']), v.description('Only errors, or only warnings.'))),
  search: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(200),
      v.description('Only those whose title or texts hold this, whatever its case.'),
    ),
  ),
};

const ignored = v.optional(
  v.pipe(v.boolean(), v.description('Those that somebody ignores, in place of the others.')),
  false,
);

/** A filter of findings. */
export interface FindingFilter {
  type?: string | undefined;
  status?: 'publish' | 'draft' | undefined;
  severity?: 'error' | 'warning' | undefined;
  search?: string | undefined;
}

/** Parameters of `GET /findings/counts`. */
export const FindingCountsQuery = {
  lang: v.optional(languageCode(v.pipe(v.string(), v.description('Only of the translations of this language.')))),
  ...filters,
};

/** Parameters of `GET /findings`. */
export const FindingsQuery = {
  ...filters,
  lang: languageCode(v.pipe(v.string(), v.description('Code of the language of the translations.'))),
  check: v.optional(check),
  kind: v.optional(v.pipe(kind, v.description('With `id`: only those of this item.'))),
  id: v.optional(v.pipe(integer, v.minValue(1), v.description('With `kind`: only those of this item.'))),
  ignored,
  ...pageParams,
};

/** Parameters of `GET /findings/items`. */
export const FoundItemsQuery = {
  ...filters,
  lang: v.optional(languageCode(v.pipe(v.string(), v.description('Only translations into this language.')))),
  ignored,
  ...pageParams,
};

/** `GET /findings/items`. */
export const FoundItem = item('found-item', {
  kind: field(kind, 'Kind of the item.'),
  id: field(integer, 'Number of the translation.'),
  title: field(v.string(), 'Its title.'),
  type: field(v.string(), 'Its post type or taxonomy.'),
  status: field(v.string(), 'Its status; "" of a term.'),
  lang: field(v.string(), 'Code of its language.'),
  count: field(integer, 'How many findings it has.'),
  errors: field(integer, 'How many of them hold a publication.'),
  fixes: field(integer, 'How many of them have a safe fix.'),
});

export const UnitFinding = item('unit-finding', {
  kind: field(kind, 'Kind of the item.'),
  id: field(integer, 'Number of the translation.'),
  title: field(v.string(), 'Its title.'),
  type: field(v.string(), 'Its post type or taxonomy.'),
  status: field(v.string(), 'Its status; "" of a term.'),
  field: field(v.picklist(['title', 'excerpt', 'alt', 'content']), 'The field that holds the text.'),
  unit: field(integer, 'Its place in the content of the source, from 0; 0 elsewhere.'),
  what: field(v.string(), 'Kind of the text in the content of the source: paragraph, "heading 2", alt; "" elsewhere.'),
  place: field(integer, 'Which one of this kind, from 1; 0 if it is the only one.'),
  check: field(v.string(), 'Name of the check.'),
  severity: field(v.picklist(['error', 'warning']), 'An error holds a publication.'),
  about: field(v.string(), 'What it is about: a number, a word; "" for the whole text.'),
  source: field(v.string(), 'The text of the source, with marks.'),
  target: field(v.string(), 'The translation, with marks.'),
  fix: field(v.nullable(v.string()), 'The translation with this mended; null where that is not safe.'),
  link: field(v.string(), 'Of a link: its words; "" elsewhere, and of a picture.'),
  address: field(v.nullable(v.string()), 'Of link_language: where the fix makes the link lead.'),
  source_hash: field(hash, 'Names the text of the source.'),
  target_hash: field(hash, 'Names the translation.'),
});

/** Parameters of `GET /findings/texts`. */
export const CheckedTextsQuery = {
  lang: languageCode(v.pipe(v.string(), v.description('Code of the language of the translations.'))),
  ...pageParams,
};

const checkedText = v.object({
  kind: field(kind, 'Kind of the item.'),
  id: field(integer, 'Number of the translation.'),
  title: field(v.string(), 'Its title.'),
  field: field(v.picklist(['title', 'excerpt', 'alt', 'content']), 'The field that holds the text.'),
  unit: field(integer, 'Its place in the content of the source, from 0; 0 elsewhere.'),
  source: field(v.string(), 'The text of the source, with marks.'),
  target: field(v.string(), 'The translation, with marks.'),
  words: field(v.array(v.string()), 'Words of the glossary that are right here.'),
  ignored: field(v.array(v.string()), 'Names of the checks whose findings are ignored here.'),
  source_hash: field(hash, 'Names the text of the source.'),
  target_hash: field(hash, 'Names the translation.'),
});

/** `GET /findings/texts`. */
export const CheckedTexts = item('checked-texts', {
  pages: field(integer, 'The number of pages: a page has some items and all their texts.'),
  texts: field(v.array(checkedText), 'The texts of this page.'),
});
export type CheckedTextsPage = v.InferOutput<typeof CheckedTexts>;

/** `GET /findings/counts`. */
export const FindingCount = item('finding-count', {
  lang: field(v.string(), 'Code of the language of the translations.'),
  check: field(v.string(), 'Name of the check.'),
  severity: field(v.picklist(['error', 'warning']), 'An error holds a publication.'),
  count: field(integer, 'How many findings.'),
  fixes: field(integer, 'How many of them have a safe fix.'),
  ignored: field(integer, 'How many more are ignored.'),
});

/** Parameters of `POST /findings/fix`. */
export const FixArgs = {
  ...filters,
  lang: languageCode(v.pipe(v.string(), v.description('Code of the language of the translations.'))),
  check: v.optional(check),
  items: v.optional(
    v.pipe(
      v.array(v.object(translation)),
      v.minLength(1),
      v.maxLength(10_000),
      v.description('Only these items; left out, all.'),
    ),
  ),
  skip: v.optional(
    v.pipe(v.array(v.object(named)), v.maxLength(10_000), v.description('Leaves these findings as they are.')),
  ),
};

/** The input of the job of `POST /findings/fix`. */
export interface FixOrder extends FindingFilter {
  lang: string;
  check?: string | undefined;
  items?: { kind: 'post' | 'term'; id: number }[] | undefined;
  skip?: FindingName[] | undefined;
}

/** What identifies a finding while both texts stay as they are. */
export interface FindingName {
  kind: 'post' | 'term';
  id: number;
  check: string;
  source_hash: string;
  target_hash: string;
}

/** Its report. */
export interface FixReport {
  fixed: number;
  items: number;
  /** Findings of items that could not be written. */
  skipped: number;
}

/** Parameters of `GET /findings/links`. */
export const LinkFindingsQuery = translation;

/** Parameters of `GET /findings/ignored`. */
export const IgnoredQuery = translation;

export const IgnoredFinding = item('ignored-finding', {
  check: field(v.string(), 'Name of the check.'),
  source_hash: field(hash, 'Names the text of the source.'),
  target_hash: field(hash, 'Names the translation.'),
});

/** Parameters of `POST /findings/ignore`. */
export const IgnoreArgs = {
  ...named,
  ignore: v.optional(v.pipe(v.boolean(), v.description('false: show it again.')), true),
};
