import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';

const facts = (text: string) => field(v.record(v.string(), v.unknown()), text);
const list = (text: string) => field(v.array(v.record(v.string(), v.unknown())), text);

/** The answer of `GET /diagnostics`: for support. Contains no text written by a user. */
export const Diagnostics = item('diagnostics', {
  polydesk: field(v.string(), 'Version of the product.'),
  made_at: field(v.string(), 'When it was made.'),
  system: facts('The computer and the programs below.'),
  site: facts('How the file is set, and rules of it that are broken.'),
  numbers: facts('How much there is of what.'),
  settings: facts('Switches.'),
  failed_requests: list('The last requests that were refused or failed, by the template of their route.'),
  faults: list('The last faults of the product: their kind and where in the program, never their words.'),
});
export type Diagnostics = v.InferOutput<typeof Diagnostics>;
