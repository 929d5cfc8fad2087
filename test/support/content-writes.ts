import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { latestEntryId } from '../../core/store/journal/journal.ts';
import { all, column, rawSql, sql } from '../../core/store/sql.ts';
import { JOURNALLED } from '../../core/store/journal/triggers.ts';
import type { Site } from '../../core/site.ts';
import type { Dict, RestRequest } from '../../core/types.ts';
import { openBench, type Bench } from './engine.ts';

/** A site whose clock shows the number of the write, in minutes: equal writes produce equal rows, wherever they run. */
export interface ContentDesk extends Bench {
  turn: { n: number; seed: number };
}

const START = Date.parse('2026-01-01T00:00:00Z');
const MINUTE = 60_000;

/** Opens a site for `contentWrite`; in memory without a file. */
export function openContentDesk(seed: number, file?: string): ContentDesk {
  const turn = { n: 0, seed };
  const bench = openBench({ now: () => new Date(START + turn.n * MINUTE), ...(file !== undefined && { file }) });
  return { ...bench, turn };
}

/** How many writes a site saw. */
export function writesSeen(site: Site): number {
  return latestEntryId(site.db);
}

/** Every journalled row, but for what is drawn by chance; times to the minute, as a job takes some of it. */
export function rowsOf(site: Site): unknown {
  return JOURNALLED.map(({ table, columns }) => {
    const rows = all<Dict>(site.db, rawSql(`SELECT ${columns?.join(', ') ?? '*'} FROM ${table} ORDER BY 1, 2`));
    return [table, rows.map(({ uuid: _chance, ...row }) => toMinutes(row))];
  });
}

function toMinutes(row: Dict): Dict {
  const shown = (value: unknown): unknown =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:/.test(value) ? value.slice(0, 16) : value;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shown(value)]));
}

/**
 * The write with this number: posts and pages, terms, media, languages, links, settings, undo, batches and jobs, by what is
 * there. What it does follows from the number, the seed and the rows; it always makes exactly one entry of the journal.
 */
export async function contentWrite(desk: ContentDesk, n: number): Promise<void> {
  desk.turn.n = n;
  const dice = createDice(n, desk.turn.seed);
  const locale = ['en_US', 'fr_FR', 'de_DE'][n - 1];
  if (locale !== undefined) desk.ask('POST', '/pll/v1/languages', { locale });
  else if (n > 10 && dice(12) === 0) desk.ask('POST', `/polydesk/v1/history/${n - 1}/undo`, {});
  else if (n > 20 && dice(20) === 0) await bulk(desk, dice);
  else if (dice(20) === 0) upload(desk, n);
  else batch(desk, n, dice);
  // Whatever changed nothing: the entry comes from the marker alone.
  if (writesSeen(desk.engine.site) < n) desk.ask('PUT', '/polydesk/v1/views', marker(n));
}

type Dice = (sides: number) => number;

/** Numbers below `sides`, the same for the same write. */
function createDice(n: number, seed: number): Dice {
  let state = (n * 2654435761 + seed * 40503) >>> 0;
  return (sides) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % sides;
  };
}

const CODES = ['en', 'fr', 'de'];
export const WORDS = ['été', 'Straße', 'news', '夜', 'AI', 'naïve', 'red', 'redder', 'über', '"quoted"', 'x'];

const some = <T>(dice: Dice, list: readonly T[]): T | undefined => list[dice(Math.max(list.length, 1))];
const text = (dice: Dice): string => Array.from({ length: 1 + dice(5) }, () => some(dice, WORDS)).join(' ');
const marker = (n: number): Dict => ({ views: [{ id: String(n), name: 'Turn', screen: 'matrix', query: {} }] });

/** One to three writes and the marker, all or nothing. */
function batch(desk: ContentDesk, n: number, dice: Dice): void {
  const requests = Array.from({ length: 1 + dice(3) }, () => some(dice, ITEMS)?.(desk, dice) ?? undefined);
  const mark = { method: 'PUT', path: '/polydesk/v1/views', body: marker(n) };
  desk.ask('POST', '/batch/v1', { requests: [...requests.filter((one) => one !== undefined), mark] });
}

type Item = { method: string; path: string; body: Dict };
type Make = (desk: ContentDesk, dice: Dice) => Item | undefined;

const idsOf = ({ engine }: ContentDesk, from: string): number[] =>
  column<number>(engine.site.db, sql`SELECT id FROM ${rawSql(from)} ORDER BY id`);
const posts = (desk: ContentDesk): number[] => idsOf(desk, "posts WHERE type = 'post'");
const terms = (desk: ContentDesk, tax: string): number[] => idsOf(desk, `terms WHERE taxonomy = '${tax}'`);
const onPost = (method: string, make: (desk: ContentDesk, dice: Dice) => Dict): Make => {
  return (desk, dice) => ({ method, path: `/wp/v2/posts/${some(dice, posts(desk)) ?? 0}`, body: make(desk, dice) });
};
const status = (dice: Dice): string => some(dice, ['publish', 'publish', 'draft', 'private']) ?? '';
const linkTo = (desk: ContentDesk, dice: Dice): Dict => ({
  [some(dice, CODES) ?? '']: some(dice, posts(desk)) ?? 0,
});

const newPost: Make = (desk, dice) => ({
  method: 'POST',
  path: '/wp/v2/posts',
  body: {
    title: text(dice),
    content: text(dice),
    status: status(dice),
    lang: some(dice, CODES),
    categories: [some(dice, terms(desk, 'category')) ?? 1],
    tags: terms(desk, 'post_tag').slice(0, dice(3)),
    ...(dice(2) === 0 && { translations: linkTo(desk, dice) }),
  },
});

const newTerm =
  (route: string): Make =>
  (desk, dice) => ({
    method: 'POST',
    path: `/wp/v2/${route}`,
    body: {
      name: text(dice),
      lang: some(dice, CODES),
      ...(route === 'categories' && { parent: some(dice, terms(desk, 'category')) ?? 0 }),
    },
  });

const ITEMS: readonly Make[] = [
  newPost,
  newPost,
  newPost,
  (desk, dice) => ({
    method: 'POST',
    path: '/wp/v2/pages',
    body: {
      title: text(dice),
      status: status(dice),
      parent: some(dice, idsOf(desk, "posts WHERE type = 'page'")) ?? 0,
    },
  }),
  onPost('POST', (_desk, dice) => ({ title: text(dice), excerpt: text(dice) })),
  onPost('PATCH', (_desk, dice) => ({ content: text(dice), sticky: dice(2) === 0 })),
  onPost('POST', (_desk, dice) => ({ status: status(dice) })),
  onPost('POST', (desk, dice) => ({ translations: linkTo(desk, dice) })),
  onPost('POST', (_desk, dice) => ({ lang: some(dice, CODES) })),
  onPost('DELETE', () => ({})),
  onPost('DELETE', () => ({ force: true })),
  onPost('POST', (desk, dice) => ({ tags: terms(desk, 'post_tag').slice(dice(4)), status: 'publish' })),
  newTerm('categories'),
  newTerm('tags'),
  (desk, dice) => ({
    method: 'POST',
    path: `/wp/v2/tags/${some(dice, terms(desk, 'post_tag')) ?? 0}`,
    body: { name: text(dice), ...(dice(3) === 0 && { lang: some(dice, CODES) }) },
  }),
  (desk, dice) => ({
    method: 'DELETE',
    path: `/wp/v2/categories/${some(dice, terms(desk, 'category')) ?? 0}`,
    body: { force: true },
  }),
  (desk, dice) => ({
    method: 'POST',
    path: `/polydesk/v1/terms/${some(dice, terms(desk, 'post_tag')) ?? 0}/merge`,
    body: { into: some(dice, terms(desk, 'post_tag')) ?? 0 },
  }),
  (_desk, dice) => ({
    method: 'POST',
    path: '/pll/v1/settings',
    body: { sync: ['taxonomies', 'sticky_posts', 'post_parent', 'post_date'].slice(dice(4)) },
  }),
];

/** A change of a few items as a job; waits until it is over. */
async function bulk(desk: ContentDesk, dice: Dice): Promise<void> {
  const ids = posts(desk).slice(-4);
  const orders = [
    { action: 'status', ids, status: status(dice) },
    { action: 'trash', ids },
    { action: 'duplicate', ids, lang: some(dice, CODES) },
    { action: 'language', ids, lang: some(dice, CODES) },
  ];
  const { body } = desk.ask('POST', '/polydesk/v1/bulk', some(dice, orders));
  for (;;) {
    const job = desk.ask('GET', `/polydesk/v1/jobs/${String((body as Dict)['job'])}`).body as { state: string };
    if (job.state === 'done') return;
    if (job.state === 'failed' || job.state === 'cancelled') throw new Error(JSON.stringify(job));
    await wait(1);
  }
}

function upload({ engine, admin }: ContentDesk, n: number): void {
  const name = `file-${n}.txt`;
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-write-'));
  const path = join(folder, name);
  writeFileSync(path, `File ${n}`);
  const headers = { 'content-type': 'text/plain', 'content-disposition': `attachment; filename="${name}"` };
  const file = { path, name, type: 'text/plain', size: `File ${n}`.length };
  const request: RestRequest = { method: 'POST', path: '/wp/v2/media', headers, file };
  const { status: answer, body } = engine.dispatch(request, admin);
  rmSync(folder, { recursive: true, force: true });
  if (answer !== 201) throw new Error(JSON.stringify(body));
}
