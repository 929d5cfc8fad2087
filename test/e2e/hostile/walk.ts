// A tour of the product: every screen and its main dialogs. Each stop is inspected once it is rendered.
import type { Page } from 'playwright-core';
import { untilQuiet } from '../../gallery/quiet.ts';
import { untilFocusIn, type App } from '../app.ts';
import type { Hostile } from './site.ts';
import { hostileExport } from './export.ts';
import type { Marks } from './marks.ts';

export interface Way {
  app: App;
  marks: Marks;
  site: Hostile;
  /** Notes what is shown now. */
  look(): Promise<void>;
}

/** Something a person opens; what it shows is looked at, then Escape closes it. */
type Act = (way: Way) => Promise<unknown>;

/** A screen and what is opened there, one after another. */
export interface Stop {
  name: string;
  at: (way: Way) => string;
  /** What has to stand there before it is looked at. */
  until?: (page: Page) => Promise<unknown>;
  acts?: readonly Act[];
}

const codeOf = ({ marks }: Way, field: string): string => marks.all.find((mark) => mark.field === field)?.code ?? '';
const row = (way: Way, field: string) =>
  way.app.page
    .getByRole('row')
    .filter({ hasText: codeOf(way, field) })
    .first();
const button =
  (name: string | RegExp): Act =>
  ({ app }) =>
    app.page.getByRole('button', { name }).first().click();
const press =
  (key: string): Act =>
  ({ app }) =>
    app.page.keyboard.press(key);
const dialog = ({ app }: Way) => app.page.getByRole('dialog').or(app.page.getByRole('alertdialog')).first().waitFor();
/** Opens a dialog by an act. */
const opens =
  (act: Act): Act =>
  async (way) => (await act(way), dialog(way));
const rows = (page: Page) => page.getByRole('row').nth(1).waitFor();
const fixed = (hash: string) => () => hash;

const inspect =
  (field: string): Act =>
  async (way) => {
    await row(way, field).getByRole('rowheader').first().click();
    await way.app.page
      .getByRole('complementary')
      .filter({ hasText: codeOf(way, field) })
      .first()
      .waitFor();
  };
const select =
  (field: string): Act =>
  (way) =>
    row(way, field).locator('[aria-colindex="1"]').click();
const missing: Act = async (way) => {
  await row(way, 'changed title')
    .getByRole('gridcell', { name: /missing/ })
    .first()
    .click();
  await way.app.page.keyboard.press('l');
  await way.app.page.getByRole('dialog').getByRole('combobox').waitFor();
};

const content: readonly Stop[] = [
  { name: 'Overview', at: fixed('#/overview'), until: (page) => page.getByRole('grid').waitFor() },
  {
    name: 'Posts',
    at: fixed('#/posts'),
    until: rows,
    acts: [
      inspect('changed title'),
      missing,
      button('Saved filters'),
      select('changed title'),
      opens(button('Set language…')),
      opens(button(/^Translate missing/)),
    ],
  },
  { name: 'Posts without a language', at: fixed('#/posts?state=no_language'), until: rows },
  { name: 'A search', at: (way) => `#/posts?search=${encodeURIComponent(way.marks.text('searched for'))}` },
  { name: 'Pages', at: fixed('#/pages'), until: rows, acts: [inspect('page title')] },
  { name: 'A custom type', at: fixed('#/route'), until: rows, acts: [inspect('route title')] },
  {
    name: 'Categories',
    at: fixed('#/categories'),
    until: rows,
    acts: [
      inspect('category name'),
      opens(async (way) => {
        await row(way, 'category name').getByRole('rowheader').first().click();
        await way.app.page.keyboard.press('m');
      }),
      opens(async (way) => {
        await row(way, 'category name').getByRole('rowheader').first().click();
        await way.app.page.keyboard.press('Delete');
      }),
    ],
  },
  { name: 'Names of categories', at: fixed('#/categories?view=names'), until: rows },
  { name: 'Tags', at: fixed('#/tags'), until: rows, acts: [inspect('tag name')] },
  { name: 'A custom taxonomy', at: fixed('#/grade'), until: rows, acts: [inspect('custom term name')] },
  {
    name: 'Media',
    at: fixed('#/media'),
    until: (page) => page.getByRole('complementary').getByRole('textbox').first().waitFor(),
  },
];

const editing: readonly Stop[] = [
  {
    name: 'Editor',
    at: ({ site }) => `#/edit/post/${site.target}`,
    until: (page) => page.getByRole('textbox', { name: /^Title/ }).waitFor(),
    acts: [
      async ({ app, marks }) => {
        await app.page.getByRole('textbox', { name: /^Title/ }).click();
        await app.page.keyboard.type(marks.text('written title'));
        await app.page.getByText(/^Draft saved/).waitFor();
      },
      async ({ app }) => {
        await app.page.reload();
        await app.page.getByText(/came back/).waitFor();
      },
      async ({ app }) => app.page.getByRole('tab', { name: 'Item' }).click(),
      opens(button('Change links…')),
      async ({ app, site, marks }) => {
        await app.api('PATCH', `/wp/v2/posts/${site.target}`, { title: marks.text('title of another program') });
        await app.page.getByText(/^Changed outside this window/).waitFor();
        await app.page
          .getByRole('note')
          .or(app.page.getByRole('alert'))
          .getByRole('button', { name: 'Choose…', exact: true })
          .click();
        await app.page.getByRole('dialog').waitFor();
      },
      async ({ app }) => {
        await app.page.getByRole('radio', { name: 'HTML' }).click();
        await app.page.getByRole('textbox', { name: 'Content as HTML' }).waitFor();
      },
      async ({ app }) => {
        await app.page.getByRole('radio', { name: 'Preview' }).click();
        await app.page.frameLocator('iframe').locator('h1').waitFor();
      },
    ],
  },
  {
    name: 'Editor of a source',
    at: ({ site }) => `#/edit/post/${site.source}`,
    until: (page) => page.getByRole('textbox', { name: /^Title/ }).waitFor(),
    acts: [
      async ({ app }) => {
        await app.page.getByRole('radio', { name: 'HTML' }).click();
        await app.page.getByRole('textbox', { name: 'Content as HTML' }).waitFor();
      },
    ],
  },
  {
    name: 'Editor of a text without blocks',
    at: ({ site }) => `#/edit/post/${site.page}?lang=fr`,
    until: (page) => page.getByRole('textbox').first().waitFor(),
  },
  {
    name: 'Nothing to edit',
    at: (way) => `#/edit/post/${encodeURIComponent(way.marks.text('number of an item', { isQuiet: true }))}`,
  },
];

const chooseFile =
  (name: string, text: (way: Way) => string): Act =>
  async (way) => {
    const buffer = Buffer.from(text(way));
    await way.app.page.setInputFiles('main input[type=file]', { name, mimeType: 'text/xml', buffer });
  };
const data: readonly Stop[] = [
  {
    name: 'Import',
    at: fixed('#/transfer'),
    acts: [
      async (way) => {
        const name = `${way.marks.text('name of a broken file').replaceAll('/', '∕')}.xml`;
        await chooseFile(name, () => '<rss><channel><title><script>')(way);
        await way.app.page.getByText('polydesk_import_refused').waitFor();
      },
      async (way) => {
        const name = `${way.marks.text('name of an import').replaceAll('/', '∕')}.xml`;
        await chooseFile(name, ({ marks }) => hostileExport(marks))(way);
        await way.app.page.getByRole('listbox').getByRole('option').first().waitFor();
      },
      async (way) => {
        for (const option of await way.app.page.getByRole('option').all()) {
          await option.click();
          await way.app.page.getByRole('option', { selected: true }).and(option).waitFor();
          await way.app.page.locator('.detail').locator('h3, p.dim').first().waitFor();
          await untilQuiet(way.app.page, 100);
          await way.look();
        }
      },
      async (way) => {
        for (const each of await way.app.page.getByRole('tab').all()) {
          await each.click();
          await untilQuiet(way.app.page, 100);
          await way.look();
        }
      },
      async ({ app }) => {
        await app.page.getByRole('button', { name: /^Import \d+ items?/ }).click();
        await app.page.getByRole('button', { name: 'Save report…' }).waitFor();
      },
    ],
  },
  { name: 'Export', at: fixed('#/transfer/export') },
  {
    name: 'Console',
    at: fixed('#/api-tools'),
    acts: [
      async ({ app, marks }) => {
        const query = `/wp/v2/posts?per_page=100&x=${marks.text('path of the console')}`;
        await app.page.getByRole('textbox', { name: 'Path' }).fill(query);
        await app.page.keyboard.press('Control+Enter');
        await app.page.getByRole('status').getByText('200 OK').waitFor();
      },
    ],
  },
  {
    name: 'Requests',
    at: fixed('#/api-tools/requests'),
    until: rows,
    acts: ['asked for', 'no such route', 'sent title'].map((field): Act => async (way) => {
      const { page } = way.app;
      const wanted = { 'sent title': /POST.*\/wp\/v2\/posts/, 'no such route': '404' }[field] ?? codeOf(way, field);
      await page.getByRole('row').filter({ hasText: wanted }).first().click();
      await page.getByRole('complementary').waitFor();
    }),
  },
  {
    name: 'Tokens',
    at: fixed('#/api-tools/tokens'),
    until: rows,
    acts: [opens(async (way) => (await row(way, 'token name').getByRole('rowheader').click(), press('Delete')(way)))],
  },
  { name: 'Server', at: fixed('#/api-tools/server') },
  {
    name: 'Activity',
    at: fixed('#/activity'),
    until: (page) =>
      page
        .getByRole('button', { name: /^Show changes/ })
        .first()
        .waitFor(),
    acts: [
      async (way) => {
        // What stands further below is drawn as one comes to it.
        const older = way.app.page.getByRole('button', { name: 'Show older changes' });
        while ((await older.count()) > 0) {
          await older.evaluateAll((all: HTMLElement[]) => all.forEach((each) => each.click()));
          await untilQuiet(way.app.page, 100);
        }
        // Many: pressed in the page itself, as each alone takes its time from outside.
        const closed = way.app.page.getByRole('button', { name: /^Show changes/ });
        await closed.evaluateAll((all: HTMLElement[]) => all.forEach((each) => each.click()));
        await closed.first().waitFor({ state: 'detached' });
        await untilQuiet(way.app.page, 100);
      },
      opens(async (way) => {
        const undo = way.app.page.getByRole('button', { name: new RegExp(`^Undo: .*${codeOf(way, 'title en')}`) });
        await undo.first().click();
      }),
    ],
  },
  { name: 'Backups', at: fixed('#/activity/backups'), acts: [button('Back up now')] },
  {
    name: 'Check',
    at: fixed('#/activity/check'),
    until: (page) =>
      page
        .getByText(/found|finding/)
        .first()
        .waitFor(),
  },
];

const around: readonly Stop[] = [
  {
    name: 'Languages',
    at: fixed('#/languages'),
    until: rows,
    acts: [
      inspect('language fr'),
      opens(press('Alt+n')),
      opens(async (way) => (await row(way, 'language fr').getByRole('rowheader').click(), press('Delete')(way))),
      opens(async (way) => (await row(way, 'language fr').getByRole('rowheader').click(), button('Make default')(way))),
    ],
  },
  ...['urls', 'content', 'sync', 'machine-translation', 'menus'].map((section) => ({
    name: `Settings: ${section}`,
    at: fixed(`#/settings/${section}`),
    until: (page: Page) => page.locator('main [data-field]').first().waitFor(),
  })),
  {
    name: 'Settings: advanced',
    at: fixed('#/settings/advanced'),
    until: (page) => page.locator('main [data-field]').first().waitFor(),
    acts: [opens(button('Edit as JSON')), opens(button('Reset to defaults'))],
  },
  {
    name: 'A field of another',
    at: (way) => `#/settings/urls?field=${encodeURIComponent(way.marks.text('field', { isQuiet: true }))}`,
  },
  { name: 'Preferences', at: fixed('#/preferences') },
  { name: 'No such screen', at: (way) => `#/${encodeURIComponent(way.marks.text('screen', { isQuiet: true }))}` },
  {
    name: 'Palette, keys, About',
    at: fixed('#/overview'),
    acts: [
      async ({ app, marks, look }) => {
        await app.page.keyboard.press('Control+k');
        const words = app.page.getByRole('dialog').getByRole('combobox');
        for (const part of ['zq0', 'zq05', '#zq', '@zq', 'route']) {
          await words.fill(part);
          await app.page.getByRole('option').first().waitFor();
          await look();
        }
        await words.fill(marks.text('words of the palette'));
      },
      opens(async ({ app }) => (await app.page.locator('main').focus(), app.page.keyboard.press('?'))),
    ],
  },
];

export const stops: readonly Stop[] = [...content, ...around, ...editing, ...data];

/** Goes there, opens one after another, and looks at each. */
export async function visit(way: Way, { at, until, acts = [] }: Stop): Promise<void> {
  const { page } = way.app;
  await page.evaluate((hash) => void (location.hash = hash), at(way));
  await until?.(page);
  await way.look();
  for (const act of acts) {
    await act(way);
    await way.look();
    const open = page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu'));
    if ((await open.count()) === 0) continue;
    await untilFocusIn(open.first());
    await page.keyboard.press('Escape');
    await open.first().waitFor({ state: 'detached' });
  }
}
