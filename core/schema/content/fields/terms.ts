import * as v from 'valibot';
import { ALL, FULL, integer, rowsOf, type Context, type StoredField, type ValuesOf } from './field.ts';

/** A stored field of a term. */
export interface TermField extends StoredField {
  rest: { schema: v.GenericSchema; text: string; context: Context };
}

/** The stored fields of terms besides number, UUID and taxonomy, in the order of a bundle. Names have entities, as they are answered. */
export const TERM_FIELDS = {
  slug: { holds: 'text', rest: { schema: v.string(), text: 'Name of the term in addresses.', context: ALL } },
  name: { holds: 'text', rest: { schema: v.string(), text: 'Name of the term.', context: ALL } },
  description: { holds: 'text', rest: { schema: v.string(), text: 'Description, as HTML.', context: FULL } },
  parent: {
    holds: 'parent',
    rest: { schema: integer, text: 'Number of the parent term; 0 for none.', context: FULL },
  },
} as const satisfies Record<string, TermField>;

/** What is stored of a term besides its number, its UUID and its taxonomy. */
export type TermValues = ValuesOf<typeof TERM_FIELDS, 'row'>;
/** The same as a file has it. */
export type TermRecordValues = ValuesOf<typeof TERM_FIELDS, 'record'>;
export const TERM_ROWS = rowsOf<TermField>(TERM_FIELDS) as readonly (TermField & { name: keyof TermValues })[];
export const TERM_NAMES = TERM_ROWS.map(({ name }) => name);
