import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';

const expires_in = field(v.pipe(v.number(), v.integer()), 'Seconds for which it is good.');

/** A session of the interface, as `POST /session` answers a code. */
export const SessionToken = item('session', {
  token: field(v.string(), 'What later requests sign in with.'),
  expires_in,
});

/** The code of a start link, as `POST /session` answers without one. */
export const SessionCode = item('session-code', { code: field(v.string(), 'Good once, for one link.'), expires_in });
