// The filters and order of a matrix, as stored in the address and saved views and as accepted by `GET polydesk/v1/groups`.
import type { Dict } from '../../core/types.ts';

/** The tabs of a matrix; "" is all. */
export const TABS = ['', 'todo', 'missing', 'partial', 'needs_update', 'draft', 'no_language'] as const;
export type Tab = (typeof TABS)[number];

export type Order = 'modified' | 'title' | 'id';

export const MEDIA_TYPES = ['image', 'video', 'audio', 'application', 'text'] as const;
/** Missing alternative text; missing item it is attached to or the image of; missing file. */
export const LACKS = ['', 'alt', 'place', 'file'] as const;
export type Lacks = (typeof LACKS)[number];

/** A filter as strings; unset ones are "". */
export interface MatrixQuery {
  state: Tab;
  lang: string;
  search: string;
  status: string;
  author: string;
  term: string;
  /** A date: `2026-11-01`. */
  since: string;
  /** For media: `image`, `video`, … */
  media_type: string;
  /** For media: what is missing. */
  lacks: Lacks;
  /** "1": with an unconfirmed machine translation. */
  machine: '' | '1';
  orderby: Order;
  order: '' | 'asc' | 'desc';
}

export const plainQuery: MatrixQuery = {
  state: '',
  lang: '',
  search: '',
  status: '',
  author: '',
  term: '',
  since: '',
  media_type: '',
  lacks: '',
  machine: '',
  orderby: 'modified',
  order: '',
};

/** Parses a query from the address or a saved view; invalid values are ignored. */
export function readMatrixQuery(words: Dict): MatrixQuery {
  const text = (name: keyof MatrixQuery) => (typeof words[name] === 'string' ? words[name] : '');
  const state = TABS.find((tab) => tab === text('state')) ?? '';
  const orderby = (['modified', 'title', 'id'] as const).find((each) => each === text('orderby')) ?? 'modified';
  const order = (['asc', 'desc'] as const).find((each) => each === text('order')) ?? '';
  const numbers = { author: text('author'), term: text('term') };
  const isNumber = (word: string) => (/^\d+$/.test(word) ? word : '');
  return {
    state,
    lang: text('lang'),
    search: text('search'),
    status: text('status'),
    author: isNumber(numbers.author),
    term: isNumber(numbers.term),
    media_type: MEDIA_TYPES.find((each) => each === text('media_type')) ?? '',
    lacks: LACKS.find((each) => each === text('lacks')) ?? '',
    machine: text('machine') === '1' ? '1' : '',
    since: /^\d{4}-\d\d-\d\d$/.test(text('since')) ? text('since') : '',
    orderby,
    order,
  };
}

/** Only the non-default values, for the address. */
export function writeMatrixQuery(query: MatrixQuery): Record<string, string> {
  const names = Object.keys(plainQuery) as (keyof MatrixQuery)[];
  return Object.fromEntries(
    names.filter((name) => query[name] !== plainQuery[name]).map((name) => [name, query[name]]),
  );
}

/** The filter parameters of `/bulk` and `/groups`: without the order. */
export function filterOf(query: MatrixQuery): Dict {
  const { state, lang, search, status, author, term, since, media_type, lacks, machine } = query;
  return {
    ...(media_type && { media_type }),
    ...(lacks && { lacks }),
    ...(machine && { machine: true }),
    ...(state && { state }),
    ...(lang && { lang }),
    ...(search && { search }),
    ...(status && { status }),
    ...(author && { author: Number(author) }),
    ...(term && { term: Number(term) }),
    ...(since && { modified_after: `${since}T00:00:00Z` }),
  };
}

/** Whether anything but the tab filters the list. */
export function isFiltered({ state: _state, orderby: _orderby, order: _order, ...filters }: MatrixQuery): boolean {
  return Object.values(filters).some(Boolean);
}
