// `POST /live/pushes` by rule: what somebody saw is sent, and nothing that changed or appeared since (`live-site.md` 7).
import { afterEach, expect, test } from 'vitest';
import type { LineGroup, PlanType } from '../../../../core/schema/live/plan.ts';
import type { PushReview } from '../../../../core/schema/live/push.ts';
import { isOnInGroups } from '../../../../core/schema/live/rule.ts';
import { isUsual } from '../../../../core/schema/live/usual.ts';
import type { PushInput } from '../../../../core/live/push/push.ts';
import { keyOf } from '../../../../core/live/line-name.ts';
import type { Dict } from '../../../../core/types.ts';
import { openRig, paragraph, write, type Rig } from './rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const TITLES = ['One', 'Two', 'Three', 'Four'];

/** Posts on both sides. */
async function open(): Promise<Rig> {
  const own = (rig = await openRig());
  for (const title of TITLES)
    await own.wp.ask('POST', '/wp/v2/posts?lang=en', {
      ...{ title, slug: title.toLowerCase(), status: 'publish', content: paragraph(title) },
    });
  await own.check();
  own.pull();
  expect(own.plan()).toEqual([]);
  return own;
}

const idOf = ({ here }: Rig, slug: string): number => {
  const query = { slug, status: 'any', context: 'edit' };
  const found = here.engine.dispatch({ method: 'GET', path: '/wp/v2/posts', query }, here.admin).body;
  return (found as { id: number }[])[0]?.id ?? 0;
};
const edit = (own: Rig, slug: string, title: string): void =>
  void write(own, `/wp/v2/posts/${idOf(own, slug)}`, { title });
const keysOf = (own: Rig, ...titles: string[]): string[] =>
  titles.map((title) => {
    const row = own.rows().find((one) => one.title === title);
    return `${row?.kind}-${row?.uuid}`;
  });

function review(own: Rig, rule: Dict = {}): PushReview {
  const path = '/polydesk/v1/live/pushes/review';
  own.rows();
  const answer = own.here.engine.dispatch({ method: 'POST', path, body: { except: [], ...rule } }, own.here.admin);
  expect(answer.status).toBe(200);
  return answer.body as PushReview;
}

interface Rule {
  seen?: number;
  except?: string[];
  groups?: LineGroup[];
  more?: Partial<PushInput>;
}

/** Pushes by rule; "state code title" of each step that is not done. */
async function push(own: Rig, { seen, except = [], groups = [], more = {} }: Rule): Promise<string[]> {
  const rule = { except: except.flatMap((name) => keyOf(name) ?? []), groups };
  const { run } = await own.push({ rule, ...(seen !== undefined && { seen }), ...more });
  return own
    .steps(run)
    .filter(({ state }) => state !== 'done')
    .map(({ state, result, input }) => `${state} ${result?.code} ${input.title}`);
}
const titlesThere = ({ wp }: Rig): string[] =>
  [...wp.site.posts.values()].map(({ title, status }) => (status === 'trash' ? `${title} (trash)` : title)).toSorted();

test('a rule sends what takes part by itself: no conflict, no deletion, nothing left out', async () => {
  const own = await open();
  edit(own, 'one', 'Uno');
  edit(own, 'two', 'Due');
  own.here.ask('DELETE', `/wp/v2/posts/${idOf(own, 'three')}`);
  const path = `/wp/v2/posts/${idOf(own, 'four')}`;
  own.here.engine.dispatch({ method: 'DELETE', path, query: { force: 'true' } }, own.here.admin);
  write(own, '/wp/v2/posts', { title: 'New', slug: 'new', status: 'publish', lang: 'en' });
  write(own, '/wp/v2/categories', { name: 'Bikes', slug: 'bikes', lang: 'en' });
  const two = own.there('Two');
  if (two) two.title = 'Zwei';
  await own.check();
  const { seen } = review(own);
  // The line of what is in the trash here is not a deletion, but its trash is confirmed alone.
  expect(await push(own, { seen, except: keysOf(own, 'New') })).toEqual(['skipped delete_not_confirmed Three']);
  expect(titlesThere(own)).toEqual(['Four', 'Three', 'Uno', 'Zwei']);
  expect([...own.wp.site.terms.values()].map(({ name }) => name)).toContain('Bikes');
  expect(own.plan().toSorted()).toEqual(['conflict Due', 'deleted_here Four', 'here Three', 'new_here New']);
});

test('what changed, appeared or was decided since it was seen is not sent, and the report names it', async () => {
  const own = await open();
  edit(own, 'one', 'Uno');
  edit(own, 'two', 'Due');
  edit(own, 'three', 'Tre');
  own.choose('Tre', 'leave');
  const { seen } = review(own);
  edit(own, 'two', 'Duo');
  edit(own, 'four', 'Quattro');
  own.choose('Tre', 'here');
  const left = await push(own, { seen });
  expect(left.toSorted()).toEqual(['skipped unseen Duo', 'skipped unseen Quattro', 'skipped unseen Tre']);
  expect(titlesThere(own)).toEqual(['Four', 'Three', 'Two', 'Uno']);
  expect(await push(own, { seen: review(own).seen })).toEqual([]);
  expect(titlesThere(own)).toEqual(['Duo', 'Quattro', 'Tre', 'Uno']);
});

test('control: without what was seen, all of it is sent', async () => {
  const own = await open();
  edit(own, 'two', 'Due');
  review(own);
  edit(own, 'two', 'Duo');
  edit(own, 'four', 'Quattro');
  expect(await push(own, {})).toEqual([]);
  expect(titlesThere(own)).toEqual(['Duo', 'One', 'Quattro', 'Three']);
});

test('a line that turned into a conflict or a deletion since is named, and nothing of it is sent', async () => {
  const own = await open();
  edit(own, 'one', 'Uno');
  edit(own, 'two', 'Due');
  const { seen } = review(own);
  const one = own.there('One');
  if (one) one.title = 'Eins';
  const path = `/wp/v2/posts/${idOf(own, 'two')}`;
  own.here.engine.dispatch({ method: 'DELETE', path, query: { force: 'true' } }, own.here.admin);
  await own.check();
  expect((await push(own, { seen })).toSorted()).toEqual(['skipped unseen Two', 'skipped unseen Uno']);
  expect(titlesThere(own)).toEqual(['Eins', 'Four', 'Three', 'Two']);
});

test('named lines, too, are sent only as they were seen', async () => {
  const own = await open();
  edit(own, 'one', 'Uno');
  edit(own, 'two', 'Due');
  const { seen } = review(own);
  edit(own, 'two', 'Duo');
  const lines = keysOf(own, 'Uno', 'Duo').flatMap((name) => keyOf(name) ?? []);
  const { run } = await own.push({ lines, seen });
  expect(own.steps(run).map(({ state, result }) => [state, result?.code])).toEqual([
    ['done', ''],
    ['skipped', 'unseen'],
  ]);
});

test('a check that finds nothing new leaves all lines as seen', async () => {
  const own = await open();
  edit(own, 'one', 'Uno');
  const { seen } = review(own);
  await own.check();
  expect(review(own).seen).toBe(seen);
  expect(await push(own, { seen })).toEqual([]);
});

const GROUPS: readonly [string, LineGroup[], string[]][] = [
  ['nothing', [{ is_on: false }], []],
  ['but one type', [{ is_on: false }, { is_on: true, kind: 'post', type: 'page' }], ['Seite']],
  ['all but a language', [{ is_on: false, lang: 'fr' }], ['ÉTÉ', 'Seite', 'Uno']],
  ['all but what a search finds', [{ is_on: false, search: 'U' }], ['Seite', 'ÉTÉ', 'été']],
  ['letters beyond ASCII as they are', [{ is_on: false, search: 'ÉTÉ' }], ['Seite', 'Uno', 'été']],
  [
    'the last one decides',
    [
      { is_on: false, states: ['new_here'] },
      { is_on: true, lang: 'fr' },
    ],
    ['Uno', 'été'],
  ],
];

test.each(GROUPS)('groups: %s', async (_name, groups, titles) => {
  const own = await open();
  edit(own, 'one', 'Uno');
  write(own, '/wp/v2/pages', { title: 'Seite', slug: 'seite', status: 'publish', lang: 'en' });
  write(own, '/wp/v2/posts', { title: 'ÉTÉ', slug: 'ete', status: 'draft', lang: 'en' });
  write(own, '/wp/v2/posts', { title: 'été', slug: 'ete-fr', status: 'publish', lang: 'fr' });
  const rows = own.rows().filter((row) => isUsual(row) && isOnInGroups(row, groups));
  expect(rows.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
  // The lists and the review count the same.
  const query = { direction: 'push', groups } as never;
  const types = own.here.engine.dispatch(
    { method: 'GET', path: '/polydesk/v1/live/plan/types', query },
    own.here.admin,
  );
  expect((types.body as PlanType[]).reduce((sum, { ticked }) => sum + ticked, 0)).toBe(titles.length);
  const { seen, fresh, changed, drafts, others, removed } = review(own, { groups });
  const parts = [fresh, changed, drafts, others, removed];
  expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(titles.length);
  await push(own, { seen, groups });
  const sent = own.rows().map(({ title }) => title);
  expect(['Uno', 'Seite', 'ÉTÉ', 'été'].filter((title) => !sent.includes(title)).toSorted()).toEqual(titles.toSorted());
});

test('a review says what a push does: by effect, with what all have in common, and careful settings', async () => {
  const own = await open();
  edit(own, 'one', 'Uno');
  own.here.ask('DELETE', `/wp/v2/posts/${idOf(own, 'two')}`);
  const path = `/wp/v2/posts/${idOf(own, 'three')}`;
  own.here.engine.dispatch({ method: 'DELETE', path, query: { force: 'true' } }, own.here.admin);
  for (const lang of ['en', 'fr'])
    write(own, '/wp/v2/posts', { title: `New ${lang}`, slug: `new-${lang}`, status: 'publish', lang });
  write(own, '/wp/v2/posts', { title: 'Draft', slug: 'draft', status: 'draft', lang: 'en' });
  write(own, '/wp/v2/categories', { name: 'Bikes', slug: 'bikes', lang: 'en' });
  own.here.ask('POST', '/pll/v1/settings', { hide_default: false });
  const found = review(own, { lines: keysOf(own, 'Three') });
  const told = (part: PushReview['fresh']): unknown[] => [
    part.count,
    part.lines.map(({ title }) => title),
    part.shared,
  ];
  expect(told(found.fresh)).toEqual([2, ['New en', 'New fr'], { state: 'new_here', type: 'post' }]);
  expect(told(found.changed)).toEqual([1, ['Uno'], { state: 'here', type: 'post', lang: 'en' }]);
  expect(told(found.drafts)).toEqual([1, ['Draft'], { state: 'new_here', type: 'post', lang: 'en' }]);
  expect(found.others.lines.map(({ title, type }) => title || type)).toEqual(['Bikes', 'settings']);
  expect(told(found.removed)).toEqual([2, ['Three', 'Two'], { type: 'post', lang: 'en' }]);
  expect(found.settings).toEqual(['hide_default']);
  expect(await push(own, { seen: found.seen })).toContain('skipped setting_not_confirmed ');
  expect(own.wp.site.polylang['hide_default']).toBe(true);
});

test('an order by rule says what was seen; one of a plan that is not there any more is refused', async () => {
  const own = await open();
  edit(own, 'one', 'Uno');
  const { seen } = review(own);
  const order = (body: Dict): { status: number; body: unknown } =>
    own.here.engine.dispatch({ method: 'POST', path: '/polydesk/v1/live/pushes', body }, own.here.admin);
  const password = 'abcd efgh ijkl';
  expect(order({ except: [], password })).toMatchObject({
    status: 400,
    body: { data: { details: { seen: { code: 'rest_missing_callback_param' } } } },
  });
  expect(order({ groups: [], seen: seen + 1, password })).toMatchObject({
    status: 409,
    body: { code: 'polydesk_live_plan_anew' },
  });
});
