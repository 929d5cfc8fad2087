import { MASK } from '../../schema/wire/mask.ts';

/** Names of fields that contain secrets, in all common spellings. */
const SECRET_NAME = /pass(?:word|wd|phrase)|secret|token|api_?key|authorization|credential|nonce|cookie/i;
/** Credentials in a text. */
const SECRET_TEXT = /\b(Bearer|Basic)\s+[A-Za-z0-9+/=._~-]{8,}/g;
/** A query parameter; requests in a batch have these in their paths. */
const QUERY_PAIR = /([?&][^=&#\s]*)=([^&#\s]+)/g;

/** A copy of plain data with values of secret fields masked, and credentials inside texts. */
export function redacted(value: unknown): unknown {
  if (typeof value === 'string') return redactedText(value);
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Record<string, unknown>);
  return Object.fromEntries(entries.map(([name, one]) => [name, SECRET_NAME.test(name) ? masked(one) : redacted(one)]));
}

function redactedText(text: string): string {
  return text
    .replace(SECRET_TEXT, `$1 ${MASK}`)
    .replace(QUERY_PAIR, (pair, name: string) => (SECRET_NAME.test(decoded(name)) ? `${name}=${MASK}` : pair));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Empty values stay empty: whether there is a secret is not secret. */
function masked(value: unknown): unknown {
  return value === '' || value === null || value === undefined || typeof value === 'boolean' ? value : MASK;
}
