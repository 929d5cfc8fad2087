// What cannot be sent since it refers to something that is gone, or since its file is: the plan and the report say what that is, and what
// can be done.
import { afterEach, expect, test } from 'vitest';
import { planItem } from '../../../../core/live/plan/item.ts';
import { planLines } from '../../../../core/live/plan/plan.ts';
import { pushOf } from '../../../../core/live/push/report.ts';
import type { PlanLine } from '../../../../core/schema/live/plan.ts';
import type { Push } from '../../../../core/schema/live/push.ts';
import { addFileHere, png, uploadHere, uploadThere } from '../files/pictures.ts';
import { openRig, paragraph, write, type Rig } from './rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const showing = (id: number): string =>
  `<!-- wp:image {"id":${id}} -->\n<figure class="wp-block-image"><img src="/x.png" alt="" class="wp-image-${id}"/></figure>\n<!-- /wp:image -->`;

/** A picture on both sides: its number, which is the same on both. */
async function open(): Promise<{ own: Rig; picture: number }> {
  const own = (rig = await openRig());
  const picture = await uploadThere(own, 'wheel.png');
  await own.check();
  own.pull();
  return { own, picture };
}

const line = ({ site }: Rig, title: string): PlanLine | undefined =>
  planLines(site, {}, { offset: 0, limit: 100 }).lines.find((one) => one.title === title);
async function reported(own: Rig, title: string): Promise<Push['steps']> {
  const { run } = await own.push();
  return pushOf(own.site, run).steps.filter((step) => step.title === title);
}

test('a text with a picture that was deleted says which one it was', async () => {
  const { own, picture } = await open();
  await own.wp.ask('DELETE', `/wp/v2/media/${picture}?force=true`);
  await own.check();
  own.pull();
  const id = write(own, '/wp/v2/posts', { title: 'Fresh', content: showing(picture), status: 'publish', lang: 'en' });
  expect(line(own, 'Fresh')?.hindrance).toEqual({ code: 'deleted_item', params: { kind: 'post', ref: 'wheel' } });
  expect(await reported(own, 'Fresh')).toMatchObject([
    { state: 'skipped', message: 'Refers to “wheel”, which was deleted. Take it out, or put another in its place.' },
  ]);
  // As it says.
  const other = uploadHere(own, 'rim.png', { slug: 'rim', bytes: png('rim') });
  write(own, `/wp/v2/posts/${id}`, { content: showing(other) });
  expect((await reported(own, 'Fresh')).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  expect(own.there('Fresh')?.content).not.toContain(`"id":${picture}}`);
});

test('a number that nothing ever had is named as one', async () => {
  const { own } = await open();
  write(own, '/wp/v2/posts', { title: 'Fresh', content: showing(99_999), status: 'publish', lang: 'en' });
  expect(line(own, 'Fresh')?.hindrance).toEqual({ code: 'lost_number', params: { kind: 'post', ref: '99999' } });
  expect(await reported(own, 'Fresh')).toMatchObject([
    { message: 'Refers to number 99999, which is nothing here. Take it out, or put another in its place.' },
  ]);
});

test('a file that was deleted there and is kept needs its bytes: the plan says so, and takes it once it has them', async () => {
  const { own, picture } = await open();
  write(own, `/wp/v2/media/${picture}`, { alt_text: 'A wheel' });
  await own.wp.ask('DELETE', `/wp/v2/media/${picture}?force=true`);
  await own.check();
  expect(own.plan()).toEqual(['conflict wheel']);
  expect(planItem(own.site, line(own, 'wheel')?.key ?? '').lacks_file).toBe(true);
  own.choose('wheel', 'here');
  // Before the decision is settled here, the report has one sentence for it.
  expect(await reported(own, 'wheel')).toMatchObject([{ state: 'skipped', code: 'no_file' }]);
  own.pull();
  expect(line(own, 'wheel')).toMatchObject({ state: 'new_here', hindrance: { code: 'no_file' } });
  expect(await reported(own, 'wheel')).toMatchObject([{ state: 'skipped', code: 'no_file' }]);
  expect([...own.wp.site.posts.values()].filter(({ file }) => file)).toEqual([]);
  addFileHere(own, picture, 'wheel.png');
  expect(line(own, 'wheel')?.hindrance).toBeNull();
  expect(planItem(own.site, line(own, 'wheel')?.key ?? '').lacks_file).toBe(false);
  await own.push();
  expect([...own.wp.site.posts.values()].filter(({ file }) => file).map(({ file }) => file?.alt)).toEqual(['A wheel']);
  await own.check();
  expect(own.plan()).toEqual([]);
});

test('texts are no hindrance: a post with a picture that is here and new waits for nothing', async () => {
  const { own } = await open();
  const fresh = uploadHere(own, 'spoke.png', { slug: 'spoke', bytes: png('spoke') });
  write(own, '/wp/v2/posts', { title: 'Fresh', content: `${paragraph('x')}\n\n${showing(fresh)}`, lang: 'en' });
  expect([line(own, 'Fresh')?.hindrance, line(own, 'The spoke.png')?.hindrance]).toEqual([null, null]);
});
