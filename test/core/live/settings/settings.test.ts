// Settings of both sides: compared, pulled, pushed; settings that change every address only if explicitly chosen.
import { afterEach, expect, test } from 'vitest';
import { openRig, write, type Rig } from '../push/rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

async function open(options: Parameters<typeof openRig>[0] = { surface: 'pro' }): Promise<Rig> {
  rig = await openRig(options);
  return rig;
}
/** Both sides are the same. */
async function settled(options?: Parameters<typeof openRig>[0]): Promise<Rig> {
  const own = await open(options);
  await own.check();
  own.pull();
  expect(own.plan()).toEqual([]);
  return own;
}

const siteHere = ({ here }: Rig): Record<string, unknown> =>
  here.engine.dispatch({ method: 'GET', path: '/wp/v2/settings' }, here.admin).body as Record<string, unknown>;
const languagesHere = ({ here }: Rig): Record<string, unknown> =>
  here.engine.dispatch({ method: 'GET', path: '/pll/v1/settings' }, here.admin).body as Record<string, unknown>;
const settingsRows = (own: Rig): string[] =>
  own
    .rows()
    .flatMap(({ kind, uuid, state, fields }) => (kind === 'settings' ? [`${state} ${uuid} ${fields.join()}`] : []));
const writes = ({ wp }: Rig, path: string): object[] =>
  wp.seen.filter(({ asked }) => asked === `POST ${path}`).map(({ body }) => body);

test('a new file takes the settings of its site; nothing differs then', async () => {
  const own = await open();
  Object.assign(own.wp.site.settings, {
    title: 'Räder',
    description: 'On two wheels',
    posts_per_page: 7,
    timezone: 'Europe/Paris',
  });
  await own.check();
  expect(own.rows().find(({ uuid }) => uuid === 'site')?.state).toBe('there');
  own.pull();
  expect(siteHere(own)).toMatchObject({
    title: 'Räder',
    description: 'On two wheels',
    posts_per_page: 7,
    timezone: 'Europe/Paris',
  });
  expect(own.plan()).toEqual([]);
  await own.check();
  expect(own.plan()).toEqual([]);
  expect((await own.push()).report).toMatchObject({ done: 0, skipped: 0 });
});

test('an editor sees no settings there, so none are compared', async () => {
  const own = await open({ surface: 'pro', user: 'editor' });
  await own.check();
  expect(settingsRows(own)).toEqual([]);
  own.pull();
  write(own, '/wp/v2/settings', { title: 'Mine' });
  expect(settingsRows(own)).toEqual([]);
});

test('local changes are sent, and only those, and can be undone', async () => {
  const own = await settled();
  write(own, '/wp/v2/settings', { title: 'Wheels', url: 'https://other.example', email: 'b@example.com' });
  expect(settingsRows(own)).toEqual(['here site title']);
  const { run, report } = await own.push();
  expect(report).toMatchObject({ done: 1, failed: 0, conflict: 0 });
  expect(writes(own, '/wp/v2/settings')).toEqual([{ title: 'Wheels' }]);
  expect(own.wp.site.settings['title']).toBe('Wheels');
  expect(own.plan()).toEqual([]);
  await own.check();
  expect(own.plan()).toEqual([]);
  await own.undo(run);
  expect(own.wp.site.settings['title']).toBe('A site');
});

test('both sides changed one: a conflict, sent as it was decided', async () => {
  const own = await settled();
  write(own, '/wp/v2/settings', { title: 'Wheels', description: 'mine' });
  Object.assign(own.wp.site.settings, { title: 'Roues', description: '' });
  await own.check();
  expect(settingsRows(own)).toEqual(['conflict site title,description']);
  expect((await own.push()).report).toMatchObject({ done: 0 });
  own.here.ask('PATCH', '/polydesk/v1/live/choices', {
    choices: { 'settings-site': { title: 'here', description: 'here' } },
  });
  expect((await own.push()).report).toMatchObject({ done: 1, conflict: 0 });
  expect(own.wp.site.settings).toMatchObject({ title: 'Wheels', description: 'mine' });
  await own.check();
  expect(own.plan()).toEqual([]);
});

test('a conflict of settings is settled here, and then listed under To push', async () => {
  const own = await settled();
  write(own, '/wp/v2/settings', { title: 'Wheels' });
  own.wp.site.settings['title'] = 'Roues';
  await own.check();
  const { here, there } = own.rows().find(({ uuid }) => uuid === 'site') ?? { here: '', there: '' };
  const path = '/polydesk/v1/live/plan/settings-site/resolve';
  const wrong = own.here.engine.dispatch(
    { method: 'POST', path, body: { fields: { title: 5 }, here, there } },
    own.here.admin,
  );
  expect(wrong.status).toBe(400);
  expect(siteHere(own)['title']).toBe('Wheels');
  expect(own.here.ask('POST', path, { fields: { title: 'Roues et Wheels' }, here, there }).status).toBe(200);
  expect(settingsRows(own)).toEqual(['here site title']);
  await own.push();
  expect(own.wp.site.settings['title']).toBe('Roues et Wheels');
});

test('settings that change addresses are sent only if named, each separately', async () => {
  const own = await settled();
  own.wp.site.polylang['rewrite'] = true;
  await own.check();
  own.pull();
  write(own, '/pll/v1/settings', { hide_default: false, rewrite: false });
  expect(settingsRows(own)).toEqual(['here languages hide_default,rewrite']);
  const first = await own.push();
  expect(first.report).toMatchObject({ done: 0, skipped: 2 });
  expect(writes(own, '/pll/v1/settings')).toEqual([]);
  expect(own.steps(first.run).map(({ result }) => [result?.code, result?.params?.['name']])).toEqual([
    ['setting_not_confirmed', 'hide_default'],
    ['setting_not_confirmed', 'rewrite'],
  ]);
  const second = await own.push({ settings: ['rewrite'] });
  expect(second.report).toMatchObject({ done: 1, skipped: 1 });
  expect(writes(own, '/pll/v1/settings')).toEqual([{ rewrite: false }]);
  expect(settingsRows(own)).toEqual(['here languages hide_default']);
  await own.push({ settings: ['hide_default'] });
  expect(own.wp.site.polylang).toMatchObject({ hide_default: false, rewrite: false });
  expect(own.plan()).toEqual([]);
});

test('the address of the site, its email and the form of its addresses are never compared nor sent', async () => {
  const own = await settled();
  write(own, '/wp/v2/settings', {
    email: 'c@example.com',
    url: 'https://x.example',
    permalink_structure: '/%postname%/',
  });
  expect(own.plan()).toEqual([]);
  Object.assign(own.wp.site.settings, { email: 'd@example.com', permalink_structure: '/x/%postname%/' });
  await own.check();
  expect(own.plan()).toEqual([]);
});

test('a setting that names a new page is sent once the page is there, by its number there', async () => {
  const own = await open();
  Object.assign(own.wp.site.settings, { show_on_front: 'posts', page_on_front: 0 });
  await own.check();
  own.pull();
  const page = write(own, '/wp/v2/pages', { title: 'Front', status: 'publish', lang: 'en' });
  write(own, '/wp/v2/settings', { show_on_front: 'page', page_on_front: page });
  const { report, run } = await own.push();
  expect(report).toMatchObject({ failed: 0, conflict: 0, skipped: 0 });
  expect(own.wp.site.settings).toMatchObject({ show_on_front: 'page', page_on_front: own.there('Front')?.id });
  expect(own.steps(run).at(-1)?.kind).toBe('settings');
  await own.check();
  expect(own.plan()).toEqual([]);
});

test('a setting that this site refuses stays in the plan, and all else is taken over', async () => {
  const own = await open();
  own.wp.site.settings['timezone'] = '';
  await own.check();
  own.pull();
  Object.assign(own.wp.site.settings, { title: 'New', timezone: 'Nowhere/At all' });
  await own.check();
  own.pull();
  expect(siteHere(own)['title']).toBe('New');
  expect(settingsRows(own)).toEqual(['there site timezone']);
  expect(languagesHere(own)['default_lang']).toBe('en');
});

test('a site that stores half of its settings: the report has its answer, and the plan the rest', async () => {
  const own = await open({ surface: 'pro', halvesSettings: true });
  Object.assign(own.wp.site.settings, { posts_per_page: 10 });
  await own.check();
  own.pull();
  write(own, '/wp/v2/settings', { title: 'Half', posts_per_page: 3 });
  own.wp.site.settings['posts_per_page'] = 'ten';
  const { report } = await own.push();
  expect(report.done).toBe(0);
  await own.check();
  expect(settingsRows(own).length).toBe(1);
});

test('types of the site that are not known here are named', async () => {
  const own = await settled();
  expect(own.here.ask('GET', '/polydesk/v1/live').body).toMatchObject({ unknown_types: ['book', 'genre'] });
});

test('the order of languages of an import is that of the site; an order chosen later is kept', async () => {
  const own = await open();
  own.wp.site.languages.forEach((one, at) => Object.assign(one, { term_group: at + 3 }));
  write(own, '/pll/v1/languages', { locale: 'en_US', slug: 'en', name: 'English', term_group: 1 });
  const [, fr] = own.wp.site.languages;
  const made = own.here.ask('POST', '/pll/v1/languages', {
    locale: 'fr_FR',
    slug: 'fr',
    name: fr?.name,
    term_group: 2,
  });
  await own.check();
  const rows = own.rows().filter(({ kind, fields }) => kind === 'language' && fields.includes('term_group'));
  expect(rows.map(({ uuid, state }) => `${state} ${uuid}`)).toEqual(['there en', 'there fr']);
  own.pull();
  expect(own.rows().filter(({ kind }) => kind === 'language')).toEqual([]);
  const { term_id } = made.body as { term_id: number };
  write(own, `/pll/v1/languages/${term_id}`, { term_group: 7 });
  const after = own.rows().filter(({ kind }) => kind === 'language');
  expect(after.map(({ uuid, state, fields }) => `${state} ${uuid} ${fields.join()}`)).toEqual(['here fr term_group']);
});
