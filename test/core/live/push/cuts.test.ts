// Interrupts every request of a push in three ways and resumes the push: finally both sides are as if nothing had happened.
import { afterEach, expect, test } from 'vitest';
import type { Defence } from '../../../../core/live/push/pushing.ts';
import type { LineFault } from '../../../support/faulty-proxy.ts';
import { openRig, paragraph, write, type Rig } from './rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

/** Both sides with something of each kind to push: new posts in two languages that name each other, a term, an edit, a trash. */
async function prepared(surface: 'pro' | 'companion' = 'pro'): Promise<Rig> {
  const one = (rig = await openRig(surface === 'pro' ? { surface: 'pro' } : { surface: 'free', companion: true }));
  for (const title of ['Hello', 'Bye'])
    await one.wp.ask('POST', '/wp/v2/posts?lang=en', {
      title,
      slug: title.toLowerCase(),
      status: 'publish',
      content: paragraph(`${title} one two`),
      date_gmt: '2026-01-02T03:04:05',
    });
  await one.check();
  one.pull();
  const news = write(one, '/wp/v2/categories', { name: 'News', slug: 'news', lang: 'en' });
  const a = write(one, '/wp/v2/posts', {
    ...{ title: 'Fresh', slug: 'fresh', status: 'publish', lang: 'en', categories: [news] },
    date_gmt: '2026-02-02T03:04:05',
  });
  write(one, '/wp/v2/posts', {
    ...{ title: 'Frais', slug: 'frais', lang: 'fr', translations: { en: a }, status: 'draft' },
    content: `<!-- wp:block {"ref":${a}} /-->`,
  });
  const [hello, bye] = ['hello', 'bye'].map((slug) => idOf(one, slug));
  write(one, `/wp/v2/posts/${hello}`, { content: paragraph('Hello one four') });
  one.here.ask('DELETE', `/wp/v2/posts/${bye}`);
  return one;
}

function idOf({ here }: Rig, slug: string): number {
  const request = { method: 'GET', path: '/wp/v2/posts', query: { slug } };
  return (here.engine.dispatch(request, here.admin).body as { id: number }[])[0]?.id ?? 0;
}

const orderOf = (one: Rig): object => ({ deletes: one.rows().map(({ kind, uuid }) => ({ kind, uuid })) });

/** What is there, without numbers and times, which follow from how often something was tried. */
function stateOf({ wp }: Rig): unknown {
  const { posts, terms } = wp.site;
  const groups = (group: number): string[] =>
    [...posts.values()]
      .filter((one) => one.group === group)
      .map(({ title }) => title)
      .toSorted();
  return {
    posts: [...posts.values()]
      .map(({ title, slug, status, lang, content, date_gmt, group, terms: sets }) => ({
        ...{ title, slug, status, lang, date_gmt: status === 'draft' ? '' : date_gmt, group: groups(group) },
        content: content.replace(/\d+/g, '#'),
        sets: Object.values(sets)
          .flat()
          .map((id) => terms.get(id)?.slug)
          .toSorted(),
      }))
      .toSorted((x, y) => (x.slug < y.slug ? -1 : 1)),
    terms: [...terms.values()].map(({ name, slug, lang }) => ({ name, slug, lang })),
  };
}

/** Pushes with a fault at one request, going on until nothing stops it any more. */
async function cutAt(one: Rig, at: number, fault: LineFault, without: Defence[] = []): Promise<void> {
  const begin = one.line.seen.length;
  one.line.rule = (request) => (request.at - begin === at ? fault : undefined);
  // Three faults in a row stop a push: here one does, as if the program had been ended.
  let { run, fault: told } = await one.push(orderOf(one), { without, tries: 1 });
  for (let times = 0; told !== '' && times < 5; times++) {
    one.line.rule = () => undefined;
    ({ run, fault: told } = await one.resume(run, { without, tries: 1 }));
  }
  expect(told).toBe('');
}

/** The end of a push that nothing happens to, and how many requests it takes. */
async function uncut(surface: 'pro' | 'companion'): Promise<{ end: unknown; requests: number }> {
  const one = await prepared(surface);
  const before = one.line.seen.length;
  const { report, fault } = await one.push(orderOf(one));
  expect(fault).toBe('');
  expect(report).toMatchObject({ skipped: 0, conflict: 0, failed: 0, open: 0 });
  expect(one.plan()).toEqual([]);
  const end = { end: stateOf(one), requests: one.line.seen.length - before };
  await one.close();
  rig = undefined;
  return end;
}

/** In the long run each request in each way; else each request in one, by turns. */
const FAULTS = ['before', 'after', 'mid'] as const;
const isLong = process.env['POLYDESK_LONG'] !== undefined;

test.each(['pro', 'companion'] as const)(
  'each request of a push is cut: %s',
  async (surface) => {
    const { end, requests } = await uncut(surface);
    expect(requests).toBeGreaterThan(12);
    for (let at = surface === 'pro' || isLong ? 0 : requests - 8; at < requests; at++)
      for (const fault of isLong ? FAULTS : FAULTS.slice(at % 3, (at % 3) + 1)) {
        const one = await prepared(surface);
        await cutAt(one, at, fault);
        expect([at, fault, stateOf(one)]).toEqual([at, fault, end]);
        expect([at, fault, one.plan()]).toEqual([at, fault, []]);
        const writes = one.writes();
        await one.push(orderOf(one));
        expect([at, fault, one.writes()]).toEqual([at, fault, writes]);
        await one.close();
        rig = undefined;
      }
  },
  600_000,
);

test.each<[name: string, without: Defence]>([
  ['without one-time slugs', 'shells'],
  ['with steps that are not stored before they are sent', 'sent'],
])('control: %s a lost answer makes a twin', async (_name, without) => {
  const { end, requests } = await uncut('pro');
  let isWorse = false;
  for (let at = 0; at < requests && !isWorse; at++) {
    const one = await prepared();
    await cutAt(one, at, 'after', [without]).catch(() => undefined);
    isWorse = JSON.stringify(stateOf(one)) !== JSON.stringify(end);
    await one.close();
    rig = undefined;
  }
  expect(isWorse).toBe(true);
});
