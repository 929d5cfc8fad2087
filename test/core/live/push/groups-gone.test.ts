// Translations in a group of which one is on one side only: deleted there, or still to come here.
import { afterEach, expect, test } from 'vitest';
import type { WpOptions } from '../../../support/wordpress/site.ts';
import { openLinked, SURFACES, type Linked } from './linked.ts';
import { write } from './rig.ts';

let one: Linked;
afterEach(() => one.close());

const hereId = (title: string): number =>
  one.site.db.prepare('SELECT id FROM posts WHERE title = ?').pluck().get(title) as number;
const thereId = (title: string): number => one.there(title)?.id ?? 0;
function removeHere(title: string, query: Record<string, string> = {}): void {
  const { engine, admin } = one.here;
  const request = { method: 'DELETE', path: `/wp/v2/posts/${hereId(title)}`, query };
  expect(engine.dispatch(request, admin).status).toBe(200);
}
const german = (): number => write(one, '/wp/v2/posts', { title: 'Hallo', slug: 'hallo', lang: 'de' });

async function open(options: WpOptions): Promise<void> {
  one = await openLinked(options);
}

/** A French post that both sides have. */
async function withSalut(): Promise<void> {
  await one.linkThere('fr', 'Salut');
  await one.check();
  one.pull();
  expect(one.plan()).toEqual([]);
}

test.each(SURFACES)('a member in the trash here that was deleted there is left out (%s)', async (_name, options) => {
  await open(options);
  await withSalut();
  removeHere('Salut');
  await one.wp.ask('DELETE', `/wp/v2/posts/${thereId('Salut')}?force=true`);
  await one.check();
  one.pull();
  // Linked again with what is in the trash, and with another one.
  write(one, `/wp/v2/posts/${one.hello}`, { translations: { en: one.hello, fr: hereId('Salut'), de: german() } });
  expect((await one.push()).report).toMatchObject({ failed: 0 });
  expect(one.group()).toEqual(['Hallo', 'Hello']);
  await one.check();
  expect((await one.push()).report).toMatchObject({ failed: 0 });
  expect(one.plan()).toEqual(['conflict Salut']);
});

test.each(SURFACES)('a member that the same push makes again is linked (%s)', async (_name, options) => {
  await open(options);
  await withSalut();
  write(one, `/wp/v2/posts/${hereId('Salut')}`, { content: 'Still wanted' });
  await one.wp.ask('DELETE', `/wp/v2/posts/${thereId('Salut')}?force=true`);
  await one.check();
  one.pull();
  write(one, `/wp/v2/posts/${one.hello}`, { translations: { en: one.hello, fr: hereId('Salut'), de: german() } });
  one.choose('Salut', 'here');
  expect((await one.push()).report).toMatchObject({ failed: 0, conflict: 0 });
  expect(one.group()).toEqual(['Hallo', 'Hello', 'Salut']);
  await one.check();
  expect(one.plan()).toEqual([]);
});

test.each(SURFACES)('a member that is still to come here keeps its link there (%s)', async (_name, options) => {
  await open(options);
  const made = { title: 'Salut', slug: 'salut', status: 'publish' };
  await one.wp.ask('POST', '/wp/v2/posts?lang=fr', made);
  await one.check();
  one.pull();
  removeHere('Salut', { force: 'true' });
  write(one, `/wp/v2/posts/${one.hello}`, { translations: { en: one.hello, de: german() } });
  const [salut, hello] = [thereId('Salut'), thereId('Hello')];
  await one.wp.ask('POST', `/wp/v2/posts/${salut}`, { content: 'Edited there' });
  const path = options.companion ? `/polydesk-link/v1/items/post/${salut}` : `/wp/v2/posts/${salut}`;
  await one.wp.ask('POST', path, { lang: 'fr', translations: { en: hello, fr: salut } });
  await one.check();
  expect(one.plan()).toContain('conflict Salut');
  for (let times = 0; times < 2; times++) {
    await one.push();
    await one.check();
    expect(one.group()).toEqual(['Hallo', 'Hello', 'Salut']);
  }
  // A change of the group there: what is to come stays out of what is agreed.
  await one.wp.ask('DELETE', `/wp/v2/posts/${thereId('Hallo')}?force=true`);
  write(one, `/wp/v2/posts/${one.hello}`, { content: 'Another text' });
  await one.check();
  await one.push();
  expect(one.group()).toEqual(['Hello', 'Salut']);
  one.choose('Salut', 'there');
  one.pull();
  await one.check();
  expect(one.group()).toEqual(['Hello', 'Salut']);
});
