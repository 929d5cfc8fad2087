import { afterEach, expect, test } from 'vitest';
import { openRig, paragraph, write, type Rig } from './rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

/** A pulled site with a post in two languages. */
async function pulled(options: Parameters<typeof openRig>[0] = { surface: 'pro' }): Promise<Rig> {
  const one = (rig = await openRig(options));
  const a = await one.wp.ask('POST', '/wp/v2/posts?lang=en', {
    title: 'Hello',
    slug: 'hello',
    status: 'publish',
    content: paragraph('One two three'),
    date_gmt: '2026-01-02T03:04:05',
  });
  const id = (a.body as { id: number }).id;
  await one.wp.ask('POST', '/wp/v2/posts?lang=fr', {
    title: 'Bonjour',
    slug: 'bonjour',
    status: 'publish',
    content: paragraph('Un deux'),
    translations: { en: id },
    lang: 'fr',
    date_gmt: '2026-01-02T03:04:06',
  });
  await one.check();
  one.pull();
  expect(one.plan()).toEqual([]);
  return one;
}

const idOf = ({ here }: Rig, title: string): number => {
  const query = { context: 'edit', status: 'any', per_page: '100' };
  const { body } = here.engine.dispatch({ method: 'GET', path: '/wp/v2/posts', query }, here.admin);
  return (body as { id: number; title: { raw: string } }[]).find((one) => one.title.raw === title)?.id ?? 0;
};

test('an edit is sent, and only that', async () => {
  const one = await pulled();
  write(one, `/wp/v2/posts/${idOf(one, 'Hello')}`, { content: paragraph('One two four') });
  expect(one.plan()).toEqual(['here Hello']);
  const before = one.wp.seen.length;
  const { report, fault, run } = await one.push();
  expect(fault).toBe('');
  expect(one.steps(run)).toMatchObject([{ action: 'update', state: 'done', result: { sent: ['content'] } }]);
  expect(report).toMatchObject({ done: 1, open: 0 });
  expect(one.wp.seen.slice(before).filter(({ asked }) => asked.startsWith('POST'))).toMatchObject([
    { body: { content: paragraph('One two four') } },
  ]);
  expect(one.there('Hello')?.content).toBe(paragraph('One two four'));
  expect(one.plan()).toEqual([]);
  await one.check();
  expect(one.plan()).toEqual([]);
  const writes = one.writes();
  expect((await one.push()).report.done).toBe(0);
  expect(one.writes()).toBe(writes);
});

test('new items in two languages that name each other, with new terms', async () => {
  const one = await pulled();
  const news = write(one, '/wp/v2/categories', { name: 'News', slug: 'news', lang: 'en' });
  const actu = write(one, '/wp/v2/categories', { name: 'Actu', slug: 'actu', lang: 'fr', translations: { en: news } });
  const a = write(one, '/wp/v2/posts', {
    title: 'Fresh',
    slug: 'fresh',
    status: 'publish',
    lang: 'en',
    categories: [news],
  });
  const b = write(one, '/wp/v2/posts', {
    title: 'Frais',
    slug: 'frais',
    status: 'draft',
    lang: 'fr',
    translations: { en: a },
    categories: [actu],
    content: `<!-- wp:block {"ref":${a}} /-->`,
  });
  write(one, `/wp/v2/posts/${a}`, { content: `<!-- wp:block {"ref":${b}} /-->` });
  const { report, fault } = await one.push();
  expect(fault).toBe('');
  expect(report).toMatchObject({ skipped: 0, conflict: 0, failed: 0, open: 0 });
  const [fresh, frais] = [one.there('Fresh'), one.there('Frais')];
  expect(fresh).toMatchObject({
    slug: 'fresh',
    status: 'publish',
    lang: 'en',
    content: `<!-- wp:block {"ref":${frais?.id}} /-->`,
  });
  expect(frais).toMatchObject({
    slug: 'frais',
    status: 'draft',
    lang: 'fr',
    content: `<!-- wp:block {"ref":${fresh?.id}} /-->`,
  });
  expect(fresh?.group).toBe(frais?.group);
  const terms = [...one.wp.site.terms.values()];
  const [en, fr] = [terms.find(({ slug }) => slug === 'news'), terms.find(({ slug }) => slug === 'actu')];
  expect([en?.lang, fr?.lang, en?.group === fr?.group]).toEqual(['en', 'fr', true]);
  expect(fresh?.terms['category']).toEqual([en?.id]);
  expect([...one.wp.site.posts.values()].filter(({ slug }) => slug.startsWith('pd-'))).toEqual([]);
  expect(one.plan()).toEqual([]);
  await one.check();
  expect(one.plan()).toEqual([]);
});
