// The shapes of responses, and what is refused.
import type { Json } from '../../../core/types.ts';
import type { Body, Role, WpSite, WpUser } from './site.ts';

export interface WpRequest {
  method: string;
  /** `/wp/v2/posts/12` */
  path: string;
  query: URLSearchParams;
  body: Body;
  /** A body that is not JSON: a file. */
  bytes: Buffer;
  headers: Record<string, string | undefined>;
  user: WpUser | undefined;
}

export interface WpAnswer {
  status: number;
  body: Json;
  headers?: Record<string, string>;
}

/** Thrown for what is refused. */
export class Refusal extends Error {
  readonly answer: WpAnswer;
  constructor(status: number, code: string, data: Body = {}) {
    super(code);
    this.answer = { status, body: { code, message: code, data: { status, ...data } } };
  }
}

const RIGHTS: Readonly<Record<Role, readonly string[]>> = {
  administrator: [
    'read',
    'edit_posts',
    'publish_posts',
    'upload_files',
    'edit_others_posts',
    'manage_categories',
    'unfiltered_html',
    'manage_options',
    'list_users',
  ],
  editor: [
    'read',
    'edit_posts',
    'publish_posts',
    'upload_files',
    'edit_others_posts',
    'manage_categories',
    'unfiltered_html',
  ],
  author: ['read', 'edit_posts', 'publish_posts', 'upload_files'],
  contributor: ['read', 'edit_posts'],
  subscriber: ['read'],
};

export function capabilitiesOf(role: Role): Record<string, boolean> {
  return Object.fromEntries(RIGHTS[role].map((name) => [name, true]));
}

export function may(user: WpUser | undefined, right: string): boolean {
  return user !== undefined && RIGHTS[user.role].includes(right);
}

/** Refuses as WordPress does: 401 a guest, 403 everybody else. */
export function require(user: WpUser | undefined, isAllowed: boolean, code: string): asserts user is WpUser {
  if (!isAllowed || !user) throw new Refusal(user ? 403 : 401, code);
}

/** Numbers of a parameter: `include=1,2`, `include[]=1&include[]=2`. */
export function listOf(query: URLSearchParams, name: string): string[] | undefined {
  const values = [...query.getAll(name), ...query.getAll(`${name}[]`)].flatMap((one) => one.split(','));
  return values.length === 0 ? undefined : values.map((one) => one.trim());
}

/** One page of a list, with what the headers say of it (`live-wordpress.md` 3). */
export function pageOf<T>(
  items: readonly T[],
  query: URLSearchParams,
): { items: T[]; headers: Record<string, string> } {
  const size = Number(query.get('per_page') ?? 10);
  if (!Number.isInteger(size) || size < 1 || size > 100) throw new Refusal(400, 'rest_invalid_param');
  const page = Number(query.get('page') ?? 1);
  const offset = query.has('offset') ? Number(query.get('offset')) : (page - 1) * size;
  const pages = Math.ceil(items.length / size);
  if (page > Math.max(pages, 1)) throw new Refusal(400, 'rest_post_invalid_page_number');
  const headers = { 'x-wp-total': String(items.length), 'x-wp-totalpages': String(pages) };
  return { items: items.slice(offset, offset + size), headers };
}

/** Only the fields that `_fields` names; `title.raw` within them. */
export function chosenFields(body: Json, names: readonly string[] | undefined): Json {
  if (!names) return body;
  if (Array.isArray(body)) return body.map((one) => chosenFields(one, names));
  if (typeof body !== 'object' || body === null) return body;
  const known = new Set(names.map((one) => one.split('.')[0]));
  return Object.fromEntries(Object.entries(body).filter(([name]) => known.has(name)));
}

export function asTexts(value: Json): Json {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(asTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asTexts(one)]));
}

/** What the rights of authors leave of a text: no scripts, no event handlers, bare signs as entities. */
export function kses(text: string): string {
  return text
    .replace(/<(script|style|iframe|form|object)\b[^>]*>|<\/(script|style|iframe|form|object)>/gi, '')
    .replace(/\son\w+="[^"]*"/gi, '')
    .replace(/&(?!#?\w+;)/g, '&amp;')
    .replace(/<(?![a-z!/])/gi, '&lt;');
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The default of a language parameter as Polylang reads it: an unknown code is the default language. */
export function knownLanguage(site: WpSite, code: string | undefined): string {
  const known = site.languages.find(({ slug }) => slug === code) ?? site.languages.find((one) => one.is_default);
  return known?.slug ?? '';
}
