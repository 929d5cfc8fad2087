// `GET /live/plan/{key}`: fields of a line, and the names of the items that they refer to by key.
import { afterEach, expect, test } from 'vitest';
import type { PlanItem, PlanLine } from '../../../../core/schema/live/plan.ts';
import type { Bench } from '../../../support/engine.ts';
import { make, openPair, type Pair } from '../support/pair.ts';

let pair: Pair | undefined;
afterEach(async () => {
  await pair?.close();
  pair = undefined;
});

const get = <T>({ here }: Pair, path: string): T =>
  here.engine.dispatch({ method: 'GET', path: `/polydesk/v1/live/plan${path}` }, here.admin).body as T;
const lineOf = (own: Pair, title: string): PlanLine =>
  get<PlanLine[]>(own, '').find((line) => line.title === title) ?? expect.fail(`No line ${title}`);
const itemOf = (own: Pair, title: string): PlanItem => get(own, `/${lineOf(own, title).key}`);
const valueOf = ({ fields }: PlanItem, name: string) => fields.find(({ field }) => field === name);
const remove = ({ engine, admin }: Bench, path: string) =>
  engine.dispatch({ method: 'DELETE', path, query: { force: 'true' } }, admin);

async function open(): Promise<Pair & { article: number; tag: number }> {
  const own = (pair = await openPair());
  const { bench } = own.there;
  const tag = make(bench, '/wp/v2/tags', { name: 'Bikes', lang: 'en' });
  const article = make(bench, '/wp/v2/posts', { title: 'Flat tyre', status: 'publish', lang: 'en' });
  await own.check();
  own.pull();
  return { ...own, article, tag };
}

test('items are named by their titles, here before there, with their languages', async () => {
  const own = await open();
  const french = make(own.here, '/wp/v2/posts', { title: 'Crevaison & cie', status: 'draft', lang: 'fr' });
  own.here.ask('POST', `/wp/v2/posts/${own.article}`, {
    tags: [own.tag],
    translations: { en: own.article, fr: french },
    content: `<!-- wp:image {"id":${french}} --><figure></figure><!-- /wp:image -->`,
  });
  const item = itemOf(own, 'Flat tyre');
  const [key] = (valueOf(item, 'tags')?.here ?? []) as string[];
  const group = valueOf(item, 'translations')?.here as Record<string, string>;
  expect(item.names[key ?? '']).toEqual({ title: 'Bikes', lang: 'en' });
  expect(item.names[group['fr'] ?? '']).toEqual({ title: 'Crevaison & cie', lang: 'fr' });
  expect(valueOf(item, 'content')?.here).toContain(`{{#post:${group['fr']}}}`);
});

test('an item that is only there, or no longer anywhere, is named as it was there', async () => {
  const own = await open();
  const { bench } = own.there;
  const fresh = make(bench, '/wp/v2/tags', { name: 'Fresh &amp; new', lang: 'en' });
  bench.ask('POST', `/wp/v2/posts/${own.article}`, { tags: [fresh, own.tag] });
  await own.check({ full: true });
  remove(own.here, `/wp/v2/tags/${own.tag}`);
  const item = itemOf(own, 'Flat tyre');
  const keys = valueOf(item, 'tags')?.there as string[];
  expect(keys.map((key) => item.names[key]?.title).toSorted()).toEqual(['Bikes', 'Fresh & new']);
});

test('of an item that one side lacks, all fields are shown', async () => {
  const own = await open();
  make(own.here, '/wp/v2/posts', { title: 'New here', status: 'draft', lang: 'en', content: 'Words' });
  make(own.there.bench, '/wp/v2/posts', { title: 'New there', status: 'publish', lang: 'fr', content: 'Mots' });
  remove(own.there.bench, `/wp/v2/posts/${own.article}`);
  await own.check({ full: true });
  const seen = (title: string, name: string) => {
    const { state, here, there } = valueOf(itemOf(own, title), name) ?? {};
    return { state, here, there };
  };
  expect(seen('New here', 'title')).toEqual({ state: 'here', here: 'New here', there: undefined });
  expect(seen('New here', 'content')).toEqual({ state: 'here', here: 'Words', there: undefined });
  expect(seen('New there', 'content')).toEqual({ state: 'there', here: undefined, there: 'Mots' });
  expect(seen('Flat tyre', 'title')).toEqual({ state: 'here', here: 'Flat tyre', there: undefined });
  expect(lineOf(own, 'New here').fields).toEqual([]);
});

test('a key that is nowhere known is left out', async () => {
  const own = await open();
  const unknown = '12345678-1234-4234-8234-123456789012';
  own.here.ask('POST', `/wp/v2/posts/${own.article}`, { content: `See {{post:${unknown}}}.` });
  expect(itemOf(own, 'Flat tyre').names).toEqual({});
});

test('a pair is taken apart again, until it was pulled as one', async () => {
  const own = await open();
  make(own.here, '/wp/v2/tags', { name: 'Twin', lang: 'en' });
  const tag = make(own.there.bench, '/wp/v2/tags', { name: 'Twin', lang: 'en' });
  make(own.there.bench, '/wp/v2/posts', { title: 'With twin', status: 'publish', lang: 'en', tags: [tag] });
  await own.check({ full: true });
  const asked = () => own.rows().filter(({ twin }) => twin !== '');
  const here = asked().find(({ state }) => state === 'new_here');
  const there = asked().find(({ state }) => state === 'new_there');
  const [one, other] = [`term-${here?.uuid}`, `term-${there?.uuid}`];
  const patch = (body: object) => own.here.ask('PATCH', '/polydesk/v1/live/choices', body).status;
  expect(patch({ choices: {}, apart: { [one]: other } })).toBe(404);
  expect(patch({ choices: { [one]: 'same' } })).toBe(200);
  expect(asked()).toEqual([]);
  expect(valueOf(itemOf(own, 'With twin'), 'tags')?.there).toEqual([here?.uuid]);
  expect(patch({ choices: {}, apart: { [one]: `${other}${there?.uuid}` } })).toBe(404);
  expect(patch({ choices: {}, apart: { [one]: other } })).toBe(200);
  // The resemblance is found from one side, and noted for the other after it.
  own.rows();
  expect(
    asked()
      .map(({ uuid }) => uuid)
      .toSorted(),
  ).toEqual([here?.uuid, there?.uuid].toSorted());
  expect(valueOf(itemOf(own, 'With twin'), 'tags')?.there).toEqual([there?.uuid]);
  expect(patch({ choices: { [one]: 'same' } })).toBe(200);
  own.rows();
  own.pull();
  expect(own.plan()).toEqual([]);
  expect(patch({ choices: {}, apart: { [one]: other } })).toBe(409);
  expect(own.plan()).toEqual([]);
});
