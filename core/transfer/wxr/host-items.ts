import type { Meta, PostRecord } from '../records.ts';

/** Maps numbers of a file to numbers here. */
export interface NumberMap {
  post(source: number): number | undefined;
  term(source: number): number | undefined;
}

/**
 * Rewrites the numbers by which menu items, navigation and blocks refer to other items to those of this site (`content.md` 8.2).
 */
export function mapHostItem(record: PostRecord, numbers: NumberMap): PostRecord {
  if (record.type === 'nav_menu_item') return mapMenuItem(record, numbers);
  const content = record.content.includes('<!-- wp:') ? mapBlocks(record.content, numbers) : record.content;
  return { ...record, content };
}

function mapMenuItem(record: PostRecord, numbers: NumberMap): PostRecord {
  const isTerm = record.meta.some(({ key, value }) => key === '_menu_item_type' && value === 'taxonomy');
  const meta = record.meta.map(({ key, value }) => {
    if (key === '_menu_item_object_id')
      return { key, value: mapped(value, isTerm ? (id) => numbers.term(id) : (id) => numbers.post(id)) };
    if (key === '_menu_item_menu_item_parent') return { key, value: mapped(value, (id) => numbers.post(id)) };
    return { key, value };
  });
  return { ...record, meta };
}

function mapped(value: string, of: (source: number) => number | undefined): string {
  return /^\d{1,15}$/.test(value) ? String(of(Number(value)) ?? value) : value;
}

const BLOCK = /<!-- wp:(navigation-link|navigation-submenu|navigation|block) (\{.*?\}) (\/?)-->/g;

function mapBlocks(content: string, numbers: NumberMap): string {
  return content.replace(BLOCK, (whole, name: string, json: string, end: string) => {
    const facts = parse(json);
    if (!facts) return whole;
    const isTerm = facts['kind'] === 'taxonomy';
    const key = name.startsWith('navigation-') ? 'id' : 'ref';
    const source = facts[key];
    const id = typeof source === 'number' ? (isTerm ? numbers.term(source) : numbers.post(source)) : undefined;
    if (id === undefined || id === source) return whole;
    return `<!-- wp:${name} ${json.replace(`"${key}":${String(source)}`, `"${key}":${id}`)} ${end}-->`;
  });
}

function parse(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Fields of a menu item that refer to other items by number. */
export interface MenuFields {
  posts: number[];
  terms: number[];
  /** The fields with UUIDs, as `@post:…` and `@term:…`, instead of numbers. */
  portable(posts: ReadonlyMap<number, string>, terms: ReadonlyMap<number, string>): Meta[];
}

const OBJECT = '_menu_item_object_id';
const PARENT = '_menu_item_menu_item_parent';

export function menuFields(meta: readonly Meta[]): MenuFields {
  const type = meta.find(({ key }) => key === '_menu_item_type')?.value;
  const kindOf = (key: string): 'post' | 'term' | undefined => {
    if (key === PARENT) return 'post';
    if (key !== OBJECT || type === 'custom') return undefined;
    return type === 'taxonomy' ? 'term' : 'post';
  };
  const numbers = (kind: 'post' | 'term'): number[] =>
    meta.flatMap(({ key, value }) => (kindOf(key) === kind && Number(value) > 0 ? [Number(value)] : []));
  return {
    posts: numbers('post'),
    terms: numbers('term'),
    portable: (posts, terms) =>
      meta.map(({ key, value }) => {
        const kind = kindOf(key);
        const uuid = kind && (kind === 'post' ? posts : terms).get(Number(value));
        return { key, value: uuid === undefined ? value : `@${kind}:${uuid}` };
      }),
  };
}

/** The fields with numbers instead of the UUIDs that `portable` wrote. */
export function withNumbers(meta: readonly Meta[], of: (kind: 'post' | 'term', uuid: string) => number): Meta[] {
  return meta.map(({ key, value }) => {
    const [, kind, uuid] = /^@(post|term):([0-9a-f-]{36})$/.exec(value) ?? [];
    return { key, value: uuid === undefined ? value : String(of(kind === 'term' ? 'term' : 'post', uuid)) };
  });
}
