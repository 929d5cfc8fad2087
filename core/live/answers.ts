// Schemas of the fields that are read from answers of a live site; all others are ignored.
import * as v from 'valibot';
import { liveFault } from './faults.ts';
import type { RemoteAnswer } from './remote.ts';

/** PHP writes an empty map as an empty list, and the other way round. */
const mapOf = <S extends v.GenericSchema>(value: S) =>
  v.pipe(
    v.union([v.record(v.string(), value), v.tuple([])]),
    v.transform((map): Record<string, v.InferOutput<S>> => (Array.isArray(map) ? {} : map)),
  );

/** The index of the REST API. */
export const Index = v.object({
  name: v.fallback(v.string(), ''),
  home: v.fallback(v.string(), ''),
  namespaces: v.array(v.string()),
  routes: v.fallback(v.record(v.string(), v.unknown()), {}),
});

/** `users/me` in context=edit. */
export const Me = v.object({
  id: v.pipe(v.number(), v.integer(), v.minValue(1)),
  name: v.fallback(v.string(), ''),
  slug: v.fallback(v.string(), ''),
  roles: v.fallback(v.array(v.string()), []),
  capabilities: v.fallback(mapOf(v.unknown()), {}),
});

const based = { slug: v.string(), name: v.fallback(v.string(), ''), rest_base: v.string(), rest_namespace: v.string() };

/** `types` in context=edit, by name. */
export const Types = mapOf(
  v.object({ ...based, hierarchical: v.fallback(v.boolean(), false), taxonomies: v.fallback(v.array(v.string()), []) }),
);

/** `taxonomies` in context=edit, by name. */
export const Taxonomies = mapOf(
  v.object({ ...based, hierarchical: v.fallback(v.boolean(), false), types: v.fallback(v.array(v.string()), []) }),
);

/** OPTIONS of a route: the fields of its items. */
export const Described = v.object({
  schema: v.fallback(v.object({ properties: v.fallback(mapOf(v.unknown()), {}) }), { properties: {} }),
});

/** The languages of `pll/v1`. */
export const Languages = v.array(
  v.object({
    slug: v.string(),
    name: v.string(),
    locale: v.string(),
    is_default: v.fallback(v.boolean(), false),
    is_rtl: v.optional(v.fallback(v.boolean(), false)),
    home_url: v.optional(v.fallback(v.string(), '')),
    flag_code: v.optional(v.fallback(v.string(), '')),
    term_group: v.optional(v.fallback(v.number(), 0)),
  }),
);

/** An error answer of the REST API. */
export const Failure = v.object({ code: v.string() });

/** Codes by which a site reports that an item does not exist. */
const MISSING = new Set(['rest_post_invalid_id', 'rest_term_invalid', 'rest_invalid_id', 'rest_invalid_slug']);

/**
 * Whether the site says that an item does not exist (`contract/live-wordpress.md` 2). Another 404 comes from a route that is missing,
 * because a plugin is inactive or being updated, or from something in front of the site: it says nothing about the item.
 */
export function isMissing({ status, body }: Pick<RemoteAnswer, 'status' | 'body'>): boolean {
  const failure = v.safeParse(Failure, body);
  return (status === 404 || status === 410) && failure.success && MISSING.has(failure.output.code);
}

/** Parses an answer; throws `polydesk_live_answer` if it does not have the expected shape. */
export function readAnswer<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  // One issue is enough: a hostile answer has as many as it has values.
  const result = v.safeParse(schema, body, { abortEarly: true });
  if (!result.success) throw liveFault('answer');
  return result.output;
}
