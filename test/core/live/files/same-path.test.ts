// Two Polydesk programs name files in the same way: a file here and another one there may have the same path. Neither takes the place of
// the other, here or there.
import { afterEach, expect, test } from 'vitest';
import { openFaultyProxy } from '../../../support/faulty-proxy.ts';
import { openLiveSite, type LiveSite } from '../../../support/live-site.ts';
import { openConnected, type Connected } from '../push/connected.ts';
import { paragraph } from '../push/rig.ts';
import { make } from '../support/pair.ts';
import { png, uploadHere } from './pictures.ts';

let own: Connected;
let there: LiveSite;
afterEach(async () => {
  await own.close();
  await there.close();
});

async function open(): Promise<void> {
  there = await openLiveSite();
  const line = await openFaultyProxy(there.url);
  there.bench.engine.site.serverUrl = line.url;
  there.bench.ask('POST', '/wp/v2/settings', { url: line.url });
  for (const locale of ['en_US', 'fr_FR']) there.bench.ask('POST', '/pll/v1/languages', { locale });
  own = await openConnected({ line, user: 'admin', password: there.passwords['admin'] ?? '' });
  await own.check();
  own.pull();
}

type Side = 'here' | 'there';
const bench = (side: Side) => (side === 'here' ? own.here : there.bench);
const upload = (side: Side, name: string): number =>
  uploadHere({ here: bench(side) }, name, { bytes: png(side), slug: `${side}-file` });
function ask<T>(side: Side, path: string): T {
  const { engine, admin } = bench(side);
  return engine.dispatch({ method: 'GET', path, query: { context: 'edit' } }, admin).body as T;
}
const addressOf = (side: Side, id: number): string =>
  ask<{ source_url: string }>(side, `/wp/v2/media/${id}`).source_url;
const show = (address: string): string => `<!-- wp:html -->\n<img src="${address}" alt=""/>\n<!-- /wp:html -->`;
const texts = (...blocks: string[]): string => blocks.join('\n\n');
const contentOf = (side: Side, title: string): string => {
  const found = ask<{ title: { raw: string }; content: { raw: string } }[]>(side, '/wp/v2/posts');
  return found.find((one) => one.title.raw === title)?.content.raw ?? expect.fail(`No ${title}`);
};
const idOf = (side: Side, title: string): number =>
  ask<{ id: number; title: { raw: string } }[]>(side, '/wp/v2/posts').find((one) => one.title.raw === title)?.id ?? 0;

/** A picture there that a post shows, and one here of the same name, which was there first; both sides have the post. */
async function collide(): Promise<{ theirs: string; ours: string }> {
  await open();
  const ours = addressOf('here', upload('here', 'wheel.png'));
  const theirs = addressOf('there', upload('there', 'wheel.png'));
  expect(new URL(ours).pathname).toBe(new URL(theirs).pathname);
  const content = texts(show(theirs), paragraph('one'), paragraph('two'));
  make(there.bench, '/wp/v2/posts', { title: 'Theirs', content, status: 'publish', lang: 'en' });
  await own.check();
  own.pull();
  return { theirs, ours };
}

test('a pulled text shows the picture of the site, not ours of the same path, and is sent back with it', async () => {
  const { theirs, ours } = await collide();
  expect(contentOf('here', 'Theirs')).toContain(theirs);
  expect(contentOf('here', 'Theirs')).not.toContain(ours);
  own.here.ask('POST', `/wp/v2/posts/${idOf('here', 'Theirs')}`, {
    content: contentOf('here', 'Theirs').replace('one', 'one here'),
  });
  const { report } = await own.push();
  expect(report).toMatchObject({ conflict: 0, failed: 0, skipped: 0 });
  expect(contentOf('there', 'Theirs')).toBe(texts(show(theirs), paragraph('one here'), paragraph('two')));
  await own.check();
  expect(own.plan()).toEqual([]);
});

test('our picture in the place of theirs is a change, and is shown there under the path that it has there', async () => {
  const { ours } = await collide();
  const id = idOf('here', 'Theirs');
  own.here.ask('POST', `/wp/v2/posts/${id}`, { content: texts(show(ours), paragraph('one'), paragraph('two')) });
  expect(own.plan()).toContain('here Theirs');
  await own.push();
  expect(contentOf('there', 'Theirs')).toContain('/wheel-1.png');
  expect(contentOf('here', 'Theirs')).toContain(ours);
  await own.check();
  expect(own.plan()).toEqual([]);
  // Edits of both sides are merged, and each side keeps its address of the picture.
  const edit = (side: Side, from: string, to: string) =>
    bench(side).ask('POST', `/wp/v2/posts/${idOf(side, 'Theirs')}`, {
      content: contentOf(side, 'Theirs').replace(from, to),
    });
  edit('here', 'one', 'one here');
  edit('there', 'two', 'two there');
  await own.check();
  expect(own.plan()).toEqual(['merged Theirs']);
  await own.push();
  own.pull();
  for (const side of ['here', 'there'] as const) expect(contentOf(side, 'Theirs')).toMatch(/one here[^]*two there/);
  expect(contentOf('there', 'Theirs')).toContain('/wheel-1.png');
  expect(contentOf('here', 'Theirs')).toContain(ours);
  await own.check();
  expect(own.plan()).toEqual([]);
});

test('without a file of that path there, edits of both sides beside our picture are merged', async () => {
  await open();
  const ours = addressOf('here', upload('here', 'wheel.png'));
  const content = texts(show(ours), paragraph('one'), paragraph('two'));
  make(own.here, '/wp/v2/posts', { title: 'Ours', content, status: 'publish', lang: 'en' });
  await own.push();
  expect(contentOf('there', 'Ours')).toContain('/polydesk/files/');
  expect(own.plan()).toEqual([]);
  await own.check();
  expect(own.plan()).toEqual([]);
  own.here.ask('POST', `/wp/v2/posts/${idOf('here', 'Ours')}`, { content: content.replace('one', 'one here') });
  there.bench.ask('POST', `/wp/v2/posts/${idOf('there', 'Ours')}`, {
    content: contentOf('there', 'Ours').replace('two', 'two there'),
  });
  await own.check();
  expect(own.plan()).toEqual(['merged Ours']);
  own.pull();
  expect(contentOf('here', 'Ours')).toBe(texts(show(ours), paragraph('one here'), paragraph('two there')));
});

test('after a push of the picture alone the text that shows it is still the same on both sides', async () => {
  await open();
  const id = upload('here', 'wheel.png');
  const content = texts(show(addressOf('here', id)), paragraph('one'));
  make(own.here, '/wp/v2/posts', { title: 'Ours', content, status: 'publish', lang: 'en' });
  await own.push();
  await own.check();
  // A merge leaves a base without a form of its own here.
  own.here.ask('POST', `/wp/v2/posts/${idOf('here', 'Ours')}`, { content: texts(content, paragraph('here')) });
  there.bench.ask('POST', `/wp/v2/posts/${idOf('there', 'Ours')}`, {
    content: texts(paragraph('there'), contentOf('there', 'Ours')),
  });
  await own.check();
  await own.push();
  await own.check();
  own.pull();
  expect(own.plan()).toEqual([]);
  own.here.ask('POST', `/wp/v2/media/${id}`, { alt_text: 'A wheel' });
  await own.push();
  own.here.ask('POST', `/wp/v2/posts/${idOf('here', 'Ours')}`, { title: 'Ours, too' });
  expect(own.rows().map(({ fields }) => fields)).toEqual([['title']]);
});

test('a merged text with a picture of the same push is the same on both sides', async () => {
  await open();
  make(own.here, '/wp/v2/posts', { title: 'Ours', content: paragraph('one'), status: 'publish', lang: 'en' });
  await own.push();
  await own.check();
  const content = texts(paragraph('one'), show(addressOf('here', upload('here', 'wheel.png'))));
  own.here.ask('POST', `/wp/v2/posts/${idOf('here', 'Ours')}`, { content });
  there.bench.ask('POST', `/wp/v2/posts/${idOf('there', 'Ours')}`, {
    content: texts(paragraph('two'), paragraph('one')),
  });
  await own.check();
  await own.push();
  for (const look of [() => undefined, () => own.check()]) {
    await look();
    expect(own.plan()).toEqual([]);
  }
});

test('a new file here does not take the path of one that the site has', async () => {
  await open();
  upload('there', 'wheel.png');
  await own.check();
  own.pull();
  expect(addressOf('here', upload('here', 'wheel.png'))).toMatch(/\/wheel-1\.png$/);
});
