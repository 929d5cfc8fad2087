// How much a check asks beyond the lists: of a user who lost rights, and of a site that never ends (`live-site.md` 5).
import { afterEach, expect, test } from 'vitest';
import { runCheck } from '../../../../core/live/check/check.ts';
import type { CheckReport } from '../../../../core/live/check/checking.ts';
import { openLive } from '../../../../core/live/connect.ts';
import type { AllowanceLimits } from '../../../../core/live/check/allowance.ts';
import { connectedSite } from '../../../../core/store/live/sites.ts';
import type { WpOptions } from '../../../support/wordpress/site.ts';
import { openRig, type Rig } from '../push/rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const COUNT = 30;
const HOUR = 3_600_000;
const most = (count: number): AllowanceLimits => ({ most: count, milliseconds: HOUR });

type Bounded = Rig & {
  look(limits?: { alone?: AllowanceLimits; smaller?: AllowanceLimits; full?: boolean }): Promise<CheckReport>;
  /** Requests for one post alone since it was asked for last. */
  alone(): string[];
};

/** Posts of an administrator on both sides, for an editor. */
async function open(options: WpOptions & { status?: string } = { surface: 'pro' }): Promise<Bounded> {
  const { status = 'publish', ...rest } = options;
  const own = (rig = await openRig({ ...rest, user: 'editor' }));
  for (let at = 0; at < COUNT; at++)
    await own.wp.ask('POST', '/wp/v2/posts?lang=en', { title: `Post ${at}`, slug: `post-${at}`, status });
  await own.check();
  own.pull();
  expect(own.plan()).toEqual([]);
  const row = connectedSite(own.site.db);
  if (!row) throw new Error('Not connected');
  const remote = openLive(row, { password: own.wp.passwords['editor'] ?? '', version: '1' });
  let from = 0;
  return {
    ...own,
    look: ({ full = true, ...limits } = {}) => runCheck(own.site, { remote, full, tools: own.tools, limits }),
    alone() {
      const asked = own.line.seen.slice(from).map(({ path }) => path);
      from = own.line.seen.length;
      return asked.flatMap((path) => /\/posts\/(\d+)\?/.exec(path)?.[1] ?? []);
    },
  };
}

function loseRights({ wp }: Rig): void {
  const editor = wp.site.users.find(({ name }) => name === 'editor');
  if (editor) editor.role = 'author';
}

test('what everybody sees is not asked for alone when a user lost the right to edit it', async () => {
  const own = await open();
  loseRights(own);
  own.alone();
  expect(await own.look()).toMatchObject({ gone: 0, unchecked: 0 });
  expect(own.alone()).toEqual([]);
  expect(own.plan()).toEqual([]);
});

test('drafts of others are asked for alone, as many as a check may; the next ones go on, and the report names the rest', async () => {
  const own = await open({ surface: 'pro', status: 'draft' });
  loseRights(own);
  own.alone();
  const limits = { alone: most(10) };
  const first = await own.look(limits);
  expect(first).toMatchObject({ gone: 0, unchecked: 20 });
  expect(first.unchecked_titles).toHaveLength(20);
  expect(first.unchecked_titles).toContain('Post 29');
  const asked = own.alone();
  expect(asked).toHaveLength(10);
  await own.look(limits);
  await own.look(limits);
  const all = new Set([...asked, ...own.alone()]);
  expect(all.size).toBe(COUNT);
  // All of them could not be read: from now on they take turns, so that one that is deleted is found some time.
  const [gone] = [...own.wp.site.posts.values()].filter(({ title }) => title === 'Post 20');
  own.wp.site.posts.delete(gone?.id ?? 0);
  for (let times = 0; times < 3; times++) await own.look(limits);
  expect(own.plan()).toEqual(['deleted_there Post 20']);
});

test('control: without a limit one check asks for all of them', async () => {
  const own = await open({ surface: 'pro', status: 'draft' });
  loseRights(own);
  own.alone();
  expect(await own.look({ alone: most(Infinity) })).toMatchObject({ unchecked: 0, unchecked_titles: [] });
  expect(own.alone()).toHaveLength(COUNT);
});

test('items that are gone do not count: many that were deleted are all found', async () => {
  const own = await open();
  own.wp.site.posts.clear();
  expect(await own.look({ alone: most(5) })).toMatchObject({ gone: COUNT, unchecked: 0 });
});

test('a check that takes too long over them ends, too', async () => {
  const own = await open({ surface: 'pro', status: 'draft' });
  loseRights(own);
  own.line.rule = ({ path }) => (/\/posts\/\d+\?/.test(path) ? { wait: 100 } : undefined);
  const { unchecked } = await own.look({ alone: { most: Infinity, milliseconds: 250 } });
  expect(unchecked).toBeGreaterThan(COUNT - 6);
});

test('a quick check names them again until they are looked at', async () => {
  const own = await open({ surface: 'free', companion: true, status: 'draft' });
  loseRights(own);
  const limits = { full: false, alone: most(10) };
  const found = [await own.look(limits), await own.look(limits), await own.look(limits), await own.look(limits)];
  expect(found.map(({ full, unchecked }) => [full, unchecked])).toEqual([
    [false, 20],
    [false, 10],
    [false, 0],
    [false, 0],
  ]);
});

/** Answers the first page, and fails for all others. */
function failPages({ line }: Rig): void {
  line.rule = ({ path }) => {
    const query = new URL(path, 'http://site').searchParams;
    const isList = path.includes('/wp/v2/posts?') && query.get('order') === 'asc';
    return isList && query.get('offset') !== '0' ? 500 : undefined;
  };
}

test.each([
  ['is read in parts only as far as a check may', 8, 30],
  ['control: without a limit is read to the last item', Infinity, 200],
])('a list whose pages fail %s', async (_name, limit, requests) => {
  const own = await open();
  const [one] = own.wp.site.posts.values();
  for (let id = 1000; one && id < 1250; id++) own.wp.site.posts.set(id, { ...one, id, slug: `more-${id}`, group: id });
  failPages(own);
  const before = own.line.seen.length;
  const report = await own.look({ smaller: most(limit) });
  const asked = own.line.seen.slice(before).filter(({ path }) => path.includes('/wp/v2/posts?')).length;
  expect(limit === Infinity ? asked > requests : asked < requests).toBe(true);
  expect(report).toMatchObject({ gone: 0, unreadable: 180 });
  expect(own.plan().filter((line) => line.startsWith('deleted'))).toEqual([]);
});
