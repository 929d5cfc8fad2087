import { api } from '../../../lib/api/api.ts';
import type { Dict } from '../../../../core/types.ts';

/** The kinds of sample addresses in the answer of `POST polydesk/v1/settings/impact`. */
export type SampleKind = 'front' | 'post' | 'category' | 'search';

/** An address that a change moves, and its target. */
export interface Redirect {
  from: string;
  to: string;
}

/** Every published address that a settings change moves: all pages of the list. */
export async function readRedirects(changes: Dict): Promise<Redirect[]> {
  const all: Redirect[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await api.post('/polydesk/v1/settings/redirects', { ...changes, page });
    all.push(...body.redirects);
    pages = body.pages;
  }
  return all;
}

/** Export formats of the list. */
export const REDIRECT_FILES = {
  csv: { label: 'CSV', name: 'redirects.csv', write: csvOf },
  nginx: { label: 'nginx', name: 'redirects.nginx.conf', write: nginxOf },
  apache: { label: 'Apache', name: 'redirects.htaccess', write: apacheOf },
} as const;
export type RedirectFile = keyof typeof REDIRECT_FILES;

function csvOf(redirects: readonly Redirect[]): string {
  const lines = redirects.map(({ from, to }) => `${cell(from)},${cell(to)}`);
  return ['from,to', ...lines, ''].join('\r\n');
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * An nginx map of full addresses: query parameters such as `?utm=` are passed on, except for addresses that are query parameters
 * themselves.
 */
function nginxOf(redirects: readonly Redirect[]): string {
  const lines = redirects.map(({ from, to }) => {
    const { host, pathname, search } = new URL(from);
    return `  "${escaped(host + pathname + search, /["\\]/g)}" "${escaped(to, /["\\]/g)}";`;
  });
  const isPlain = redirects.some(({ from }) => from.includes('?'));
  return [
    '# These maps go into the http block.',
    'map_hash_max_size 262144;',
    'map_hash_bucket_size 1024;',
    'map $request_uri $polydesk_path { "~^(?<bare>[^?]*)" $bare; }',
    `map ${isPlain ? '$host$request_uri' : '$host$polydesk_path'} $polydesk_target {`,
    ...lines,
    '}',
    '# This goes into the server block.',
    `if ($polydesk_target) { return 301 $polydesk_target${isPlain ? '' : '$is_args$args'}; }`,
    '',
  ].join('\n');
}

/** Conditions compare decoded paths literally; `%` and `$` in a target would be back-references. */
function apacheOf(redirects: readonly Redirect[]): string {
  const rules = redirects.flatMap(({ from, to }) => {
    const { host, pathname, search } = new URL(from);
    const query = search === '' ? [] : [`RewriteCond "%{QUERY_STRING}" "=${search.slice(1)}"`];
    return [
      `RewriteCond "%{HTTP_HOST}%{REQUEST_URI}" "=${escaped(host + decoded(pathname), /["\\]/g)}"`,
      ...query,
      `RewriteRule "^" "${escaped(to, /["\\%$]/g)}${search !== '' && !to.includes('?') ? '?' : ''}" [R=301,L,NE]`,
    ];
  });
  return ['RewriteEngine On', ...rules, ''].join('\n');
}

function escaped(text: string, what: RegExp): string {
  return text.replace(what, '\\$&');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
