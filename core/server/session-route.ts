import * as v from 'valibot';
import { refusal, RestError } from '../errors.ts';
import type { Caller, RestResponse } from '../types.ts';
import type { BodyParts } from './body.ts';
import { IDLE_MS, CODE_MS, type Sessions } from './session.ts';

/** `POST {rest}/polydesk/v1/session` (`contract/extras.md`)? Known by its address alone: nobody has signed in yet. */
export function isSessionRequest(method: string, url: string): boolean {
  return method === 'POST' && /^\/wp-json\/polydesk\/v1\/session\/?$/i.test(url);
}

/**
 * The code of a start link becomes a session token. Without a code, who may manage the server gets one, for another link.
 * `asker` signs in and is called only then: a token of an earlier start that comes along with a code does no harm.
 */
export function answerSession(sessions: Sessions, { body }: BodyParts, asker: () => Caller): RestResponse {
  const call = v.safeParse(SessionCall, body ?? {});
  if (!call.success) throw new RestError('rest_invalid_param', 'The code is the text after "#code=" of the link.', 400);
  const { code } = call.output;
  if (code === undefined) return answer({ code: newCode(sessions, asker()), expires_in: CODE_MS / 1000 });
  const token = sessions.exchange(code);
  if (token === undefined) throw new RestError('polydesk_invalid_code', 'This link was used or is too old.', 401);
  return answer({ token, expires_in: IDLE_MS / 1000 });
}

const SessionCall = v.object({ code: v.optional(v.pipe(v.string(), v.maxLength(100))) });

function newCode(sessions: Sessions, asker: Caller): string {
  if (asker.can('manage_server')) return sessions.newCode();
  const text = 'Links to sign in are made in the interface or on the command line only.';
  throw refusal(asker, 'rest_forbidden', text);
}

function answer(body: object): RestResponse {
  return { status: 200, headers: { 'Cache-Control': 'no-store' }, body };
}
