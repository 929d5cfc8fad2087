import { isUtf8 } from 'node:buffer';
import type { Credentials } from '../../domain/access/callers.ts';
import { RestError } from '../../errors.ts';

/**
 * Parses an `Authorization` header (`interface.md` 1.11). Absent or empty: a guest. Another scheme, or an unreadable value: bad,
 * never a guest, so that a typing mistake does not look like missing rights.
 */
export function readCredentials(header: string | undefined): Credentials {
  const text = header?.trim() ?? '';
  if (text === '') return { kind: 'none' };
  const space = text.search(/[ \t]/);
  if (space < 0) return { kind: 'bad' };
  const value = text.slice(space).trim();
  switch (text.slice(0, space).toLowerCase()) {
    case 'basic':
      return readBasic(value);
    case 'bearer':
      return readToken(value, (token) => ({ kind: 'bearer', token }));
    default:
      return { kind: 'bad' };
  }
}

/** `readCredentials` with a cache of the last headers: a client sends the same one with every request. */
export function createCredentialReader(): typeof readCredentials {
  const read = new Map<string, Credentials>();
  return (header) => {
    if (header === undefined) return { kind: 'none' };
    const known = read.get(header);
    if (known) return known;
    if (read.size >= REMEMBERED) read.clear();
    const credentials = readCredentials(header);
    read.set(header, credentials);
    return credentials;
  };
}

const REMEMBERED = 64;

/** The only answer to bad credentials: an unknown user and a wrong token look the same. */
export function badCredentials(): RestError {
  return new RestError('incorrect_password', 'The user name or the token is not right.', 401);
}

/** The answer to a guest while anonymous reading is switched off. */
export function notLoggedIn(): RestError {
  return new RestError('rest_not_logged_in', 'Sign in with a token to use this server.', 401);
}

/** Strict base64 of `user:token`; the user's name may not contain a colon. */
function readBasic(value: string): Credentials {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return { kind: 'bad' };
  const bytes = Buffer.from(value, 'base64');
  if (!isUtf8(bytes)) return { kind: 'bad' };
  const text = bytes.toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) return { kind: 'bad' };
  return readToken(text.slice(colon + 1), (token) => ({ kind: 'basic', user: text.slice(0, colon), token }));
}

/** Tokens are shown in groups: anything but letters and digits is ignored. */
function readToken(text: string, make: (token: string) => Credentials): Credentials {
  const token = text.replace(/[^A-Za-z0-9]/g, '');
  return token === '' ? { kind: 'bad' } : make(token);
}
