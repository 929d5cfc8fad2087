// A small example of a live site as the engine reports it: every response is validated by the schema of its route.
import * as v from 'valibot';
import { Live, Probe } from '../../../../core/schema/live/live.ts';
import { PlanItem, PlanLine, PlanType, type LineGroup } from '../../../../core/schema/live/plan.ts';
import { Push, Pushes, StoredStep, UndoLines, type UndoLine } from '../../../../core/schema/live/push.ts';
import type { Run } from '../../../../core/schema/live/run.ts';
import type { RestRequest } from '../../../../core/types.ts';
import { isOnInGroups, type LineRule } from '../../../../core/schema/live/rule.ts';
import { isUsual } from '../../../../core/schema/live/usual.ts';
import { answers, server } from '../../frame/demo-site.ts';
import { fakeEngine } from '../../helpers.ts';
import { paragraph, STEPS, STORED, UNDO, uuid } from './demo-push.ts';
import { reviewOf } from './demo-review.ts';

export const facts: Probe = {
  url: 'https://veloatlas.example',
  name: 'Vélo Atlas',
  user: 'jonas.weber',
  roles: ['editor'],
  mode: 'full',
  companion: true,
  strings: true,
  network: 'public',
  may: { content: true, settings: false, unfiltered: false, upload: true },
  types: ['post', 'page', 'attachment', 'category', 'post_tag'],
  languages: [],
};

export function line(at: number, part: Partial<PlanLine>): PlanLine {
  return {
    key: `post-${uuid(at)}`,
    kind: 'post',
    type: 'post',
    id: at,
    title: `Post ${at}`,
    lang: 'fr',
    state: 'here',
    fields: ['title'],
    choice: null,
    here: `here-${at}`,
    there: `there-${at}`,
    twin: '',
    original: null,
    hindrance: null,
    ...part,
  };
}

const base = [
  paragraph('Use two tyre levers, 5 cm apart.'),
  paragraph('Inflate the tube before you fit it.'),
  paragraph('Glue takes a few minutes to dry.'),
].join('\n\n');
const here = [
  paragraph('Use two tyre levers, 10 cm apart.'),
  paragraph('Inflate the tube a little before you fit it.'),
  paragraph('Glue takes five minutes to dry. Do not rush it.'),
].join('\n\n');
const there = [
  paragraph('Use two tyre levers, a hand apart.'),
  paragraph('Inflate the tube before you fit it, so that it does not twist.'),
].join('\n\n');

const field = (part: Partial<PlanItem['fields'][number]>): PlanItem['fields'][number] => ({
  field: 'title',
  state: 'here',
  base: '',
  here: '',
  there: '',
  merged: '',
  choice: null,
  ...part,
});

export const LINES: PlanLine[] = [
  line(655, { title: 'How to fix a flat tyre', lang: 'en', state: 'conflict', fields: ['content'] }),
  line(656, { title: 'زيارة باريس بالدراجة', lang: 'ar', state: 'conflict', fields: ['content'], there: '' }),
  line(1204, { title: 'Réparer une crevaison', fields: ['title', 'content'] }),
  line(812, { title: 'Night riding, safely', lang: 'en', state: 'merged', fields: ['content'] }),
  line(900, {
    ...{ title: 'Frühjahrscheck fürs Rad', lang: 'de', state: 'new_here', there: '', fields: [] },
    original: { title: 'Spring maintenance checklist', lang: 'en' },
  }),
  line(901, { title: 'القيادة الليلية بأمان', lang: 'ar' }),
  line(902, { title: 'Über uns', type: 'page', lang: 'de', state: 'new_here', there: '', twin: `post-${uuid(990)}` }),
  line(903, { title: 'Winter sale 2025', lang: 'en', state: 'deleted_here', here: '', id: 0 }),
  line(904, {
    title: 'Rund um den Bodensee',
    lang: 'de',
    hindrance: { code: 'unknown_number', params: { kind: 'post', ref: '77' } },
  }),
  line(733, { title: 'Canal-side picnics', lang: 'en', state: 'there', fields: ['excerpt'] }),
  line(990, { title: 'Über uns!', type: 'page', lang: 'de', state: 'new_there', here: '', id: 0 }),
  line(991, { title: 'Winter sale 2024', lang: 'en', state: 'deleted_there', there: '' }),
];

/** What the items are called that fields name by key. */
const NAMES: PlanItem['names'] = {
  [uuid(1)]: { title: 'Débutants', lang: 'fr' },
  [uuid(2)]: { title: 'Atelier', lang: 'fr' },
  [uuid(3)]: { title: 'Repairs', lang: 'en' },
  [uuid(655)]: { title: 'How to fix a flat tyre', lang: 'en' },
};

const FIELDS: Record<number, PlanItem['fields']> = {
  655: [
    field({ field: 'content', state: 'conflict', base, here, there, merged: here }),
    field({ field: 'slug', state: 'merged', base: 'flat', here: 'flat-tyre', there: 'flat', merged: 'flat-tyre' }),
  ],
  1204: [
    field({
      base: 'Réparer une crevaison',
      here: 'Réparer une crevaison en dix minutes',
      there: 'Réparer une crevaison',
    }),
    field({ field: 'content', base, here, there: base, merged: here }),
    field({ field: 'tags', base: [uuid(1)], here: [uuid(2), uuid(3), uuid(99)], there: [uuid(1)] }),
    field({ field: 'translations', base: {}, here: { en: uuid(655) }, there: {} }),
  ],
  733: [
    field({
      field: 'excerpt',
      state: 'there',
      base: 'Five places to stop, with a bakery nearby.',
      here: 'Five places to stop, with a bakery nearby.',
      there: 'Five shady places to stop.',
    }),
  ],
  902: [field({ here: 'Über uns', base: undefined, there: undefined }), field({ field: 'slug', here: 'ueber-uns' })],
  990: [field({ there: 'Über uns!', state: 'there' }), field({ field: 'slug', there: 'ueber-uns', state: 'there' })],
};

export const RUN: Run = {
  id: 7,
  kind: 'check',
  state: 'done',
  phase: '',
  done: 10,
  total: 10,
  lists: [],
  waiting_until: '',
  report: null,
  entry: null,
  undoes: null,
  author: 'admin',
  started_at: '2026-11-23T10:40:00.000Z',
  ended_at: '2026-11-23T10:41:00.000Z',
};

/** What the site is like; tests change it. */
export interface DemoLive {
  state: Live['state'];
  lines: PlanLine[];
  run: Run | null;
  pushes: Run[];
  steps: Push['steps'];
  undo: UndoLine[];
  /** What the site stored of any step. */
  stored: StoredStep;
  checked_at: string | null;
  full_check_at: string | null;
  probe: (body: Readonly<Record<string, unknown>>) => Probe | { code: string; message: string; data?: object };
  /** Requests that change something, with their bodies. */
  sent: { method: string; path: string; body: unknown }[];
  /** Answers before anything else does. */
  first: (request: RestRequest) => { status?: number; headers?: Record<string, string>; body: unknown } | undefined;
}

export function demoLive(part: Partial<DemoLive> = {}): DemoLive {
  return {
    state: 'connected',
    lines: LINES.map((one) => ({ ...one })),
    run: RUN,
    pushes: [],
    steps: STEPS,
    undo: UNDO,
    stored: STORED,
    checked_at: '2026-11-23T10:41:00.000Z',
    full_check_at: '2026-11-19T18:02:00.000Z',
    probe: () => facts,
    sent: [],
    first: () => undefined,
    ...part,
  };
}

const PUSH = ['here', 'merged', 'new_here', 'deleted_here'];
const PULL = ['there', 'merged', 'new_there', 'deleted_there'];

export function statusOf(demo: DemoLive): Live {
  const of = (states: readonly string[]) => demo.lines.filter(({ state }) => states.includes(state)).length;
  const states = Object.fromEntries([...new Set([...PUSH, ...PULL, 'conflict'])].map((state) => [state, of([state])]));
  return v.parse(Live, {
    state: demo.state,
    site: demo.state === 'none' ? null : { ...facts, connected_at: RUN.started_at, born_from: 1_000_000_000 },
    checked_at: demo.checked_at,
    full_check_at: demo.full_check_at,
    is_behind: false,
    unknown_types: [],
    counts: {
      to_push: of(PUSH),
      to_pull: of(PULL),
      conflicts: of(['conflict']),
      merged: of(['merged']),
      items: 400,
      states,
    },
    run: demo.run,
  });
}

/** The item of a line with its fields. */
export function itemOf(one: PlanLine): PlanItem {
  return v.parse(PlanItem, {
    ...one,
    fields: FIELDS[Number(one.key.slice(-12))] ?? [field({ base: 'Old title', here: one.title, there: 'Old title' })],
    names: NAMES,
    modified_there: '2026-11-23T10:23:00.000Z',
    lacks_file: false,
    edit_there: 'https://veloatlas.example/wp-admin/post.php?post=1&action=edit',
  });
}

/** Puts the demo in the place of the engine. */
export function serve(demo: DemoLive, commands: Parameters<typeof fakeEngine>[1] = {}) {
  return fakeEngine(({ method, path, query = {}, body }) => {
    const own = demo.first({ method, path, query, body } as RestRequest);
    if (own) return own;
    const isRead = method === 'GET' || method === 'OPTIONS' || path.endsWith('/review');
    if (!isRead) demo.sent.push({ method, path, body });
    if (path.startsWith('/polydesk/v1/live')) return answerLive(demo, { method, path, query, body });
    return others[path] === undefined ? undefined : { body: others[path] };
  }, commands);
}

interface Asked {
  method: string;
  path: string;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
}

function answerLive(demo: DemoLive, { method, path, query, body }: Asked) {
  const rest = path.slice('/polydesk/v1/live'.length);
  if (rest === '' && method === 'GET') return { body: statusOf(demo) };
  if (rest === '/probe') {
    const said = demo.probe(body as Readonly<Record<string, unknown>>);
    return 'code' in said ? { status: 502, body: said } : { body: v.parse(Probe, said) };
  }
  if (rest === '' && method === 'PUT') {
    demo.state = 'connected';
    demo.checked_at = demo.full_check_at = null;
    demo.run = null;
    return { body: statusOf(demo) };
  }
  if (rest === '' && method === 'DELETE') {
    demo.state = 'none';
    return { body: statusOf(demo) };
  }
  if (rest === '/plan') return linesOf(demo, query);
  if (rest === '/plan/types') return typesOf(demo, query);
  if (rest === '/choices') {
    const { choices } = body as { choices: Record<string, PlanLine['choice']> };
    demo.lines = demo.lines.map((one) => (one.key in choices ? { ...one, choice: choices[one.key] ?? null } : one));
    return { body: demo.lines.filter(({ key }) => key in choices) };
  }
  const [, key = '', act] = /^\/plan\/([\w-]+)(\/resolve)?$/.exec(rest) ?? [];
  const found = demo.lines.find((one) => one.key === key);
  if (found && act) {
    demo.lines = demo.lines.filter((one) => one !== found);
    return { body: itemOf(found), headers: { 'x-polydesk-entry': '15' } };
  }
  if (found) return { body: itemOf(found) };
  if (rest === '/pushes/review') return reviewOf(demo.lines, body as LineRule);
  if (rest === '/pushes' && method === 'GET') return { body: v.parse(Pushes, demo.pushes) };
  if (/^\/pushes\/\d+\/undo$/.test(rest) && method === 'GET') return { body: v.parse(UndoLines, demo.undo) };
  const [, seq, isTaken] = /^\/pushes\/\d+\/steps\/(\d+)(\/take)?$/.exec(rest) ?? [];
  if (seq && !isTaken) return { body: v.parse(StoredStep, { ...demo.stored, seq: Number(seq) }) };
  if (seq) demo.stored = { ...demo.stored, here: 'stored' };
  if (/^\/pushes\/\d+$/.test(rest))
    return { body: v.parse(Push, { ...(demo.pushes[0] ?? demo.run ?? RUN), steps: demo.steps }) };
  return { status: 202, body: { job: 3, run: 8 } };
}

function foundBy(demo: DemoLive, query: Asked['query']): PlanLine[] {
  const states = [query['states'] ?? []].flat();
  const { search, type, lang } = query;
  return demo.lines.filter(
    (one) =>
      (states.length === 0 || states.includes(one.state)) &&
      (typeof search !== 'string' || one.title.toLowerCase().includes(search.toLowerCase())) &&
      (type === undefined || one.type === type) &&
      (lang === undefined || one.lang === lang),
  );
}

function typesOf(demo: DemoLive, query: Asked['query']) {
  const types = [...Map.groupBy(foundBy(demo, query), ({ type }) => type)].map(([type, lines]) => {
    const deleted = lines.filter(({ state }) => state.startsWith('deleted')).length;
    const conflicts = lines.filter(({ state }) => state === 'conflict').length;
    const usual = lines.filter(isUsual);
    const ticked = usual.filter((one) => isOnInGroups(one, (query['groups'] ?? []) as LineGroup[])).length;
    return { kind: lines[0]?.kind, type, lines: lines.length, deleted, conflicts, usual: usual.length, ticked };
  });
  return { body: v.parse(v.array(PlanType), types) };
}

function linesOf(demo: DemoLive, query: Asked['query']) {
  const found = foundBy(demo, query);
  const from = (Number(query['page'] ?? 1) - 1) * Number(query['per_page'] ?? 100);
  const page = found.slice(from, from + Number(query['per_page'] ?? 100));
  return { body: v.parse(v.array(PlanLine), page), headers: { 'x-wp-total': String(found.length) } };
}

const coverage = (kind: string, type: string, groups: number) => ({ kind, type, groups, languages: {}, work: {} });
const described = (name: string, rest_base: string, one: string) => ({
  slug: rest_base,
  name,
  rest_base,
  hierarchical: false,
  labels: { singular_name: one },
});
const others: Record<string, unknown> = {
  ...answers,
  '/polydesk/v1/server': { ...server, file_name: 'velo.polydesk' },
  '/polydesk/v1/history': [],
  '/polydesk/v1/coverage': [
    coverage('post', 'post', 1248),
    coverage('post', 'page', 86),
    coverage('term', 'category', 24),
    coverage('term', 'post_tag', 310),
  ],
  '/wp/v2/types': { post: described('Posts', 'posts', 'Post'), page: described('Pages', 'pages', 'Page') },
  '/wp/v2/taxonomies': {
    category: described('Categories', 'categories', 'Category'),
    post_tag: described('Tags', 'tags', 'Tag'),
  },
};
