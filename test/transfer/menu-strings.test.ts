// Menu titles among the strings: read where an import stored them, and written back into the export.
import { beforeEach, expect, test } from 'vitest';
import type { SiteString } from '../../core/schema/site/strings.ts';
import { openHandoffBench, translated, type HandoffBench } from './handoff/bench.ts';
import { importInto, temporaryFolder } from './support.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

let bench: HandoffBench;
let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  bench = openHandoffBench(['en_US', 'fr_FR', 'de_DE']);
  folder = temporaryFolder();
  return () => {
    bench.engine.close();
    folder.remove();
  };
});

const PATH = '/polydesk/v1/strings';
const strings = (): SiteString[] => bench.must('GET', PATH) as unknown as SiteString[];
const menuStrings = () => strings().filter(({ group }) => group === 'menu');

const meta = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(
      ([key, value]) =>
        `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
    )
    .join('');
interface Line {
  id: number;
  menu: string;
  title: string;
  type: string;
  object: number;
}
const line = ({ id, menu, title, type, object }: Line): string => `<item><title><![CDATA[${title}]]></title>
<wp:post_id>${id}</wp:post_id><wp:post_name>m${id}</wp:post_name><wp:status>publish</wp:status><wp:post_type>nav_menu_item</wp:post_type><wp:menu_order>${id}</wp:menu_order>
<category domain="nav_menu" nicename="${menu}"><![CDATA[${menu}]]></category>${meta({ _menu_item_type: type, _menu_item_object_id: String(object), _menu_item_object: 'post', _menu_item_menu_item_parent: '0', _menu_item_url: type === 'custom' ? `https://example.org/${menu}` : '' })}</item>`;
const term = (id: number, slug: string): string =>
  `<wp:term><wp:term_id>${id}</wp:term_id><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:term_slug>${slug}</wp:term_slug><wp:term_name><![CDATA[${slug}]]></wp:term_name></wp:term>`;

/** Menus of two languages, as an export brings them, in one place of the theme. */
function withMenus(...more: Line[]): void {
  const en = bench.post({ title: 'Our routes' });
  const fr = bench.post({ title: 'Nos itinéraires', lang: 'fr', translations: { en } });
  const lines: Line[] = [
    { id: 900, menu: 'main', title: 'All routes', type: 'post_type', object: en },
    { id: 901, menu: 'main', title: 'Shop', type: 'custom', object: 901 },
    { id: 902, menu: 'main', title: '', type: 'post_type', object: en },
    { id: 903, menu: 'principal', title: 'Boutique', type: 'custom', object: 903 },
    { id: 904, menu: 'principal', title: '', type: 'post_type', object: fr },
    ...more,
  ];
  const path = join(folder.path, 'menus.xml');
  writeFileSync(
    path,
    `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>${term(801, 'main')}${term(802, 'principal')}${lines.map(line).join('')}</channel></rss>`,
  );
  importInto(bench.engine.site, { path });
  const menus = bench.must('GET', '/wp/v2/menus') as unknown as { id: number; slug: string }[];
  const of = (slug: string) => menus.find((menu) => menu.slug === slug)?.id ?? 0;
  bench.must('POST', '/pll/v1/settings', {
    nav_menus: { theme: { primary: { en: of('main'), fr: of('principal') } } },
  });
}

test('a custom link is not paired where the other menu has more or fewer of them', () => {
  withMenus({ id: 905, menu: 'principal', title: 'Forum', type: 'custom', object: 905 });
  expect(menuStrings().find(({ source }) => source === 'Shop')).toMatchObject({
    translations: {},
    lacks: ['fr', 'de'],
  });
});

test('titles of entries are strings; those without one of their own, and without an entry there, are not', () => {
  withMenus();
  expect(menuStrings()).toEqual([
    { source: 'All routes', name: '', group: 'menu', translations: {}, lacks: ['de'] },
    { source: 'Shop', name: '', group: 'menu', translations: { fr: 'Boutique' }, lacks: ['de'] },
  ]);
});

test('a title is written into the menu of its language, leaves with the export, and is undone', () => {
  withMenus();
  bench.must('PATCH', PATH, { source: 'All routes', translations: { fr: 'Tous les itinéraires' } });
  expect(menuStrings()[0]).toMatchObject({ translations: { fr: 'Tous les itinéraires' } });
  expect(bench.send('wxr' as 'po', { lang: undefined, states: undefined })).toContain('Tous les itinéraires');
  bench.must('POST', `/polydesk/v1/history/${bench.latest()}/undo`, {});
  expect(menuStrings()[0]).toMatchObject({ translations: {} });
});

test('a language whose menu lacks the entry is rejected, and nothing changes', () => {
  withMenus();
  const before = bench.latest();
  const answer = bench.engine.dispatch(
    { method: 'PATCH', path: PATH, body: { source: 'Shop', translations: { fr: 'Magasin', de: 'Laden' } } },
    bench.admin,
  );
  expect([answer.status, (answer.body as { code: string }).code]).toEqual([409, 'polydesk_no_menu']);
  expect(bench.latest()).toBe(before);
  expect(menuStrings()[1]).toMatchObject({ translations: { fr: 'Boutique' } });
});

test('through a file for translators and back', () => {
  withMenus();
  const file = translated(bench.send('po', { strings: true, scope: { types: ['page'] } }), (text) =>
    text.replace('All routes', 'Toutes les routes'),
  );
  expect(file).toContain('All routes');
  bench.take(file, { published: true });
  expect(menuStrings()[0]).toMatchObject({ translations: { fr: 'Toutes les routes' } });
});
