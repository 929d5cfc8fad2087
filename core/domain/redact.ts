import { MASK } from '../schema/mask.ts';

/** Names under which secrets travel, in any of the forms people write them. */
const SECRET_NAME = /pass(?:word|wd|phrase)|secret|token|api_?key|authorization|credential|nonce|cookie/i;
/** What follows such a word in a text. */
const SECRET_TEXT = /\b(Bearer|Basic)\s+[A-Za-z0-9+/=._~-]{8,}/g;

/** A copy of plain data in which values under names of secrets are masked, as are credentials inside texts. */
export function redacted(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(SECRET_TEXT, `$1 ${MASK}`);
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Record<string, unknown>);
  return Object.fromEntries(entries.map(([name, one]) => [name, SECRET_NAME.test(name) ? masked(one) : redacted(one)]));
}

/** Nothing stays nothing: whether there is a secret is none. */
function masked(value: unknown): unknown {
  return value === '' || value === null || value === undefined || typeof value === 'boolean' ? value : MASK;
}
