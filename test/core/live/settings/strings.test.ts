// Strings of both sides through our plugin: compared, pulled, merged, pushed, undone.
import { afterEach, expect, test } from 'vitest';
import { openRig, write, type Rig } from '../push/rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const OPTIONS = { surface: 'free', companion: true, strings: ['Opening hours', 'Contact'] } as const;

/** Both sides are the same, with a French title on both. */
async function settled(options: Parameters<typeof openRig>[0] = OPTIONS): Promise<Rig> {
  const own = (rig = await openRig(options));
  own.wp.site.strings = { fr: { 'A site': 'Un site' } };
  await own.check();
  own.pull();
  expect(own.plan()).toEqual([]);
  return own;
}
const here = ({ here: bench }: Rig): Record<string, Record<string, string>> => {
  const all = bench.ask('GET', '/polydesk/v1/strings').body as {
    source: string;
    translations: Record<string, string>;
  }[];
  return Object.fromEntries(all.map(({ source, translations }) => [source, translations]));
};
const translate = ({ here: bench }: Rig, source: string, fr: string): number =>
  bench.ask('PATCH', '/polydesk/v1/strings', { source, translations: { fr } }).status;
const lines = (own: Rig): string[] =>
  own.rows().map(({ kind, uuid, type, state, fields }) => [kind, uuid, type, state, ...fields].join(' '));
const sent = ({ wp }: Rig): object[] =>
  wp.seen.filter(({ asked }) => asked === 'POST /polydesk-link/v1/strings').map(({ body }) => body);

test('what the site has comes with a pull, strings of widgets too; nothing differs then', async () => {
  const own = await settled();
  expect(here(own)['A site']).toEqual({ fr: 'Un site' });
  own.wp.site.strings['fr'] = { 'A site': 'Un site', 'Opening hours': 'Horaires', Contact: 'Contact' };
  await own.check();
  expect(lines(own)).toEqual(['settings strings strings there fr:Opening hours']);
  own.pull();
  expect(here(own)).toMatchObject({ 'A site': { fr: 'Un site' }, 'Opening hours': { fr: 'Horaires' } });
  const asked = { from: 'en', to: 'fr', text: 'Opening hours' };
  expect(own.here.ask('POST', '/polydesk/v1/memory/lookup', asked).body).toMatchObject([
    { score: 100, target: 'Horaires', origin: { kind: 'site', title: 'Opening hours' } },
  ]);
  expect(own.plan()).toEqual([]);
  await own.check();
  expect(own.plan()).toEqual([]);
  expect((await own.push()).report).toMatchObject({ done: 0, skipped: 0 });
  expect(sent(own)).toEqual([]);
});

test('a text of a widget that nobody translated yet is listed with its name, translated here, and sent', async () => {
  const own = await settled();
  const listed = () =>
    (own.here.ask('GET', '/polydesk/v1/strings').body as { source: string; name: string }[]).map((one) => [
      one.source,
      one.name,
    ]);
  expect(listed()).toEqual([
    ['A site', 'blogname'],
    ...listed().filter(([, name]) => name === 'date_format' || name === 'time_format'),
    ['Contact', 'Title'],
    ['Opening hours', 'Title'],
  ]);
  expect(translate(own, 'Contact', 'Joindre')).toBe(200);
  expect(translate(own, 'Nowhere', 'Nulle part')).toBe(404);
  expect((await own.push()).report).toMatchObject({ done: 1, failed: 0 });
  expect(own.wp.site.strings['fr']).toMatchObject({ Contact: 'Joindre' });
  // What the site no longer registers, and what is known of no site.
  own.wp.site.options.strings = ['Contact'];
  await own.check();
  expect(listed().map(([source]) => source)).not.toContain('Opening hours');
  own.here.ask('DELETE', '/polydesk/v1/live');
  expect(listed().map(([source]) => source)).toContain('Contact');
});

test('strings translated here are sent, and only those, reread, and restored by the undo of the push', async () => {
  const own = await settled();
  expect(translate(own, 'A site', 'Le site')).toBe(200);
  expect(lines(own)).toEqual(['settings strings strings here fr:A site']);
  const { run, report } = await own.push();
  expect(report).toMatchObject({ done: 1, failed: 0, conflict: 0 });
  expect(sent(own)).toEqual([{ changes: [{ lang: 'fr', source: 'A site', before: 'Un site', text: 'Le site' }] }]);
  expect(own.plan()).toEqual([]);
  await own.check();
  expect(own.plan()).toEqual([]);
  const before = own.writes();
  expect((await own.push()).report).toMatchObject({ done: 0 });
  expect(own.writes()).toBe(before);
  await own.undo(run);
  expect(own.wp.site.strings['fr']).toEqual({ 'A site': 'Un site' });
  expect(here(own)['A site']).toEqual({ fr: 'Le site' });
});

test('a translation that was taken away here is taken away there', async () => {
  const own = await settled();
  expect(translate(own, 'A site', '')).toBe(200);
  await own.push();
  expect(own.wp.site.strings['fr']).toEqual({ 'A site': '' });
  await own.check();
  expect(own.plan()).toEqual([]);
});

test('both changed the same string: a conflict, sent as decided, while others are taken from their own side', async () => {
  const own = await settled();
  own.wp.site.strings['fr'] = { 'A site': 'Notre site', Contact: 'Joindre' };
  translate(own, 'A site', 'Le site');
  await own.check();
  expect(lines(own)).toEqual(['settings strings strings conflict fr:A site fr:Contact']);
  expect((await own.push()).report).toMatchObject({ done: 0 });
  expect(sent(own)).toEqual([]);
  own.here.ask('PATCH', '/polydesk/v1/live/choices', {
    choices: { 'settings-strings': { 'fr:A site': 'here' } },
  });
  expect((await own.push()).report).toMatchObject({ done: 1, conflict: 0 });
  expect(own.wp.site.strings['fr']).toEqual({ 'A site': 'Le site', Contact: 'Joindre' });
  await own.check();
  expect(lines(own)).toEqual(['settings strings strings there fr:Contact']);
  own.pull();
  expect(here(own)).toMatchObject({ 'A site': { fr: 'Le site' }, Contact: { fr: 'Joindre' } });
  expect(own.plan()).toEqual([]);
});

test('changed there between the look and the write: the site refuses it, and it is a conflict', async () => {
  const own = await settled();
  translate(own, 'A site', 'Le site');
  const [ask] = [own.tools.keep];
  let isFirst = true;
  // Between the look and the write the step is noted as sent.
  own.tools.keep = async (work, how) => {
    const done = await ask(work, how);
    if (isFirst && own.steps(1).some(({ state }) => state === 'sent')) {
      isFirst = false;
      own.wp.site.strings['fr'] = { 'A site': 'Entre-temps' };
    }
    return done;
  };
  expect((await own.push()).report).toMatchObject({ done: 0, conflict: 1 });
  expect(own.wp.site.strings['fr']).toEqual({ 'A site': 'Entre-temps' });
  expect(lines(own)).toEqual(['settings strings strings conflict fr:A site']);
});

test('a title with signs that a site stores as entities keeps its translation, whoever changes which', async () => {
  const own = await settled();
  write(own, '/wp/v2/settings', { title: 'Wheels & "more"' });
  expect(here(own)['Wheels & "more"']).toEqual({ fr: 'Un site' });
  expect((await own.push()).report).toMatchObject({ done: 1, conflict: 0, failed: 0 });
  const source = 'Wheels &amp; &quot;more&quot;';
  expect(own.wp.site.strings['fr']).toEqual({ [source]: 'Un site' });
  await own.check();
  expect(own.plan()).toEqual([]);
  expect(own.here.ask('GET', '/polydesk/v1/live').body).toMatchObject({ site: { name: 'Wheels & "more"' } });
  own.pull();
  own.wp.site.strings['fr'] = { [source]: 'Roues' };
  await own.check();
  own.pull();
  expect(here(own)['Wheels & "more"']).toEqual({ fr: 'Roues' });
  expect(Object.keys(here(own)).filter((one) => one.includes('Wheels'))).toHaveLength(1);
  translate(own, 'Wheels & "more"', 'Roues & plus');
  await own.push();
  expect(own.wp.site.strings['fr']).toEqual({ [source]: 'Roues & plus' });
  translate(own, 'Wheels & "more"', '');
  await own.push();
  expect(own.wp.site.strings['fr']).toEqual({ [source]: '' });
  await own.check();
  expect(own.plan()).toEqual([]);
});

test('title and its translation changed here arrive together', async () => {
  const own = await settled();
  translate(own, 'A site', 'Roues');
  write(own, '/wp/v2/settings', { title: 'Wheels' });
  expect((await own.push()).report).toMatchObject({ done: 2, conflict: 0, failed: 0 });
  expect(own.wp.site.strings['fr']).toEqual({ Wheels: 'Roues' });
  await own.check();
  own.pull();
  expect(here(own)['Wheels']).toEqual({ fr: 'Roues' });
  expect(own.plan()).toEqual([]);
});

test('a title changed here keeps its translations, before the push and after it', async () => {
  const own = await settled();
  write(own, '/wp/v2/settings', { title: 'Wheels' });
  expect(here(own)['Wheels']).toEqual({ fr: 'Un site' });
  // Nothing is taken from the live site, which still has the old title.
  expect(lines(own)).toEqual(['settings site settings here title']);
  expect((await own.push()).report).toMatchObject({ done: 1, conflict: 0, failed: 0 });
  expect(own.wp.site.strings['fr']).toEqual({ Wheels: 'Un site' });
  await own.check();
  expect(own.plan()).toEqual([]);
  expect(here(own)['Wheels']).toEqual({ fr: 'Un site' });
});

test('a title pulled from a site without our plugin keeps its translations here', async () => {
  const own = await settled({ surface: 'pro' });
  translate(own, 'A site', 'Un site');
  own.wp.site.settings['title'] = 'Bread';
  await own.check();
  own.pull();
  expect(here(own)['Bread']).toEqual({ fr: 'Un site' });
  expect(own.plan()).toEqual([]);
});

test.each([
  ['an older plugin', { surface: 'free', companion: 'old' }],
  ['no plugin', { surface: 'pro' }],
  ['an editor', { ...OPTIONS, user: 'editor' }],
] as const)('%s: strings are not compared, and nothing is sent', async (name, options) => {
  const own = await settled(options);
  translate(own, 'A site', 'Mon site');
  expect(lines(own)).toEqual([]);
  await own.push();
  expect(sent(own)).toEqual([]);
  const { site } = own.here.ask('GET', '/polydesk/v1/live').body as { site: object };
  expect(site).toMatchObject({ companion: name !== 'no plugin', strings: name === 'an editor' });
});

test('a title that both sides changed is merged on both, and stays so', async () => {
  const own = await settled({ surface: 'pro' });
  own.wp.site.settings['title'] = 'A site of bread and more';
  await own.check();
  own.pull();
  own.wp.site.settings['title'] = 'A site of fresh bread and more';
  write(own, '/wp/v2/settings', { title: 'A site of bread and cakes' });
  await own.check();
  await own.push();
  expect(own.wp.site.settings['title']).toBe('A site of fresh bread and cakes');
  expect(own.plan()).toEqual([]);
  expect((await own.push()).report.done).toBe(0);
  expect(own.wp.site.settings['title']).toBe('A site of fresh bread and cakes');
});
