import type { RestRequest } from '../types.ts';

/** Settings stay as large as they are. */
const SETTINGS = /^\/*(?:pll\/v1\/settings|wp\/v2\/settings|polydesk\/v1\/server)\/?$/i;
const BATCH = /^\/*batch\/v1\/?$/i;

/** Whether a request may make the site larger: every write but deletes, settings, and batches of nothing else (`reliability-and-security.md` 5.8). */
export function mayGrow({ method, path, query, headers, body }: RestRequest): boolean {
  const instead = method === 'POST' ? (query?.['_method'] ?? headers?.['x-http-method-override']) : undefined;
  const wanted = typeof instead === 'string' && instead !== '' ? instead.toUpperCase() : method;
  if (wanted === 'DELETE' || SETTINGS.test(path)) return false;
  if (!BATCH.test(path)) return true;
  const items = (body as { requests?: unknown } | undefined)?.requests;
  return !Array.isArray(items) || items.some((item) => itemMayGrow(item));
}

function itemMayGrow(item: unknown): boolean {
  const { method = 'POST', path = '' } = (item ?? {}) as { method?: unknown; path?: unknown };
  if (typeof path !== 'string' || BATCH.test(path)) return true;
  return method !== 'DELETE' && !SETTINGS.test(path.split(/[?#]/, 1)[0] ?? '');
}
