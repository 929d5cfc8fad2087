import * as v from 'valibot';

const integer = v.pipe(v.number(), v.integer());

/** A list of ids, as JSON or separated by commas. */
export const idList = v.array(integer);

/** The context of the answer; the first word is the default. */
export function contextParam<const W extends readonly [string, ...string[]]>(
  ...words: W
): v.OptionalSchema<
  v.SchemaWithPipe<readonly [v.PicklistSchema<W, undefined>, v.DescriptionAction<W[number], string>]>,
  W[0]
> {
  return v.optional(
    v.pipe(v.picklist(words), v.description('What the answer is for: it decides which fields there are.')),
    words[0],
  );
}

/** `context` of content: view, embed or edit (`content.md` 2.1, 3.1). */
export const contentContext = contextParam('view', 'embed', 'edit');

/** Parameters of every paged collection (`content.md` 2.1, 3.1, 4). */
export const pageParams = {
  page: v.optional(v.pipe(integer, v.minValue(1), v.description('Page of the list.')), 1),
  per_page: v.optional(v.pipe(integer, v.minValue(1), v.maxValue(100), v.description('Items on a page.')), 10),
} as const;

/** The number of items before a page. A number too large to count means the end: no list is that long. */
export function itemsBefore({
  page,
  per_page,
  offset,
}: {
  page: number;
  per_page: number;
  offset?: number | undefined;
}): number {
  return Math.min(offset === undefined ? (page - 1) * per_page : Math.abs(offset), Number.MAX_SAFE_INTEGER - per_page);
}

export const searchParam = v.optional(v.pipe(v.string(), v.description('Only items that contain this text.')));
export const includeParam = v.optional(v.pipe(idList, v.description('Only items with one of these ids.')), []);
export const excludeParam = v.optional(v.pipe(idList, v.description('No items with one of these ids.')), []);
export const offsetParam = v.optional(v.pipe(integer, v.description('How many items to leave out at the beginning.')));
export const slugParam = v.optional(v.pipe(v.array(v.string()), v.description('Only items with one of these slugs.')));

/** The first parameters of lists of terms and users: page, search, exclude, include and offset. */
export const listParams = {
  context: contentContext,
  ...pageParams,
  search: searchParam,
  exclude: excludeParam,
  include: includeParam,
  offset: offsetParam,
} as const;

/** Parameters of a list of terms or users, as checked. */
export interface ListParams {
  page: number;
  per_page: number;
  search?: string | undefined;
  include: number[];
  exclude: number[];
  offset?: number | undefined;
  order: 'asc' | 'desc';
}

/** Direction of the order. */
export function orderParam<const D extends 'asc' | 'desc'>(
  fallback: D,
): v.OptionalSchema<
  v.SchemaWithPipe<
    readonly [v.PicklistSchema<readonly ['asc', 'desc'], undefined>, v.DescriptionAction<'asc' | 'desc', string>]
  >,
  D
> {
  return v.optional(v.pipe(v.picklist(['asc', 'desc'] as const), v.description('Direction of the order.')), fallback);
}

/** The filter by language (`content.md` 5.5): extended edition, translated types only; anything but text counts as not given. */
export const langFilter = v.optional(
  v.pipe(
    v.string(),
    v.description('Only items of the language with this code; "" for all.'),
    v.metadata({ extended: true, lenient: true, language: 'or none' }),
  ),
  '',
);
