// Answers to a push that are lost while the site did what was asked: what was written counts as written.
import { afterEach, expect, test } from 'vitest';
import type { WpOptions } from '../../../support/wordpress/site.ts';
import { openRig, paragraph, write, type Rig } from './rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

/** Two posts in two languages that are on both sides. */
async function pulled(options: WpOptions): Promise<Rig & { hello: number; salut: number }> {
  const one = (rig = await openRig(options));
  for (const [lang, title] of [
    ['en', 'Hello'],
    ['fr', 'Salut'],
  ] as const)
    await one.wp.ask('POST', `/wp/v2/posts?lang=${lang}`, {
      ...{ title, slug: title, status: 'publish', content: paragraph(`${title} one`), date_gmt: '2026-01-02T03:04:05' },
    });
  await one.check();
  one.pull();
  expect(one.plan()).toEqual([]);
  const idOf = (title: string): number =>
    one.site.db.prepare('SELECT id FROM posts WHERE title = ?').pluck().get(title) as number;
  return { ...one, hello: idOf('Hello'), salut: idOf('Salut') };
}

/** The site does the next write, and nobody hears of it. */
function loseAnswers({ line }: Rig, isMeant: (path: string) => boolean = () => true): void {
  const times = new Map<string, number>();
  line.rule = ({ method, path }) => {
    if (method !== 'POST' || !isMeant(path)) return undefined;
    const at = (times.get(path) ?? 0) + 1;
    times.set(path, at);
    // The plugin is first asked what is there, with a request without content.
    return at === (path.includes('/polydesk-link/') ? 2 : 1) ? 'after' : undefined;
  };
}

const SURFACES: [name: string, options: WpOptions][] = [
  ['paid edition', { surface: 'pro' }],
  ['plugin', { surface: 'free', companion: true }],
];

test.each(SURFACES)('what was written is undone with the push (%s)', async (_name, options) => {
  const one = await pulled(options);
  write(one, `/wp/v2/posts/${one.hello}`, { title: 'Hello again', translations: { fr: one.salut } });
  loseAnswers(one);
  const { run, fault, report } = await one.push();
  expect([fault, report.open, report.failed, report.conflict]).toEqual(['', 0, 0, 0]);
  const linked = (): boolean => one.there('Salut')?.group === one.there('Hello again')?.group;
  expect(linked()).toBe(true);
  one.line.rule = () => undefined;
  expect((await one.undo(run)).report).toMatchObject({ failed: 0, conflict: 0, open: 0 });
  expect(one.there('Hello')?.slug).toBe('hello');
  expect(one.there('Salut')?.group).not.toBe(one.there('Hello')?.group);
});

test.each(['check', 'push'])('what is written back here before the next %s stays as it is here', async (next) => {
  const one = await pulled({ surface: 'pro' });
  write(one, `/wp/v2/posts/${one.hello}`, { title: 'Hello again' });
  loseAnswers(one);
  expect((await one.push({}, { tries: 1 })).fault).toBe('polydesk_live_offline');
  expect(one.there('Hello again')).toBeDefined();
  one.line.rule = () => undefined;
  write(one, `/wp/v2/posts/${one.hello}`, { title: 'Hello' });
  if (next === 'push') await one.push();
  else await one.check();
  expect(one.plan()).toEqual(['here Hello']);
  one.pull();
  await one.push();
  expect(one.there('Hello')).toBeDefined();
  await one.check();
  expect(one.plan()).toEqual([]);
});

test('a pull is not undone while a push that sent what it brought is not noted yet', async () => {
  const one = await pulled({ surface: 'pro' });
  const id = one.there('Hello')?.id ?? 0;
  await one.wp.ask('POST', `/wp/v2/posts/${id}`, {
    content: [paragraph('Hello one'), paragraph('Theirs')].join('\n\n'),
  });
  write(one, `/wp/v2/posts/${one.hello}`, { content: [paragraph('Ours'), paragraph('Hello one')].join('\n\n') });
  await one.check();
  one.pull();
  loseAnswers(one);
  expect((await one.push({}, { tries: 1 })).fault).toBe('polydesk_live_offline');
  one.line.rule = () => undefined;
  const entries = one.here.engine.dispatch({ method: 'GET', path: '/polydesk/v1/history' }, one.here.admin).body as {
    id: number;
    origin: string;
  }[];
  const entry = entries.find(({ origin }) => origin === 'pull')?.id ?? 0;
  const undo = one.here.ask('POST', `/polydesk/v1/history/${entry}/undo`, {});
  expect(undo.status).toBe(409);
  expect(undo.body).toMatchObject({ data: { conflicts: [{ kind: 'post', id: one.hello, field: 'live' }] } });
  await one.check();
  await one.push();
  expect(one.there('Hello')?.content).toContain('Theirs');
});

test('what the site stored in its own way is reported all the same', async () => {
  const one = await pulled({ surface: 'pro', filtersHtml: true });
  write(one, `/wp/v2/posts/${one.hello}`, { content: `${paragraph('Ours')}<script>x()</script>` });
  loseAnswers(one);
  const { run } = await one.push();
  expect(one.steps(run)).toMatchObject([{ state: 'done', result: { code: 'altered', altered: ['content'] } }]);
  expect(one.plan()).toEqual([]);
});

test('a post that became public is counted', async () => {
  const one = await pulled({ surface: 'pro' });
  write(one, '/wp/v2/posts', { title: 'New', slug: 'new', status: 'publish', lang: 'en' });
  loseAnswers(one);
  expect((await one.push()).report).toMatchObject({ published: 1, open: 0, conflict: 0, failed: 0 });
});

test('an edit between the look and the write is found among the versions', async () => {
  const one = await pulled({ surface: 'pro' });
  write(one, `/wp/v2/posts/${one.hello}`, { content: paragraph('Ours') });
  const id = one.there('Hello')?.id ?? 0;
  let isDone = false;
  one.line.rule = ({ method }) => {
    if (method !== 'POST' || isDone) return undefined;
    isDone = true;
    const stored = one.wp.site.posts.get(id);
    const theirs = { id: one.wp.site.nextPost++, title: 'Hello', content: paragraph('Theirs'), excerpt: '' };
    stored?.revisions.unshift(theirs);
    if (stored) stored.content = theirs.content;
    return 'after';
  };
  const { run } = await one.push();
  expect(one.steps(run)).toMatchObject([
    { state: 'conflict', result: { code: 'overwritten', lost: { content: paragraph('Theirs') } } },
  ]);
});

test('a language that was made comes with one default category (free edition)', async () => {
  const one = await pulled({ surface: 'free' });
  one.here.ask('POST', '/pll/v1/languages', { locale: 'de_DE', slug: 'de', name: 'Deutsch' });
  loseAnswers(one, (path) => path.includes('/pll/v1/languages'));
  expect((await one.push()).report).toMatchObject({ conflict: 0, failed: 0, open: 0 });
  const german = [...one.wp.site.terms.values()].filter(({ lang }) => lang === 'de');
  expect(german.map(({ slug }) => slug)).toEqual(['uncategorized-de']);
  await one.check();
  expect(one.plan()).toEqual([]);
});
