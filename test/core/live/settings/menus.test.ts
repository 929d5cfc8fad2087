// Menus of the live site: pulled with their places; titles of entries are translated here and sent.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { transact } from '../../../../core/domain/history/history.ts';
import { setTermIds } from '../../../../core/store/content/post-terms.ts';
import { insertPost } from '../../../../core/store/content/posts.ts';
import { insertTerm } from '../../../../core/store/content/terms.ts';
import { addEntry, addMenu, type WpMenu, type WpMenuEntry } from '../../../support/wordpress/menus.ts';
import { openRig, write, type Rig } from '../push/rig.ts';

let rig: Rig;
let menus: { en: WpMenu; fr: WpMenu };
let entries: { home: WpMenuEntry; about: WpMenuEntry; accueil: WpMenuEntry; propos: WpMenuEntry };

async function open(options: Parameters<typeof openRig>[0] = { surface: 'pro' }): Promise<void> {
  rig = await openRig(options);
  const { site, ask } = rig.wp;
  const page = async (title: string, lang: string): Promise<number> =>
    ((await ask('POST', `/wp/v2/pages?lang=${lang}`, { title, status: 'publish' })).body as { id: number }).id;
  const [en, fr] = [await page('About us', 'en'), await page('Qui sommes-nous', 'fr')];
  const [one, two] = [site.posts.get(en), site.posts.get(fr)];
  if (one && two) two.group = one.group;
  menus = { en: addMenu(site, 'Main'), fr: addMenu(site, 'Principal') };
  const target = (id: number) => ({ type: 'post_type', object: 'page', object_id: id }) as const;
  entries = {
    home: addEntry(site, menus.en, { title: 'Home', url: `${site.home}/` }),
    about: addEntry(site, menus.en, { title: 'About', ...target(en) }),
    accueil: addEntry(site, menus.fr, { title: 'Accueil', url: `${site.home}/fr/` }),
    propos: addEntry(site, menus.fr, { title: '', ...target(fr) }),
  };
  site.polylang['nav_menus'] = { twenty: { primary: { en: menus.en.id, fr: menus.fr.id }, footer: { en: 0 } } };
}
beforeEach(() => open());
afterEach(() => rig.close());

const lines = (): string[] =>
  rig.rows().map(({ type, state, title, fields }) => [type, state, title, ...fields].join(' '));
const strings = (): Record<string, unknown> => {
  const all = rig.here.ask('GET', '/polydesk/v1/strings').body as {
    source: string;
    group: string;
    translations: object;
  }[];
  return Object.fromEntries(all.filter(({ group }) => group === 'menu').map((one) => [one.source, one.translations]));
};
const entriesHere = (query: Record<string, string> = {}): unknown =>
  rig.here.engine.dispatch({ method: 'GET', path: '/wp/v2/menu-items', query }, rig.here.admin).body;
async function settled(): Promise<void> {
  await rig.check();
  rig.pull();
  expect(lines()).toEqual([]);
}

test('menus come with a pull: entries, what they lead to, and where each is shown', async () => {
  await settled();
  const main = entriesHere({ menus: String(menus.en.id) });
  expect(main).toMatchObject([
    { title: { rendered: 'Home' }, type: 'custom', url: 'http://127.0.0.1:24180/', menus: menus.en.id },
    { title: { rendered: 'About' }, type: 'post_type', object_id: entries.about.object_id, invalid: false },
  ]);
  const places = { twenty: { primary: { en: menus.en.id, fr: menus.fr.id } } };
  expect(rig.here.ask('GET', '/pll/v1/settings').body).toMatchObject({ nav_menus: places });
  expect(strings()).toEqual({ Home: { fr: 'Accueil' }, About: { fr: 'Qui sommes-nous' } });
  await rig.check();
  expect(lines()).toEqual([]);
  expect((await rig.push()).report).toMatchObject({ done: 0, skipped: 0 });
});

test('a title translated here is sent to the entry of that language, and restored by the undo of the push', async () => {
  await settled();
  rig.here.ask('PATCH', '/polydesk/v1/strings', { source: 'Home', translations: { fr: 'Page d’accueil' } });
  expect(lines()).toEqual(['nav_menu_item here Page d’accueil title']);
  const [{ key }] = rig.here.ask('GET', '/polydesk/v1/live/plan').body as [{ key: string }];
  expect(rig.here.ask('GET', `/polydesk/v1/live/plan/${key}`).body).toMatchObject({
    edit_there: `${rig.line.url}/wp-admin/nav-menus.php`,
  });
  const { run, report } = await rig.push();
  expect(report).toMatchObject({ done: 1, failed: 0, conflict: 0 });
  expect(rig.wp.seen.filter(({ asked }) => asked.startsWith('POST /wp/v2/menu')).map(({ body }) => body)).toEqual([
    { title: 'Page d’accueil' },
  ]);
  expect(entries.accueil).toMatchObject({ title: 'Page d’accueil' });
  await rig.check();
  expect(lines()).toEqual([]);
  await rig.undo(run);
  expect(entries.accueil).toMatchObject({ title: 'Accueil' });
});

test('everything else of a menu is changed there alone, and follows with the next pull', async () => {
  await settled();
  const { site } = rig.wp;
  entries.about.parent = entries.home.id;
  entries.about.object_id = entries.propos.object_id;
  addEntry(site, menus.en, { title: 'Contact', url: 'https://example.com/c' });
  site.entries.delete(entries.accueil.id);
  menus.fr.name = 'Menu principal';
  await rig.check();
  rig.pull();
  expect(lines()).toEqual([]);
  expect(entriesHere({ orderby: 'id', order: 'asc' })).toMatchObject([
    { title: { rendered: 'Home' } },
    { title: { rendered: 'About' }, parent: entries.home.id, object_id: entries.propos.object_id },
    { title: { rendered: 'Qui sommes-nous' } },
    { title: { rendered: 'Contact' }, url: 'https://example.com/c' },
  ]);
  expect(rig.here.ask('GET', `/wp/v2/menus/${menus.fr.id}`).body).toMatchObject({ name: 'Menu principal' });
});

test('a title that both changed is a conflict, decided by a person', async () => {
  await settled();
  rig.here.ask('PATCH', '/polydesk/v1/strings', { source: 'Home', translations: { fr: 'Début' } });
  entries.accueil.title = 'Bienvenue';
  await rig.check();
  expect(lines()).toEqual(['nav_menu_item conflict Début title']);
  await rig.push();
  expect(entries.accueil.title).toBe('Bienvenue');
  rig.choose('Début', 'here');
  await rig.push();
  expect(entries.accueil.title).toBe('Début');
});

test('another place of a menu is sent by its numbers there', async () => {
  await settled();
  write(rig, '/pll/v1/settings', { nav_menus: { twenty: { primary: { en: menus.en.id }, top: { fr: menus.fr.id } } } });
  expect(lines()).toEqual(['settings here  nav_menus']);
  expect((await rig.push()).report).toMatchObject({ done: 1, failed: 0 });
  const { primary, top } = (rig.wp.site.polylang['nav_menus'] as { twenty: Record<string, unknown> }).twenty;
  expect([primary, top]).toEqual([{ en: menus.en.id }, { fr: menus.fr.id }]);
  await rig.check();
  expect(lines()).toEqual([]);
});

test('the pull of menus is undone like any other, and comes again', async () => {
  await rig.check();
  rig.pull();
  const [{ id }] = rig.here.ask('GET', '/polydesk/v1/history').body as [{ id: number }];
  expect(rig.here.ask('POST', `/polydesk/v1/history/${id}/undo`).status).toBe(200);
  expect(entriesHere()).toEqual([]);
  rig.pull();
  expect(entriesHere()).toHaveLength(4);
  expect(lines()).toEqual([]);
});

const NOW = '2026-01-01T00:00:00';
const AT = { date: NOW, date_gmt: NOW, modified: NOW, modified_gmt: NOW };

test('menus that only this site has are never sent, and none of them are deleted', async () => {
  await settled();
  const { site } = rig;
  transact(site, rig.here.admin, () => {
    const menu = insertTerm(site.db, { taxonomy: 'nav_menu', name: 'Own', slug: 'own' });
    const entry = insertPost(site.db, 'nav_menu_item', { title: 'Own', status: 'publish', ...AT });
    setTermIds(site.db, entry, { taxonomy: 'nav_menu', ids: [menu] });
    return { keep: true, value: undefined, summary: { code: 'text', params: { text: 'own' } } };
  });
  await rig.check();
  expect(lines()).toEqual([]);
  expect((await rig.push()).report).toMatchObject({ done: 0, skipped: 0 });
  rig.pull();
  expect(rig.here.ask('GET', '/wp/v2/menus').body).toHaveLength(3);
});

test('an editor neither sees nor sends menus', async () => {
  await rig.close();
  await open({ surface: 'pro', user: 'editor' });
  await settled();
  expect(entriesHere()).toEqual([]);
});
