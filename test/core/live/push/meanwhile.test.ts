// Concurrent changes by others during a push, and values that the site alters on saving.
import { afterEach, expect, test } from 'vitest';
import type { WpOptions } from '../../../support/wordpress/site.ts';
import { openRig, paragraph, write, type Rig } from './rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const pro: WpOptions = { surface: 'pro' };

/** A post that is on both sides. */
async function pulled(options: WpOptions = pro): Promise<Rig & { id: number }> {
  const one = (rig = await openRig(options));
  const body = {
    title: 'Hello',
    slug: 'hello',
    status: 'publish',
    content: paragraph('One two three'),
    date_gmt: '2026-01-02T03:04:05',
  };
  await one.wp.ask('POST', '/wp/v2/posts?lang=en', body);
  await one.check();
  one.pull();
  expect(one.plan()).toEqual([]);
  const request = { method: 'GET', path: '/wp/v2/posts', query: { slug: 'hello' } };
  const [found] = one.here.engine.dispatch(request, one.here.admin).body as { id: number }[];
  return { ...one, id: found?.id ?? 0 };
}

const edit = ({ wp }: Rig, title: string, body: Record<string, string>): Promise<unknown> => {
  const found = [...wp.site.posts.values()].find((one) => one.title === title);
  return wp.ask('POST', `/wp/v2/posts/${found?.id}`, body);
};

test('an edit there since the check is a conflict: nothing is sent, and the plan shows it', async () => {
  const one = await pulled();
  write(one, `/wp/v2/posts/${one.id}`, { content: paragraph('One two ours') });
  await edit(one, 'Hello', { content: paragraph('One theirs three') });
  const { report, run } = await one.push();
  expect(report).toMatchObject({ done: 0, conflict: 1 });
  expect(one.steps(run)).toMatchObject([{ result: { code: 'changed_there' } }]);
  expect(one.there('Hello')?.content).toBe(paragraph('One theirs three'));
  // The plan has merged both: the next push sends that, and it is here too.
  expect(one.plan()).toEqual(['merged Hello']);
  expect((await one.push()).report).toMatchObject({ done: 1, conflict: 0 });
  expect(one.there('Hello')?.content).toBe(paragraph('One theirs ours'));
  expect(one.plan()).toEqual([]);
  const { body } = one.here.engine.dispatch(
    { method: 'GET', path: `/wp/v2/posts/${one.id}`, query: { context: 'edit' } },
    one.here.admin,
  );
  expect(body).toMatchObject({ content: { raw: paragraph('One theirs ours') } });
});

test('control: without the look their edit is lost', async () => {
  const one = await pulled();
  write(one, `/wp/v2/posts/${one.id}`, { content: paragraph('One two ours') });
  await edit(one, 'Hello', { content: paragraph('One theirs three') });
  await one.push({}, { without: ['look'] });
  expect(one.there('Hello')?.content).toBe(paragraph('One two ours'));
});

test('an edit of another field there is left alone, and pulled later', async () => {
  const one = await pulled();
  write(one, `/wp/v2/posts/${one.id}`, { content: paragraph('One two ours') });
  await edit(one, 'Hello', { title: 'Their title' });
  expect((await one.push()).report).toMatchObject({ done: 1, conflict: 0 });
  expect(one.there('Their title')?.content).toBe(paragraph('One two ours'));
  expect(one.plan()).toEqual(['there Hello']);
});

test.each([
  [[], 'conflict', 'their words'],
  [['audit'], 'done', undefined],
] as const)(
  'an edit between look and write is found among the versions (defences off: %j)',
  async (without, state, lost) => {
    const one = await pulled();
    write(one, `/wp/v2/posts/${one.id}`, { content: paragraph('One two ours') });
    const post = one.there('Hello');
    one.line.rule = ({ method }) => {
      if (method === 'POST' && post && post.content.includes('three')) {
        const theirs = { id: one.wp.site.nextPost++, title: 'Hello', content: paragraph('their words'), excerpt: '' };
        const stored = one.wp.site.posts.get(post.id);
        if (stored && !stored.revisions.some(({ content }) => content === theirs.content)) {
          stored.revisions.unshift(theirs);
          stored.content = theirs.content;
        }
      }
      return undefined;
    };
    const { run } = await one.push({}, { without });
    const [step] = one.steps(run);
    expect(step?.state).toBe(state);
    expect(step?.result?.lost?.['content']).toBe(lost === undefined ? undefined : paragraph(lost));
  },
);

test('markup altered by the site is reported, kept here, and never a difference', async () => {
  const one = await pulled({ surface: 'pro', filtersHtml: true });
  const text = `${paragraph('Ours')}<script>x()</script>`;
  write(one, `/wp/v2/posts/${one.id}`, { content: text });
  const { run } = await one.push();
  expect(one.steps(run)).toMatchObject([{ state: 'done', result: { code: 'altered', altered: ['content'] } }]);
  expect(one.there('Hello')?.content).not.toContain('<script>');
  expect(one.plan()).toEqual([]);
  const { body } = one.here.engine.dispatch(
    { method: 'GET', path: `/wp/v2/posts/${one.id}`, query: { context: 'edit' } },
    one.here.admin,
  );
  expect(body).toMatchObject({ content: { raw: text } });
  const writes = one.writes();
  await one.push();
  expect(one.writes()).toBe(writes);
  // Nor after a pull of another field, or after a change there that brought it to what is here.
  await edit(one, 'Hello', { title: 'Theirs' });
  await one.check();
  one.pull();
  expect(one.plan()).toEqual([]);
  write(one, `/wp/v2/posts/${one.id}`, { title: 'Both' });
  await edit(one, 'Theirs', { title: 'Both' });
  await one.check();
  one.pull();
  expect(one.plan()).toEqual([]);
  // What is written next is compared with what we sent, not with what came of it.
  write(one, `/wp/v2/posts/${one.id}`, { content: `${text}${paragraph('More')}` });
  expect(one.plan()).toEqual(['here Both']);
});

test('what the site altered is no difference either once a conflict of another field is settled', async () => {
  const one = await pulled({ surface: 'pro', filtersHtml: true });
  write(one, `/wp/v2/posts/${one.id}`, { content: `${paragraph('Ours')}<script>x()</script>` });
  await one.push();
  write(one, `/wp/v2/posts/${one.id}`, { slug: 'ours' });
  await edit(one, 'Hello', { slug: 'theirs' });
  await one.check();
  const [row] = one.rows();
  expect(row).toMatchObject({ state: 'conflict', fields: ['slug'] });
  const body = { fields: { slug: 'ours' }, here: row?.here, there: row?.there };
  expect(one.here.ask('POST', `/polydesk/v1/live/plan/post-${row?.uuid}/resolve`, body).status).toBe(200);
  expect(one.rows()).toMatchObject([{ state: 'here', fields: ['slug'] }]);
});

test('a name that is taken there gets a number, which is taken over here', async () => {
  const one = await pulled();
  await one.wp.ask('POST', '/wp/v2/posts?lang=fr', { title: 'Other', slug: 'taken', status: 'publish' });
  await one.check();
  one.pull();
  const id = write(one, '/wp/v2/posts', { title: 'Ours', slug: 'taken-ours', status: 'publish', lang: 'en' });
  const stored = one.wp.site.posts;
  for (const post of stored.values()) if (post.title === 'Other') post.slug = 'taken-ours';
  const { report, run } = await one.push();
  // Looked for first: somebody else has the name, and it is known who.
  expect([report.failed, one.steps(run).map(({ state }) => state)]).toEqual([0, ['done', 'done', 'done']]);
  expect(one.there('Ours')?.slug).toBe('taken-ours-2');
  const { body } = one.here.engine.dispatch({ method: 'GET', path: `/wp/v2/posts/${id}` }, one.here.admin);
  expect(body).toMatchObject({ slug: 'taken-ours-2' });
});

test('a new item there with the same name is a question, never duplicated', async () => {
  const one = await pulled();
  write(one, '/wp/v2/posts', { title: 'Twin', slug: 'twin', status: 'publish', lang: 'en' });
  await one.wp.ask('POST', '/wp/v2/posts?lang=en', { title: 'Twin', slug: 'twin', status: 'publish' });
  const { run } = await one.push();
  expect(one.steps(run)[0]).toMatchObject({ state: 'conflict', result: { code: 'twin' } });
  expect([...one.wp.site.posts.values()].filter(({ title }) => title === 'Twin')).toHaveLength(1);
});

test('a term that another language has is not taken for ours', async () => {
  const one = await pulled();
  await one.wp.ask('POST', '/wp/v2/tags?lang=en', { name: 'News', slug: 'other' });
  write(one, '/wp/v2/tags', { name: 'News', slug: 'other', lang: 'fr' });
  const { run } = await one.push();
  expect(one.steps(run)[0]).toMatchObject({ state: 'conflict' });
  expect([...one.wp.site.terms.values()].filter(({ slug }) => slug === 'other')).toMatchObject([{ lang: 'en' }]);
});

test.each([
  [401, 1],
  [403, 2],
] as const)(
  'a user who may do nothing more stops it (%i); it goes on when the rights are back',
  async (status, writes) => {
    const one = await pulled();
    write(one, `/wp/v2/posts/${one.id}`, { content: paragraph('One two ours') });
    write(one, '/wp/v2/posts', { title: 'New', status: 'draft', lang: 'en' });
    const before = one.line.seen.length;
    one.line.rule = ({ method }) => (method === 'POST' ? status : undefined);
    const { fault, run, report } = await one.push();
    expect(fault).toBe('polydesk_live_refused');
    expect(report.open).toBeGreaterThan(0);
    expect(one.line.seen.slice(before).filter(({ method }) => method === 'POST')).toHaveLength(writes);
    one.line.rule = () => undefined;
    expect(await one.resume(run)).toMatchObject({ fault: '', report: { open: 0, failed: 0 } });
    expect(one.plan()).toEqual([]);
  },
);

test.each(['GET', 'POST'])('an item refused by the site fails alone, with the reason (%s)', async (method) => {
  const one = await pulled();
  write(one, `/wp/v2/posts/${one.id}`, { content: paragraph('One two ours') });
  write(one, '/wp/v2/posts', { title: 'New', status: 'draft', lang: 'en' });
  const refused = [...one.wp.site.posts.values()].find(({ title }) => title === 'Hello')?.id;
  one.line.rule = (asked) =>
    asked.method === method && asked.path.split('?')[0]?.endsWith(`/posts/${refused}`) ? 403 : undefined;
  const { fault, run, report } = await one.push();
  expect([fault, report.failed, report.open]).toEqual(['', 1, 0]);
  expect(one.steps(run).find(({ state }) => state === 'failed')).toMatchObject({
    result: { code: 'refused', params: { status: '403', code: 'proxy' } },
  });
  expect(one.there('New')).toBeDefined();
  // It is still to be pushed, and is once the site takes it.
  expect(one.plan()).toEqual(['here Hello']);
  one.line.rule = () => undefined;
  expect(await one.push()).toMatchObject({ fault: '', report: { done: 1, failed: 0 } });
  expect(one.plan()).toEqual([]);
});

test.each([429, 503] as const)('a busy site is given its time (%i)', async (status) => {
  const one = await pulled();
  write(one, `/wp/v2/posts/${one.id}`, { content: paragraph('One two ours') });
  let times = 0;
  one.line.rule = ({ method }) => (method === 'POST' && times++ < 2 ? status : undefined);
  expect(await one.push()).toMatchObject({ fault: '', report: { done: 1 } });
  expect(one.plan()).toEqual([]);
});

test('three faults in a row stop it: everything of before is done', async () => {
  const one = await pulled();
  write(one, `/wp/v2/posts/${one.id}`, { content: paragraph('One two ours') });
  one.line.rule = ({ method }) => (method === 'POST' ? 'before' : undefined);
  const { fault, run } = await one.push();
  expect(fault).toBe('polydesk_live_offline');
  one.line.rule = () => undefined;
  expect(await one.resume(run)).toMatchObject({ fault: '', report: { done: 1 } });
});
