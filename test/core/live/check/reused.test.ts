// A live site that was restored from a backup gives out numbers again that this site knows as those of other items.
import { afterEach, expect, test } from 'vitest';
import type { WpOptions, WpPost } from '../../../support/wordpress/site.ts';
import { openRig, paragraph, write, type Rig } from '../push/rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const OLD = {
  title: 'Opening hours',
  slug: 'opening-hours',
  status: 'publish',
  content: paragraph('We open the shop at nine in the morning'),
  date_gmt: '2026-01-02T03:04:05',
};
const NEW = {
  title: 'A walk',
  slug: 'a-walk',
  status: 'publish',
  content: paragraph('Yesterday my dog found four mushrooms'),
  date_gmt: '2026-02-20T10:00:00',
};

const find = ({ wp }: Rig, title: string): WpPost => {
  const found = [...wp.site.posts.values()].find((one) => one.title === title);
  if (!found) throw new Error(`${title} is not there`);
  return found;
};

/** The site loses the item and gives its number to another one. */
async function restored({ wp }: Rig, id: number, path: string, body: Record<string, string>): Promise<void> {
  wp.site.posts.delete(id);
  wp.site.nextPost = id;
  const answer = await wp.ask('POST', `${path}?lang=en`, body);
  expect(answer).toMatchObject({ status: 201, body: { id } });
}

async function pulled(options: WpOptions = { surface: 'pro' }, body: Record<string, string> = OLD): Promise<Rig> {
  const one = (rig = await openRig(options));
  await one.wp.ask('POST', '/wp/v2/posts?lang=en', body);
  await one.check();
  one.pull();
  expect(one.plan()).toEqual([]);
  return one;
}

const listed = ({ here }: Rig, type = 'posts'): { id: number; title: string; content: string }[] =>
  (
    here.engine.dispatch(
      {
        method: 'GET',
        path: `/wp/v2/${type}`,
        query: { context: 'edit', status: 'any', orderby: 'title', order: 'asc' },
      },
      here.admin,
    ).body as { id: number; title: { raw: string }; content: { raw: string } }[]
  ).map(({ id, title, content }) => ({ id, title: title.raw, content: content.raw }));

test.each([
  ['a post', '/wp/v2/posts', NEW],
  ['a page', '/wp/v2/pages', { ...NEW, title: OLD.title, slug: OLD.slug, content: OLD.content }],
  ['a draft', '/wp/v2/posts', { ...NEW, status: 'draft' }],
])('a check takes %s with the number of another item for a new one', async (_name, path, body) => {
  const one = await pulled();
  const { id } = find(one, OLD.title);
  await restored(one, id, path, body);
  await one.check();
  expect(one.plan().toSorted()).toEqual([`deleted_there ${OLD.title}`, `new_there ${body.title}`]);
  one.pull({ except: [] });
  // A deletion is taken over only if it is chosen, so both are here.
  const all = [...listed(one), ...listed(one, 'pages')];
  expect(all.map(({ title }) => title).toSorted()).toEqual([body.title, OLD.title].toSorted());
  expect(all.find(({ title, content }) => title === OLD.title && content === OLD.content)).toBeDefined();
  await one.check();
  expect(one.plan()).toEqual([`deleted_there ${OLD.title}`]);
});

test('what was changed here is kept, and made anew there if that is chosen', async () => {
  const one = await pulled();
  const { id } = find(one, OLD.title);
  const [ours] = listed(one);
  write(one, `/wp/v2/posts/${ours?.id}`, { excerpt: 'Ours' });
  await restored(one, id, '/wp/v2/posts', NEW);
  await one.check();
  expect(one.plan().toSorted()).toEqual([`conflict ${OLD.title}`, `new_there ${NEW.title}`]);
  one.choose(OLD.title, 'here');
  one.pull();
  one.pull();
  expect((await one.push()).report).toMatchObject({ failed: 0, conflict: 0 });
  expect(find(one, NEW.title)).toMatchObject({ id, excerpt: '', content: NEW.content });
  expect(find(one, OLD.title)).toMatchObject({ excerpt: 'Ours', content: OLD.content });
  await one.check();
  expect(one.plan()).toEqual([]);
  // Its new number counts from now on, although a site that was restored may have given it a lower one.
  write(one, `/wp/v2/posts/${ours?.id}`, { excerpt: 'Later' });
  expect((await one.push()).report).toMatchObject({ done: 1 });
  expect(find(one, OLD.title).excerpt).toBe('Later');
});

test.each([
  ['a field that is the same in both', false],
  ['a link', false],
  ['a move to the trash', true],
])('a push that meets another item at the number does not write it: %s', async (name, deletes) => {
  const one = await pulled();
  const { id } = find(one, OLD.title);
  const [ours] = listed(one);
  if (deletes) one.here.ask('DELETE', `/wp/v2/posts/${ours?.id}`);
  else if (name === 'a link')
    write(one, '/wp/v2/posts', { title: 'Horaires', status: 'publish', lang: 'fr', translations: { en: ours?.id } });
  else write(one, `/wp/v2/posts/${ours?.id}`, { comment_status: 'closed' });
  await restored(one, id, '/wp/v2/posts', NEW);
  const before = structuredClone(find(one, NEW.title));
  const lines = one.rows().filter(({ title }) => title === OLD.title);
  await one.push({ deletes: deletes ? lines : [] });
  expect({ ...find(one, NEW.title), modified_gmt: '' }).toEqual({ ...before, modified_gmt: '' });
  await one.check();
  expect(one.plan()).toContain(`new_there ${NEW.title}`);
});

test('control: without the look the other item is written', async () => {
  const one = await pulled();
  const { id } = find(one, OLD.title);
  write(one, `/wp/v2/posts/${listed(one)[0]?.id}`, { comment_status: 'closed' });
  await restored(one, id, '/wp/v2/posts', NEW);
  await one.push({}, { without: ['look'] });
  expect(find(one, NEW.title).comment_status).toBe('closed');
});

test('our mark on another number, and another mark on a known one, tell items apart that look alike', async () => {
  const one = await pulled({ surface: 'free', companion: true });
  write(one, '/wp/v2/posts', { ...OLD, title: 'Marked', slug: 'marked', lang: 'en' });
  await one.push();
  await one.check();
  const { id, mark } = find(one, 'Marked');
  expect(mark).not.toBe('');
  await restored(one, id, '/wp/v2/posts', {
    ...OLD,
    title: 'Marked',
    slug: 'marked',
    content: paragraph('Another text'),
  });
  find(one, 'Marked').mark = '7b9f4f6e-0000-4000-8000-000000000001';
  await one.check();
  expect(one.plan().toSorted()).toEqual(['deleted_there Marked', 'new_there Marked']);
});

test.each([
  ['renamed', { title: 'Hours', slug: 'hours' }],
  ['moved to another day, and renamed', { title: 'Hours', slug: 'hours', date_gmt: '2026-03-01T00:00:00' }],
  ['rewritten', { title: 'Hours', content: paragraph('Closed until spring') }],
  ['in the trash', { status: 'trash' }],
])('control: an item that is %s there is still the same', async (_name, body) => {
  const one = await pulled();
  const { id } = find(one, OLD.title);
  if ('status' in body) await one.wp.ask('DELETE', `/wp/v2/posts/${id}`);
  else await one.wp.ask('POST', `/wp/v2/posts/${id}`, body);
  await one.check();
  expect(one.plan()).toEqual([`there ${OLD.title}`]);
});

test('control: a draft that was renamed, rewritten and published is still the same', async () => {
  const one = await pulled({ surface: 'pro' }, { title: 'Idea', status: 'draft', content: '' });
  await one.wp.ask('POST', `/wp/v2/posts/${find(one, 'Idea').id}`, NEW);
  await one.check();
  expect(one.plan()).toEqual(['there Idea']);
});
