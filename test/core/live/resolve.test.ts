// `POST /live/plan/{key}/resolve`: accepted and refused input, and the resulting plan.
import { afterEach, expect, test } from 'vitest';
import { openRig, paragraph, write, type Rig } from './push/rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

interface Case {
  name: string;
  body: (now: { here: string; there: string }) => object;
  key?: (key: string) => string;
  status: number;
  title?: string;
  plan: string;
}

const CASES: readonly Case[] = [
  {
    name: 'a text of its own',
    body: (now) => ({ ...now, fields: { title: 'Both' } }),
    status: 200,
    title: 'Both',
    plan: 'here title',
  },
  {
    name: 'what is there',
    body: (now) => ({ ...now, fields: { title: 'Theirs' } }),
    status: 200,
    title: 'Theirs',
    plan: '',
  },
  {
    name: 'what is here',
    body: (now) => ({ ...now, fields: { title: 'Ours' } }),
    status: 200,
    title: 'Ours',
    plan: 'here title',
  },
  { name: 'nothing', body: (now) => ({ ...now, fields: {} }), status: 200, title: 'Ours', plan: 'conflict title' },
  {
    name: 'another state here',
    body: (now) => ({ ...now, here: 'x', fields: { title: 'Both' } }),
    status: 409,
    plan: 'conflict title',
  },
  {
    name: 'another state there',
    body: (now) => ({ ...now, there: 'x', fields: { title: 'Both' } }),
    status: 409,
    plan: 'conflict title',
  },
  {
    name: 'a field that does not differ',
    body: (now) => ({ ...now, fields: { slug: 'x' } }),
    status: 400,
    plan: 'conflict title',
  },
  {
    name: 'a field nobody knows',
    body: (now) => ({ ...now, fields: { nothing: 'x' } }),
    status: 400,
    plan: 'conflict title',
  },
  { name: 'no fields at all', body: (now) => now, status: 400, plan: 'conflict title' },
  {
    name: 'a line that does not exist',
    key: () => 'post-00000000-0000-4000-8000-000000000000',
    body: (now) => ({ ...now, fields: {} }),
    status: 404,
    plan: 'conflict title',
  },
  {
    name: 'a name that is none',
    key: () => 'thing-1',
    body: (now) => ({ ...now, fields: {} }),
    status: 404,
    plan: 'conflict title',
  },
];

test.for(CASES)('a conflict is settled with $name: $status', async ({ body, key, status, title = 'Ours', plan }) => {
  rig = await openRig();
  const { here, wp } = rig;
  await wp.ask('POST', '/wp/v2/posts?lang=en', {
    title: 'Base',
    slug: 'one',
    content: paragraph('text'),
    status: 'publish',
  });
  await rig.check();
  rig.pull();
  const [post] = here.engine.dispatch({ method: 'GET', path: '/wp/v2/posts' }, here.admin).body as { id: number }[];
  write(rig, `/wp/v2/posts/${post?.id ?? 0}`, { title: 'Ours' });
  Object.assign(rig.there('Base') ?? {}, { title: 'Theirs' });
  await rig.check();
  const line = rig.rows().find(({ kind }) => kind === 'post');
  const name = `post-${line?.uuid ?? ''}`;
  const path = `/polydesk/v1/live/plan/${key ? key(name) : name}/resolve`;
  const answer = here.engine.dispatch(
    { method: 'POST', path, body: body({ here: line?.here ?? '', there: line?.there ?? '' }) },
    here.admin,
  );
  expect(answer.status).toBe(status);
  const shown = here.engine.dispatch(
    { method: 'GET', path: `/wp/v2/posts/${post?.id ?? 0}`, query: { context: 'edit' } },
    here.admin,
  ).body as { title: { raw: string } };
  expect(shown.title.raw).toBe(title);
  const after = rig.rows().filter(({ kind }) => kind === 'post');
  expect(after.map(({ state, fields }) => `${state} ${fields.join()}`).join()).toBe(plan);
});
