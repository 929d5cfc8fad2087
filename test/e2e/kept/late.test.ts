// Delayed responses, each held on purpose: what the user does meanwhile takes precedence, and typed text is never lost. In the
// browser only: requests of the window do not use the network, where they could be held.
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { useApp, type App } from '../app.ts';

const fixture = resolve(import.meta.dirname, '../../fixtures/site.wxr.xml');
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEElEQVR4nGOIwgsYRqWxAQDgj2l5682cXAAAAABJRU5ErkJggg==',
  'base64',
);

let app: App;

interface Named {
  id: number;
  name: string;
  slug: string;
  lang: string;
}
interface Media {
  id: number;
  lang: string;
  alt_text: string;
  caption: { raw: string };
  title: { raw: string };
}

useApp('browser', '#/languages', (opened) => (app = opened));

/** What the page asks for, held on its way: before the program hears of it, or when it has done what was asked. */
interface Held {
  /** Waits until one has come so far. */
  came(): Promise<unknown>;
  release(): Promise<void>;
}

type Holding = Window & { __held?: { hasCome: boolean; release: () => void } };

async function hold(address: RegExp, method: string, when: 'before' | 'behind'): Promise<Held> {
  const { page } = app;
  await page.evaluate(holdInPage, [address.source, method, when] as const);
  return {
    came: () => page.waitForFunction(() => (window as Holding).__held?.hasCome === true),
    release: () => page.evaluate(() => (window as Holding).__held?.release()),
  };
}

/** Runs in the page. */
function holdInPage([source, method, when]: readonly [string, string, string]): void {
  const address = new RegExp(source);
  const ask = window.fetch;
  const { promise: gone, resolve: letGo } = Promise.withResolvers<void>();
  const held = { hasCome: false, release: () => ((window.fetch = ask), letGo()) };
  (window as Holding).__held = held;
  window.fetch = async (...asked) => {
    const request = new Request(...asked);
    const isMeant = request.method === method && address.test(request.url);
    const early = when === 'behind' ? await ask(...asked) : undefined;
    if (isMeant) {
      held.hasCome = true;
      await gone;
    }
    return early ?? ask(...asked);
  };
}

const unsaved = (screen: string) => app.page.getByRole('link', { name: new RegExp(`${screen}.*Unsaved`) });
const settle = (screen: string) => unsaved(screen).waitFor({ state: 'detached' });
const save = async (screen: string) => {
  await unsaved(screen).waitFor();
  await app.page.keyboard.press('Control+s');
  await settle(screen);
};
const tile = (name: RegExp) => app.page.getByRole('option', { name });
const pane = (name: string) => app.page.getByRole('complementary', { name: `Details of ${name}` });
const goTo = async (screen: string) => {
  await app.page.evaluate((hash) => void (location.hash = hash), `#/${screen}`);
  await app.page.locator(`a[href="#/${screen}"][aria-current]`).waitFor();
};
const media = () => app.api<Media[]>('GET', '/wp/v2/media?context=edit&per_page=100');
const terms = () => app.api<Named[]>('GET', '/wp/v2/categories?per_page=100');

test('media: gone to another file before the save is answered: nothing stays unsaved there', async () => {
  const { page } = app;
  for (const locale of ['en_US', 'fr_FR']) await app.api('POST', '/pll/v1/languages', { locale });
  await app.api('POST', '/pll/v1/settings', { media_support: true });
  await goTo('media');
  const files = ['lamp.png', 'bell.png'].map((name) => ({ name, mimeType: 'image/png', buffer: PNG }));
  await page.locator('input[type=file]').setInputFiles(files);
  await expect.poll(() => tile(/\.png/).count()).toBe(2);
  await tile(/^bell\.png/).click();
  await pane('bell.png')
    .getByRole('tab', { name: /French/ })
    .click();
  await pane('bell.png')
    .getByText(/no French version/)
    .waitFor();
  const answer = await hold(/\/polydesk\/v1\/items\/post\/\d+$/, 'PATCH', 'behind');
  await pane('bell.png')
    .getByRole('textbox', { name: /Alternative text/ })
    .fill('Une sonnette');
  await page.keyboard.press('Control+s');
  await answer.came();
  // The news of the save are here before its answer: the French version has got a title of its own by that.
  await pane('bell.png').getByRole('tab', { name: 'French: translated' }).waitFor();
  await expect.poll(() => pane('bell.png').getByRole('textbox', { name: 'Title' }).inputValue()).toBe('bell');
  await tile(/^lamp\.png/).click();
  await pane('lamp.png').waitFor();
  await unsaved('Media').waitFor();
  await answer.release();
  await settle('Media');
  await tile(/^bell\.png/).click();
  const title = pane('bell.png').getByRole('textbox', { name: 'Title' });
  await expect.poll(() => title.inputValue()).toBe('bell');
  expect(await pane('bell.png').getByRole('button', { name: 'Save' }).count()).toBe(0);
});

test('media: edits made before the texts of a file are loaded change no other text of it', async () => {
  await tile(/^lamp\.png/).click();
  await pane('lamp.png').waitFor();
  const answer = await hold(/\/wp\/v2\/media\?(?!.*_fields).*context=edit/, 'GET', 'before');
  await tile(/^bell\.png/).click();
  await pane('bell.png')
    .getByRole('tab', { name: /French/ })
    .click();
  await pane('bell.png')
    .getByRole('textbox', { name: /Caption/ })
    .fill('Ding');
  await answer.release();
  const alternative = pane('bell.png').getByRole('textbox', { name: /Alternative text/ });
  await expect.poll(() => alternative.inputValue()).toBe('Une sonnette');
  await save('Media');
  const french = (await media()).find(({ lang }) => lang === 'fr');
  expect([french?.caption.raw, french?.alt_text, french?.title.raw]).toEqual(['Ding', 'Une sonnette', 'bell']);
});

test('media: saved texts stay while those of the file are reloaded, even if the list is faster', async () => {
  await tile(/^lamp\.png/).click();
  const tab = (state: string) => pane('lamp.png').getByRole('tab', { name: `French: ${state}` });
  await tab('missing').click();
  const answer = await hold(/\/wp\/v2\/media\?(?!.*_fields).*context=edit/, 'GET', 'before');
  const alternative = pane('lamp.png').getByRole('textbox', { name: /Alternative text/ });
  await alternative.fill('Une lampe');
  await save('Media');
  await tab('translated').waitFor();
  await answer.came();
  expect(await alternative.inputValue()).toBe('Une lampe');
  await answer.release();
  await expect.poll(() => pane('lamp.png').getByRole('textbox', { name: 'Title' }).inputValue()).toBe('lamp');
  expect(await alternative.inputValue()).toBe('Une lampe');
});

test('terms: saved again before the list knows of the version that the first save made', async () => {
  const { page } = app;
  await app.api('POST', '/wp/v2/categories', { name: 'Routes', lang: 'en' });
  await goTo('categories');
  await page.getByRole('treegrid').waitFor();
  await page.getByRole('row').filter({ hasText: 'Routes' }).locator('[data-column="title"]').click();
  const name = (language: string) => pane('Routes').getByRole('textbox', { name: `Name, ${language}` });
  const rows = await hold(/\/polydesk\/v1\/groups\?/, 'GET', 'before');
  await name('French').fill('Itineraires');
  await save('Categories');
  await name('French').fill('Itinéraires');
  await name('English').fill('Ways');
  await save('Categories');
  const named = async () => (await terms()).map((each) => each.name).filter((each) => each !== 'Uncategorized');
  expect((await named()).sort()).toEqual(['Itinéraires', 'Ways']);
  await rows.release();
  await page.getByRole('gridcell', { name: 'French: translated' }).first().waitFor();
  // Under its new name it stands elsewhere in the list. Its form stays, with the focus in it.
  const own = (language: string) => pane('Ways').getByRole('textbox', { name: `Name, ${language}` });
  await own('English').and(page.locator(':focus')).waitFor();
  expect(await own('French').inputValue()).toBe('Itinéraires');
});

test('terms: saved values are in the form and in the grid before the list is reloaded', async () => {
  const { page } = app;
  const [ways] = (await terms()).filter(({ name }) => name === 'Ways');
  const rows = await hold(/\/polydesk\/v1\/groups\?/, 'GET', 'before');
  const own = pane('Ways').getByRole('textbox', { name: 'Name, English' });
  await own.fill('Paths');
  await save('Categories');
  // What another program says of the term is read at once: the list is not needed for that.
  await app.api('POST', `/wp/v2/categories/${ways?.id}`, { description: 'To walk on' });
  const description = page.getByRole('textbox', { name: /^Description/ });
  await expect.poll(() => description.inputValue()).toBe('To walk on');
  const name = page.getByRole('textbox', { name: 'Name, English' });
  expect(await name.inputValue()).toBe('Paths');
  await page.getByRole('radio', { name: 'Names' }).click();
  const cell = page.getByRole('gridcell', { name: /^French/ }).filter({ hasText: 'Itinéraires' });
  await cell.dblclick();
  await page.getByRole('treegrid').getByRole('textbox').fill('Sentiers');
  await page.keyboard.press('Enter');
  await save('Categories');
  const names = await page.getByRole('gridcell', { name: /^French/ }).allInnerTexts();
  expect(names.map((each) => each.trim())).toContain('Sentiers');
  await page.getByRole('rowheader', { name: 'Paths' }).waitFor();
  await rows.release();
  await page.getByRole('radio', { name: 'States' }).click();
});

test.each([
  ['languages', 'Languages', /\/pll\/v1\/languages\/\d+$/, 'PATCH'],
  ['settings', 'Settings', /\/pll\/v1\/settings$/, 'PATCH'],
])('%s: left before the save is answered: its mark goes with the answer', async (screen, label, address, method) => {
  const { page } = app;
  await goTo(screen);
  if (screen === 'languages') {
    await page.getByRole('row').filter({ hasText: 'French' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Francais');
  } else {
    await page.getByRole('switch').first().click();
  }
  await unsaved(label).waitFor();
  const answer = await hold(address, method, 'behind');
  await page.keyboard.press('Control+s');
  await answer.came();
  await goTo('overview');
  await answer.release();
  await settle(label);
});

test('editor: finished before it is known what comes next, it goes on to that all the same', async () => {
  const { page } = app;
  const post = (body: object) => app.api<{ id: number }>('POST', '/wp/v2/posts', body);
  const drafts: number[] = [];
  for (const title of ['Lights', 'Bells']) {
    const source = await post({ title, lang: 'en', status: 'publish' });
    const version = { title: `${title} fr`, lang: 'fr', status: 'draft', translations: { en: source.id } };
    drafts.push((await post(version)).id);
  }
  const [first, second] = drafts;
  const list = await hold(/\/polydesk\/v1\/groups\?.*state=draft/, 'GET', 'behind');
  await page.evaluate((hash) => void (location.hash = hash), `#/edit/post/${first}?work=draft`);
  await page.getByRole('textbox', { name: 'Title, French' }).and(page.locator(':focus')).waitFor();
  await list.came();
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(async () => (await app.api<{ status: string }>('GET', `/wp/v2/posts/${first}?context=edit`)).status)
    .toBe('publish');
  await list.release();
  await page.getByRole('heading', { name: 'Bells' }).waitFor();
  await expect.poll(() => page.url()).toContain(`post/${second}`);
});

test('export: asked for twice before the first one is answered, it is made once', async () => {
  const { page } = app;
  await page.evaluate(() => void (location.hash = '#/transfer/export'));
  await page.getByRole('button', { name: /^Export…/ }).waitFor();
  const asked = await hold(/\/polydesk\/v1\/exports$/, 'POST', 'behind');
  await page.keyboard.press('Control+Enter');
  await asked.came();
  await page.keyboard.press('Control+Enter');
  await asked.release();
  await page.getByText(/exported as/).waitFor();
  const jobs = await app.api<{ kind: string }[]>('GET', '/polydesk/v1/jobs');
  expect(jobs.filter(({ kind }) => kind === 'export')).toHaveLength(1);
});

test('import: cancelled while it is still asked for, it is cancelled as soon as it is known', async () => {
  const { page } = app;
  await goTo('transfer');
  await page.setInputFiles('main input[type=file]', fixture);
  await page.getByRole('listbox').waitFor();
  const { promise: gone, resolve: letGo } = Promise.withResolvers<void>();
  const states: string[] = [];
  await page.route('**/polydesk/v1/jobs/*/apply', async (route) => {
    await gone;
    await route.fulfill({ status: 202, json: { job: 77 } });
  });
  await page.route('**/polydesk/v1/jobs/77', async (route) => {
    const state = states.length > 0 || route.request().method() === 'DELETE' ? 'cancelled' : 'running';
    if (state === 'cancelled') states.push(state);
    await route.fulfill({ json: { id: 77, kind: 'import', state, done: 0, total: 0, report: null, entry: null } });
  });
  const asked = page.waitForRequest('**/polydesk/v1/jobs/*/apply');
  await page.getByRole('button', { name: /^Import \d+ items/ }).click();
  await asked;
  await page.getByRole('button', { name: 'Cancel' }).click();
  letGo();
  await page.getByText('The import was cancelled. Nothing was changed.').waitFor();
});
