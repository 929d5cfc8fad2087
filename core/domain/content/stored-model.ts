import * as v from 'valibot';
import { isMap } from '../../schema/wire/coerce.ts';
import { ContentModelSchema, type ContentModel } from '../../schema/content/content-model.ts';
import { fits } from '../../schema/wire/explain.ts';
import { POST_TYPES, TAXONOMIES } from './built-in-types.ts';

/** The parsed content model. */
export interface StoredModel {
  /**
   * Empty if anything in the text is invalid: a value that no longer fits its schema reads as the default (`interface.md` 1.7).
   */
  model: ContentModel;
  /** Names of the invalid parts; "" if the whole is not a model. */
  invalidParts: readonly string[];
}

/** Parses the stored text, undefined if there is none. */
export function readModel(text: string | undefined): StoredModel {
  const value: unknown = text === undefined ? {} : JSON.parse(text);
  const result = v.safeParse(ContentModelSchema, value);
  if (result.success) return { model: result.output, invalidParts: [] };
  return { model: v.parse(ContentModelSchema, {}), invalidParts: invalidPartsIn(value) };
}

/** The valid parts of such a text: every valid entry, without its references to invalid ones. */
export function readableModel(text: string | undefined): ContentModel {
  const value: unknown = text === undefined ? {} : JSON.parse(text);
  const kept = isMap(value) ? PARTS.map((part) => [part, entriesThatFit(part, value[part])] as const) : [];
  const model = v.parse(ContentModelSchema, Object.fromEntries(kept));
  const types = new Set([...POST_TYPES, ...model.post_types].map(({ name }) => name));
  const terms = new Set([...TAXONOMIES, ...model.taxonomies].map(({ name }) => name));
  const among = <T extends { object_types: string[] }>(list: readonly T[], known: ReadonlySet<string>): T[] =>
    list.map((one) => ({ ...one, object_types: one.object_types.filter((name) => known.has(name)) }));
  const hasObjects = (one: { object_types: readonly string[] }): boolean => one.object_types.length > 0;
  return {
    ...model,
    post_types: model.post_types.map((type) => ({ ...type, taxonomies: type.taxonomies.filter((t) => terms.has(t)) })),
    taxonomies: among(model.taxonomies, types),
    post_meta: among(model.post_meta, types).filter(hasObjects),
    term_meta: among(model.term_meta, terms).filter(hasObjects),
  };
}

const PARTS = Object.keys(ContentModelSchema.entries) as (keyof ContentModel)[];

function invalidPartsIn(value: unknown): string[] {
  if (!isMap(value)) return [''];
  return Object.keys(value).filter(
    (name) => !PARTS.some((part) => part === name && fits(ContentModelSchema.entries[part], value[name])),
  );
}

function entriesThatFit(part: keyof ContentModel, list: unknown): unknown[] {
  return Array.isArray(list) ? list.filter((one) => fits(ContentModelSchema.entries[part], [one])) : [];
}
