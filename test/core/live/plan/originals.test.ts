// `original` of lines: what a new item translates, on either side.
import { afterEach, expect, test } from 'vitest';
import type { PlanItem, PlanLine } from '../../../../core/schema/live/plan.ts';
import { make, openPair, type Pair } from '../support/pair.ts';

let pair: Pair | undefined;
afterEach(async () => {
  await pair?.close();
  pair = undefined;
});

const get = <T>({ here }: Pair, path: string, query: Record<string, string> = {}): T =>
  here.engine.dispatch({ method: 'GET', path: `/polydesk/v1/live/plan${path}`, query }, here.admin).body as T;
const originals = (own: Pair): Record<string, PlanLine['original']> =>
  Object.fromEntries(get<PlanLine[]>(own, '').map(({ title, original }) => [title, original]));

async function open(): Promise<Pair & { article: number; topic: number }> {
  const own = (pair = await openPair());
  const { bench } = own.there;
  const article = make(bench, '/wp/v2/posts', { title: 'Flat &amp; tyre', status: 'publish', lang: 'en' });
  const topic = make(bench, '/wp/v2/categories', { name: 'Safety', lang: 'en' });
  await own.check();
  own.pull();
  return { ...own, article, topic };
}

test('made here: the member of its group in the default language', async () => {
  const own = await open();
  make(own.here, '/wp/v2/posts', { title: 'Crevaison', lang: 'fr', translations: { en: own.article } });
  make(own.here, '/wp/v2/categories', { name: 'Sécurité', lang: 'fr', translations: { en: own.topic } });
  const english = make(own.here, '/wp/v2/posts', { title: 'Alone', lang: 'en' });
  make(own.here, '/wp/v2/posts', { title: 'Seul', lang: 'fr', translations: { en: english } });
  expect(originals(own)).toMatchObject({
    Crevaison: { title: 'Flat & tyre', lang: 'en' },
    Sécurité: { title: 'Safety', lang: 'en' },
    // It is what the other one translates.
    Alone: null,
    Seul: { title: 'Alone', lang: 'en' },
  });
  // The group of what both sides have differs too, but that item is not new.
  const lines = get<PlanLine[]>(own, '');
  expect(lines.find(({ title }) => title.startsWith('Flat'))).toMatchObject({ state: 'here', original: null });
  const key = lines.find(({ title }) => title === 'Seul')?.key ?? '';
  expect(get<PlanItem>(own, `/${key}`).original).toEqual({ title: 'Alone', lang: 'en' });
});

test('made there: as the live site groups them', async () => {
  const own = await open();
  const { bench } = own.there;
  make(bench, '/wp/v2/posts', { title: 'Crevaison', status: 'publish', lang: 'fr', translations: { en: own.article } });
  const english = make(bench, '/wp/v2/posts', { title: 'Alone', status: 'publish', lang: 'en' });
  make(bench, '/wp/v2/posts', { title: 'Seul', status: 'publish', lang: 'fr', translations: { en: english } });
  await own.check({ full: true });
  expect(originals(own)).toMatchObject({
    Crevaison: { title: 'Flat & tyre', lang: 'en' },
    Alone: null,
    Seul: { title: 'Alone', lang: 'en' },
  });
});
