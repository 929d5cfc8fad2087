// Items that were deleted there while others here name them: a site would store nothing for their numbers, and would not say so.
import { afterEach, expect, test } from 'vitest';
import type { Dict } from '../../../../core/types.ts';
import { uploadHere } from '../files/pictures.ts';
import { openRig, paragraph, write, type Rig } from './rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

/** What posts name, by its title there. */
const NAMED = [
  ['picture', 'The wheel.png'],
  ['category', 'Wheels'],
] as const;

interface Named {
  own: Rig;
  /** What names the item here. */
  names: Dict;
  deleteThere(): Promise<unknown>;
  /** What the post there names. */
  there(): unknown;
}

/** A picture or a category on both sides, and a post. */
async function open(kind: 'picture' | 'category'): Promise<Named> {
  const own = (rig = await openRig());
  own.here.ask('POST', '/pll/v1/settings', { media_support: true });
  await own.check();
  own.pull();
  const id =
    kind === 'picture'
      ? uploadHere(own, 'wheel.png', { slug: 'wheel' })
      : write(own, '/wp/v2/categories', { name: 'Wheels', slug: 'wheels', lang: 'en' });
  write(own, '/wp/v2/posts', {
    title: 'Fresh',
    slug: 'fresh',
    content: paragraph('one'),
    lang: 'en',
    status: 'publish',
  });
  expect((await own.push()).report).toMatchObject({ skipped: 0, failed: 0 });
  await own.check();
  own.pull();
  expect(own.plan()).toEqual([]);
  // It was changed here as well, so that its deletion there is a conflict.
  const path = kind === 'picture' ? `/wp/v2/media/${id}` : `/wp/v2/categories/${id}`;
  write(own, path, { description: 'Written here' });
  const there = (): unknown => {
    const post = [...own.wp.site.posts.values()].find(({ slug }) => slug === 'fresh');
    const { posts, terms } = own.wp.site;
    return kind === 'picture'
      ? (posts.get(post?.featured_media ?? 0)?.title ?? '')
      : (post?.terms['category'] ?? []).map((one) => terms.get(one)?.name).join();
  };
  return {
    ...{ own, there },
    names: kind === 'picture' ? { featured_media: id } : { categories: [id] },
    deleteThere: () => {
      const title = kind === 'picture' ? own.there('The wheel.png')?.id : undefined;
      const term = [...own.wp.site.terms.values()].find(({ name }) => name === 'Wheels')?.id;
      return own.wp.ask(
        'DELETE',
        kind === 'picture' ? `/wp/v2/media/${title}?force=true` : `/wp/v2/categories/${term}?force=true`,
      );
    },
  };
}

const postHere = ({ site }: Rig): number =>
  site.db.prepare(`SELECT id FROM posts WHERE title LIKE 'Fresh%'`).pluck().get() as number;

const nameThere = (one: { title: string } | { name: string }): string => ('title' in one ? one.title : one.name);

/** Decides for what is here. */
function chooseHere(own: Rig): void {
  const rows = own.rows().filter(({ state }) => state === 'conflict');
  own.here.ask('PATCH', '/polydesk/v1/live/choices', {
    choices: Object.fromEntries(rows.map(({ kind, uuid }) => [`${kind}-${uuid}`, 'here'])),
  });
}

/** The same, and pushes. */
async function keep(own: Rig): Promise<void> {
  chooseHere(own);
  await own.push();
  await own.check();
}

test.each(NAMED)('a %s whose deletion is known is not sent, until it is there again', async (kind, name) => {
  const { own, names, deleteThere, there } = await open(kind);
  await deleteThere();
  await own.check();
  write(own, `/wp/v2/posts/${postHere(own)}`, { ...names, title: 'Fresh one' });
  const { run } = await own.push();
  const step = own.steps(run).find(({ input }) => input.title === 'Fresh one');
  expect([step?.state, step?.result]).toEqual([
    'skipped',
    { code: 'deleted_there', params: { kind: expect.any(String), ref: name } },
  ]);
  expect(own.there('Fresh')).toBeDefined();
  await keep(own);
  expect(own.plan()).toEqual([]);
  expect(there()).toBe(name);
});

test.each(NAMED)(
  'a %s that was deleted since the check is looked up, and sent again once it is there',
  async (kind, name) => {
    const { own, names, deleteThere, there } = await open(kind);
    write(own, `/wp/v2/posts/${postHere(own)}`, names);
    await deleteThere();
    const [post] = own.rows().filter(({ type }) => type === 'post');
    const { run } = await own.push({ lines: post && [post] });
    expect(
      own.steps(run).map(({ state, result }) => [state, result?.code, result?.params?.['ref'], result?.altered]),
    ).toEqual([['done', 'stored_without', name, []]]);
    // The plan shows both right away.
    expect(own.plan().toSorted()).toEqual([`conflict ${name}`, 'here Fresh']);
    await own.check();
    await keep(own);
    expect(own.plan()).toEqual([]);
    expect(there()).toBe(name);
  },
);

test.each(NAMED)('a dry run sends what names a %s that it would make again', async (kind, name) => {
  const { own, names, deleteThere } = await open(kind);
  await deleteThere();
  await own.check();
  write(own, `/wp/v2/posts/${postHere(own)}`, names);
  const dry = async (): Promise<unknown[]> => {
    const { run } = await own.push({ dry: true });
    return own.steps(run).flatMap(({ input, result }) => (input.type === 'post' ? [result?.code] : []));
  };
  expect(await dry()).toEqual(['deleted_there']);
  chooseHere(own);
  expect(new Set(await dry())).toEqual(new Set(['dry']));
  expect([...own.wp.site.posts.values(), ...own.wp.site.terms.values()].map(nameThere)).not.toContain(name);
});
