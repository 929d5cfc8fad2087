// Replacing words in many items: a preview, then a single entry.
import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import type { Dict } from '../../../../core/types.ts';
import type { ReplaceReport } from '../../../../core/schema/desk/replace.ts';
import { bodyOf, openBench, type Bench } from '../../../support/engine.ts';

function site() {
  const bench = openBench();
  onTestFinished(() => bench.engine.close());
  for (const locale of ['en_US', 'fr_FR']) bench.ask('POST', '/pll/v1/languages', { locale });
  const add = (body: object): number => {
    return Number(bodyOf(bench.ask('POST', '/wp/v2/posts', { status: 'publish', ...body }))['id']);
  };
  return { bench, add };
}
function replace(bench: Bench, body: object): ReplaceReport {
  const { job } = bodyOf(bench.ask('POST', '/polydesk/v1/replace', body)) as { job: number };
  const done = bodyOf(bench.ask('GET', `/polydesk/v1/jobs/${job}`));
  expect(done['state']).toBe('done');
  return done['report'] as ReplaceReport;
}
const rawOf = (bench: Bench, id: number): { title: string; content: string } => {
  const { body } = bench.engine.dispatch(
    { method: 'GET', path: `/wp/v2/posts/${id}`, query: { context: 'edit' } },
    bench.admin,
  );
  const { title, content } = body as Record<'title' | 'content', { raw: string }>;
  return { title: title.raw, content: content.raw };
};
const newest = (bench: Bench) =>
  (bench.ask('GET', '/polydesk/v1/history').body as { id: number; summary: string }[])[0] ?? { id: 0, summary: '' };

const CONTENT = [
  '<!-- wp:paragraph {"className":"phare"} -->\n<p class="phare">Un <em>phare</em>, <a href="/phare/">le phare</a>.</p>\n<!-- /wp:paragraph -->',
  '<!-- wp:image {"id":7} -->\n<figure class="wp-block-image"><img src="/phare.jpg" alt="Phare la nuit"/></figure>\n<!-- /wp:image -->',
].join('\n\n');
const order = { q: 'phare', to: 'éclairage', lang: 'fr' };

test('texts change, addresses, tags and other languages do not; one undo takes all of it back', () => {
  const { bench, add } = site();
  const fr = add({ title: 'Phare', content: CONTENT, lang: 'fr' });
  const en = add({ title: 'Phare', content: CONTENT, lang: 'en' });
  const before = rawOf(bench, fr);
  const seen = replace(bench, order);
  expect(seen).toMatchObject({ places: 4, texts: 3, items: 1, skipped: 0 });
  expect(seen.hits[0]).toMatchObject({ kind: 'post', id: fr, field: 'title', before: 'Phare', after: 'Éclairage' });
  expect(rawOf(bench, fr)).toEqual(before);
  replace(bench, { ...order, preview: false });
  expect(rawOf(bench, fr)).toEqual({
    title: 'Éclairage',
    content: CONTENT.replace('<em>phare', '<em>éclairage')
      .replace('le phare', 'le éclairage')
      .replace('Phare la', 'Éclairage la'),
  });
  expect(rawOf(bench, en)).toEqual(before);
  expect(newest(bench).summary).toBe('Replaced text in 1 item in French');
  expect(bench.ask('POST', `/polydesk/v1/history/${newest(bench).id}/undo`, {}).status).toBeLessThan(300);
  expect(rawOf(bench, fr)).toEqual(before);
});

test('texts that are left out stay, and nothing found makes no entry', () => {
  const { bench, add } = site();
  const fr = add({ title: 'Phare', content: CONTENT, lang: 'fr' });
  replace(bench, { ...order, preview: false, skip: [{ kind: 'post', id: fr, field: 'title', unit: 0 }] });
  expect(rawOf(bench, fr).title).toBe('Phare');
  expect(rawOf(bench, fr).content).toContain('<em>éclairage');
  const last = newest(bench).id;
  expect(replace(bench, { ...order, q: 'xyzzy', preview: false })).toMatchObject({ places: 0, hits: [] });
  expect(newest(bench).id).toBe(last);
});

test.each([[{ ...order, lang: 'xx' }], [{ ...order, q: '' }], [{ q: 'a', to: 'b' }]])('%j is refused', (body) => {
  expect(site().bench.ask('POST', '/polydesk/v1/replace', body).status).toBe(400);
});

const withPattern = { lang: 'fr', regex: true };
test('a pattern: groups, whole words, case, and nothing for nothing', () => {
  const { bench, add } = site();
  const id = add({ title: 'De 12 km à 30 KM, 5 kms', content: '<p>12 <b>km</b> &amp; 7 km</p>', lang: 'fr' });
  const say = (q: string, to: string, more: object = {}) => replace(bench, { ...withPattern, q, to, ...more });
  expect(say('(\\d+) km', '$1 $$ $& $9').hits.map(({ after }) => after)).toEqual([
    'De 12 $ 12 km $9 à 30 $ 30 KM $9, 5 kms',
    '12 km & 7 $ 7 km $9',
  ]);
  expect(say('(?<n>\\d+) km', '$<n> mi', { match_case: true, whole_words: false })).toMatchObject({ places: 3 });
  expect(say('x*', 'y')).toMatchObject({ places: 0 });
  replace(bench, { ...withPattern, q: '(\\d+) km', to: '$1 kilomètres', preview: false });
  expect(rawOf(bench, id)).toEqual({
    title: 'De 12 kilomètres à 30 kilomètres, 5 kms',
    content: '<p>12 <b>km</b> &amp; 7 kilomètres</p>',
  });
});

test('an invalid pattern is rejected at its field', () => {
  const { bench } = site();
  const answer = bench.ask('POST', '/polydesk/v1/replace', { ...withPattern, q: '(a', to: '' });
  expect([answer.status, bodyOf(answer)]).toMatchObject([
    400,
    { code: 'rest_invalid_param', data: { params: { q: expect.stringContaining('Unterminated group') as string } } },
  ]);
});

test('a pattern that would never end is stopped, and nothing is replaced', () => {
  const { bench, add } = site();
  const title = `${'a'.repeat(60)}!`;
  const id = add({ title, content: '', lang: 'fr' });
  const order = { ...withPattern, q: '(a+)+$', to: 'b', whole_words: false, preview: false };
  const { job } = bodyOf(bench.ask('POST', '/polydesk/v1/replace', order)) as { job: number };
  expect(bodyOf(bench.ask('GET', `/polydesk/v1/jobs/${job}`))).toMatchObject({
    state: 'failed',
    report: { code: 'polydesk_slow_pattern' },
  });
  expect(rawOf(bench, id).title).toBe(title);
});

test('control: without the limit that pattern is not done in three seconds', () => {
  const code = "/(?:a+)+$/u.test('a'.repeat(60) + '!')";
  const { error } = spawnSync(process.execPath, ['-e', code], { timeout: 3000 });
  expect(error).toMatchObject({ code: 'ETIMEDOUT' });
});

test('only types and statuses that were asked for', () => {
  const { bench, add } = site();
  const live = add({ title: 'phare', lang: 'fr' });
  const draft = add({ title: 'phare', lang: 'fr', status: 'draft' });
  const page = Number(
    bodyOf(bench.ask('POST', '/wp/v2/pages', { title: 'phare', lang: 'fr', status: 'publish' }))['id'],
  );
  const ids = (more: object) => replace(bench, { ...order, ...more }).hits.map(({ id }) => id);
  expect(ids({})).toEqual([live, draft, page]);
  expect(ids({ statuses: ['draft'] })).toEqual([draft]);
  expect(ids({ statuses: ['publish', 'private'] })).toEqual([live, page]);
  expect(ids({ types: ['page'], statuses: ['publish'] })).toEqual([page]);
  expect(bench.ask('POST', '/polydesk/v1/replace', { ...order, statuses: ['odd'] }).status).toBe(400);
});

test('only the texts that were asked for are found and replaced', () => {
  const { bench, add } = site();
  const id = add({ title: 'phare', content: '<p>phare</p>', excerpt: 'phare', lang: 'fr' });
  const fieldsOf = (more: object) => replace(bench, { ...order, ...more }).hits.map(({ field }) => field);
  expect(fieldsOf({})).toEqual(['title', 'excerpt', 'content']);
  expect(fieldsOf({ fields: ['content'] })).toEqual(['content']);
  expect(fieldsOf({ fields: ['excerpt', 'title'], regex: true, q: 'ph.re' })).toEqual(['title', 'excerpt']);
  expect(fieldsOf({ fields: ['alt'] })).toEqual([]);
  replace(bench, { ...order, fields: ['title'], preview: false });
  expect(rawOf(bench, id)).toMatchObject({ title: 'éclairage', content: '<p>phare</p>' });
  for (const fields of [[], ['slug'], 'title,odd'])
    expect(bench.ask('POST', '/polydesk/v1/replace', { ...order, fields }).status).toBe(400);
});

test('titles, excerpts and names of terms change where a reader sees them: never in tags and entities', () => {
  const { bench, add } = site();
  const id = add({
    title: 'Amp &amp; lamp <i>amp</i>',
    excerpt: '<p class="amp">The amp &lt;amp&gt; &#8211; <a href="/amp/">amp</a></p>',
    lang: 'en',
  });
  const body = { name: 'Amp & lamp', description: '<b>amp</b> &hellip; b', lang: 'en' };
  const term = Number(bodyOf(bench.ask('POST', '/wp/v2/categories', body))['id']);
  const seen = replace(bench, { q: 'amp', to: 'bulb & co', lang: 'en' });
  expect(seen.hits.map(({ kind, field, before, after, count }) => [kind, field, before, after, count])).toEqual([
    ['post', 'title', 'Amp & lamp amp', 'Bulb & co & lamp bulb & co', 2],
    ['post', 'excerpt', 'The amp <amp> &#8211; amp', 'The bulb & co <bulb & co> &#8211; bulb & co', 3],
    ['term', 'title', 'Amp & lamp', 'Bulb & co & lamp', 1],
    ['term', 'content', 'amp … b', 'bulb & co … b', 1],
  ]);
  replace(bench, { q: 'amp', to: 'bulb & co', lang: 'en', preview: false });
  const edited = { method: 'GET', query: { context: 'edit' } } as const;
  const post = bench.engine.dispatch({ ...edited, path: `/wp/v2/posts/${id}` }, bench.admin).body;
  expect(post).toMatchObject({
    title: { raw: 'Bulb &amp; co &amp; lamp <i>bulb & co</i>' },
    excerpt: {
      raw: '<p class="amp">The bulb &amp; co &lt;bulb &amp; co&gt; &#8211; <a href="/amp/">bulb & co</a></p>',
    },
  });
  const { body: made } = bench.ask('GET', `/wp/v2/categories/${term}`);
  expect(made).toMatchObject({ name: 'Bulb &amp; co &amp; lamp' });
  expect((made as { description: string }).description).toBe('<b>bulb &amp; co</b> &hellip; b');
});

test.each([
  ['replace', { q: 'lamp', to: 'light', lang: 'en', preview: false }],
  ['pretranslate', { lang: 'fr' }],
  ['words', {}],
  ['findings/fix', { lang: 'fr' }, 'fix-findings'],
] as const)('/%s: an editor starts it and follows it; an author may neither', (name, body, kind: string = name) => {
  const { bench, add } = site();
  add({ title: 'A lamp', lang: 'en' });
  const ask = (role: 'editor' | 'author', method: 'GET' | 'POST', path: string, sent?: Dict) =>
    bench.engine.dispatch({ method, path: `/polydesk/v1${path}`, ...(sent && { body: sent }) }, bench.as(role));
  expect(ask('author', 'POST', `/${name}`, body).status).toBe(403);
  const { job } = bodyOf(ask('editor', 'POST', `/${name}`, body)) as { job: number };
  expect(ask('editor', 'GET', `/jobs/${job}`).body).toMatchObject({ kind, state: 'done' });
  expect(ask('author', 'GET', `/jobs/${job}`).status).toBe(403);
});

test('a text becomes what somebody wrote instead, its marks stay; a lost line break stops everything', () => {
  const { bench, add } = site();
  const content =
    '<!-- wp:paragraph -->\n<p>Un <em>phare</em> avant,<br>et un phare arrière.</p>\n<!-- /wp:paragraph -->';
  const title = 'Le phare & la lampe';
  const fr = add({ title, excerpt: 'Un phare.', content, lang: 'fr' });
  const hits = replace(bench, order).hits.filter(({ id }) => id === fr);
  expect(hits.map(({ type, status, what, place }) => [type, status, what, place])).toEqual([
    ['post', 'publish', 'title', 0],
    ['post', 'publish', 'excerpt', 0],
    ['post', 'publish', 'paragraph', 0],
  ]);
  const placed = (at: number, text: string) => {
    const { kind, id, field, unit } = hits[at] ?? {};
    return { kind, id, field, unit, text };
  };
  const before = rawOf(bench, fr);
  const broken = bodyOf(
    bench.ask('POST', '/polydesk/v1/replace', { ...order, preview: false, edited: [placed(2, 'Sans saut.')] }),
  ) as { job: number };
  expect(bodyOf(bench.ask('GET', `/polydesk/v1/jobs/${broken.job}`))).toMatchObject({
    ...{ state: 'failed', report: { code: 'polydesk_edited_marks' } },
  });
  expect(rawOf(bench, fr)).toEqual(before);
  const edited = [placed(0, 'L’éclairage & <la> lampe'), placed(2, 'Un bel éclairage avant,\net un feu arrière.')];
  const done = replace(bench, { ...order, preview: false, edited });
  expect(done.hits.map(({ after }) => after)).toEqual([edited[0]?.text, 'Un éclairage.', edited[1]?.text]);
  expect(rawOf(bench, fr)).toEqual({
    title: 'L’éclairage &amp; &lt;la&gt; lampe',
    content: content.replace('Un <em>phare', 'Un bel <em>éclairage').replace('phare arrière', 'feu arrière'),
  });
});
