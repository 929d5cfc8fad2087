// Section 8: menus. See `rows.ts`.
import { expect } from 'vitest';
import { addEntry, addMenu } from './menus.ts';
import { testRows } from './rows.ts';

testRows([
  [
    '8',
    'administrators alone see menus, as a type and a taxonomy of their own',
    {},
    async (ask) => {
      expect((await ask('GET', '/wp/v2/types?context=edit')).body).toHaveProperty(['nav_menu_item', 'rest_base']);
      expect((await ask('GET', '/wp/v2/taxonomies?context=edit')).body).toHaveProperty(['nav_menu', 'rest_base']);
      const asEditor = { as: 'editor' };
      expect((await ask('GET', '/wp/v2/types?context=edit', undefined, asEditor)).body).not.toHaveProperty([
        'nav_menu_item',
      ]);
      expect((await ask('GET', '/wp/v2/menu-items', undefined, asEditor)).status).toBe(403);
      expect((await ask('GET', '/pll/v1/settings')).body).toHaveProperty(['nav_menus']);
    },
  ],
  [
    '8',
    'an entry without a title shows that of its target; a custom link leads to itself; no words are one empty word',
    {},
    async (ask, { site }) => {
      const { id } = (await ask('POST', '/wp/v2/pages', { title: 'About', status: 'publish' })).body;
      const menu = addMenu(site, 'Main');
      const target = addEntry(site, menu, { title: '', type: 'post_type', object: 'page', object_id: id });
      const link = addEntry(site, menu, { title: 'Out', url: 'https://example.com/' });
      expect((await ask('GET', `/wp/v2/menu-items/${target.id}?context=edit`)).body).toMatchObject({
        title: { raw: 'About' },
        url: `${site.home}/about/`,
        menus: menu.id,
        classes: [''],
        xfn: [''],
      });
      const { body } = await ask('GET', `/wp/v2/menu-items/${link.id}?context=edit`);
      expect(body).toMatchObject({ object_id: link.id, url: 'https://example.com/' });
      expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['slug']));
      expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['modified_gmt']));
    },
  ],
  [
    '8',
    'a title is written alone, byte for byte',
    {},
    async (ask, { site }) => {
      const menu = addMenu(site, 'Main');
      const { id } = addEntry(site, menu, { title: 'Out', url: 'https://example.com/', parent: 7 });
      const title = 'Über & <b>uns</b> "x"';
      expect((await ask('POST', `/wp/v2/menu-items/${id}`, { title })).body).toMatchObject({
        title: { raw: title },
        url: 'https://example.com/',
        parent: 7,
      });
    },
  ],
  [
    '7',
    'title and tagline are stored with entities, as their strings are',
    { companion: true },
    async (ask) => {
      const { body } = await ask('POST', '/wp/v2/settings', { title: `A & "B" 'C' <i> &lt;` });
      const title = 'A &amp; &quot;B&quot; &#039;C&#039; &lt;i&gt; &lt;';
      expect(body).toMatchObject({ title });
      const strings = (await ask('GET', '/polydesk-link/v1/strings')).body;
      expect(strings).toMatchObject({ strings: expect.arrayContaining([expect.objectContaining({ source: title })]) });
    },
  ],
]);
