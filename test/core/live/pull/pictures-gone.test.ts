// Pictures that were deleted on one side while the other shows them.
import { afterEach, expect, test } from 'vitest';
import { uploadThere } from '../files/pictures.ts';
import { openRig, paragraph, type Rig } from '../push/rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

/** A picture and a post on both sides: their numbers, which are the same on both. */
async function open(): Promise<{ own: Rig; picture: number; post: number }> {
  const own = (rig = await openRig());
  const picture = await uploadThere(own, 'wheel.png');
  const { body } = await own.wp.ask('POST', '/wp/v2/posts?lang=en', {
    ...{ title: 'Hello', slug: 'hello', status: 'publish', content: paragraph('one'), featured_media: picture },
  });
  await own.check();
  own.pull();
  return { own, picture, post: (body as { id: number }).id };
}

const contentHere = ({ site }: Rig, id: number): unknown =>
  site.db.prepare('SELECT content FROM posts WHERE id = ?').pluck().get(id);

test('a text there with a picture that was deleted here has its number here, and sends it back', async () => {
  const { own, picture, post } = await open();
  own.here.engine.dispatch(
    { method: 'DELETE', path: `/wp/v2/media/${picture}`, query: { force: 'true' } },
    own.here.admin,
  );
  const image = `<!-- wp:image {"id":${picture}} -->\n<figure class="wp-block-image"><img src="/wheel.png" alt="" class="wp-image-${picture}"/></figure>\n<!-- /wp:image -->`;
  const content = [paragraph('one'), image].join('\n\n');
  await own.wp.ask('POST', `/wp/v2/posts/${post}`, { content });
  await own.push({ deletes: own.rows() });
  await own.check();
  own.pull();
  expect(contentHere(own, post)).toBe(content);
  expect(own.plan()).toEqual([]);
  own.here.ask('POST', `/wp/v2/posts/${post}`, { content: [paragraph('one more'), image].join('\n\n') });
  const { run, report } = await own.push();
  expect(report).toMatchObject({ done: 1, skipped: 0 });
  expect(own.steps(run)[0]?.result?.code).toBe('');
  expect(own.there('Hello')?.content).toBe([paragraph('one more'), image].join('\n\n'));
  await own.check();
  expect(own.plan()).toEqual([]);
});

test('a picture that was deleted there is nobody’s featured image here once that is pulled', async () => {
  const { own, picture, post } = await open();
  await own.wp.ask('DELETE', `/wp/v2/media/${picture}?force=true`);
  const other = own.here.ask('POST', '/wp/v2/posts', { title: 'Other', lang: 'en', featured_media: picture });
  await own.check();
  own.pull();
  const featured = own.site.db.prepare('SELECT featured_media FROM posts WHERE id IN (?, ?)').pluck();
  expect(featured.all(post, (other.body as { id: number }).id)).toEqual([0, 0]);
});
