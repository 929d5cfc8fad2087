import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';

const expires_in = field(v.pipe(v.number(), v.integer()), 'Seconds for which it is good.');

/** A session of the interface: the answer of `POST /session` to a code. */
export const SessionToken = item('session', {
  token: field(v.string(), 'What later requests sign in with.'),
  expires_in,
});

/** The code of a start link: the answer of `POST /session` without a code. */
export const SessionCode = item('session-code', { code: field(v.string(), 'Good once, for one link.'), expires_in });
