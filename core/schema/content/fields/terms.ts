import * as v from 'valibot';
import { ALL, FULL, integer, rowsOf, type Context, type StoredField, type ValuesOf } from './field.ts';

/** A stored field of a term. */
export interface TermField extends StoredField {
  rest: { schema: v.GenericSchema; text: string; context: Context };
}

/** The stored fields of terms besides id, UUID and taxonomy, in the order of a bundle. Names contain entities, as answered. */
export const TERM_FIELDS = {
  slug: { holds: 'text', rest: { schema: v.string(), text: 'Name of the term in addresses.', context: ALL } },
  name: { holds: 'text', rest: { schema: v.string(), text: 'Name of the term.', context: ALL } },
  description: { holds: 'text', rest: { schema: v.string(), text: 'Description, as HTML.', context: FULL } },
  parent: {
    holds: 'parent',
    rest: { schema: integer, text: 'Number of the parent term; 0 for none.', context: FULL },
  },
} as const satisfies Record<string, TermField>;

/** The stored values of a term besides its id, UUID and taxonomy. */
export type TermValues = ValuesOf<typeof TERM_FIELDS, 'row'>;
/** The same in the format of a file. */
export type TermRecordValues = ValuesOf<typeof TERM_FIELDS, 'record'>;
export const TERM_ROWS = rowsOf<TermField>(TERM_FIELDS) as readonly (TermField & { name: keyof TermValues })[];
export const TERM_NAMES = TERM_ROWS.map(({ name }) => name);
