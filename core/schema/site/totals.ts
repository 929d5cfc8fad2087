import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';

const integer = v.pipe(v.number(), v.integer());

/** `GET /totals`: numbers that stand beside the names of screens. */
export const Totals = item('totals', {
  terms: field(integer, 'How many terms the glossary has.'),
  strings: field(integer, 'How many strings the site has, translated or not.'),
});
