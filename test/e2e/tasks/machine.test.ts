// Machine translation, as a person uses it, with a stand-in for the service on this computer.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GOOD_KEY, playTranslator, type PlayedTranslator } from '../../support/translator.ts';
import { places, placesOf, seriousFaults, undoMessage, untilFocusIn, useApp, type App } from '../app.ts';

let app: App;
let service: PlayedTranslator;
let before: string | undefined;
beforeAll(async () => {
  service = await playTranslator();
  before = process.env['POLYDESK_TEST_TRANSLATOR'];
  process.env['POLYDESK_TEST_TRANSLATOR'] = service.url;
});
afterAll(async () => {
  if (before === undefined) delete process.env['POLYDESK_TEST_TRANSLATOR'];
  else process.env['POLYDESK_TEST_TRANSLATOR'] = before;
  await service.close();
});

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const SLOWLY = paragraph('Ride <a href="/slowly">slowly</a> with [gallery ids="1,2"] at night.');
const CONTENT = [SLOWLY, paragraph('Use a bell.'), paragraph('Wear a helmet.')].join('\n\n');
const make = (body: object) => app.api<{ id: number }>('POST', '/wp/v2/posts', { status: 'publish', ...body });
const raw = async (id: number) =>
  (await app.api<{ content: { raw: string } }>('GET', `/wp/v2/posts/${id}?context=edit`)).content.raw;
const text = (name: string | RegExp) => app.page.getByRole('textbox', { name });
const button = (name: string | RegExp) => app.page.getByRole('button', { name });
const focused = () => app.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
const open = (item: string) => app.page.evaluate((hash) => void (location.hash = hash), item);
const sent = () => service.seen.flatMap(({ form }) => form.getAll('text'));

/** What is stored of the French version: nothing before its first word is saved. */
async function rawFrench(source: number): Promise<string | undefined> {
  const path = `/polydesk/v1/items/post/${source}`;
  const { items } = await app.api<{ items: Record<string, { id: number }> }>('GET', path);
  return items['fr'] && raw(items['fr'].id);
}

/** Opens the French version of a new post, of which nothing is written yet; answers the id of its source. */
async function makeDraft(title: string): Promise<number> {
  const source = await make({ title, content: CONTENT, lang: 'en' });
  await open(`#/edit/post/${source.id}?lang=fr`);
  await app.page.getByRole('heading', { name: title }).waitFor();
  await expect.poll(focused).toBe('Title, French');
  return source.id;
}

/** The browser itself says in its console that a request failed: once for each refusal a test makes. */
function expectRefusals(pattern = /status of 50\d .*\/polydesk\/v1\/translate/): void {
  const isRefusal = (fault: string) => pattern.test(fault);
  app.faults.splice(0, app.faults.length, ...app.faults.filter((fault) => !isRefusal(fault)));
}

describe.each(placesOf('browser'))('in the %s', (place) => {
  useApp(place, '#/languages', (opened) => (app = opened));

  test('off by default: no button, and the key explains why', async () => {
    for (const locale of ['en_US', 'fr_FR', 'ar']) await app.api('POST', '/pll/v1/languages', { locale });
    service.mood = 'well';
    service.seen = [];
    await makeDraft('Off');
    expect(await button(/by machine/).count()).toBe(0);
    await app.page.keyboard.press('Control+m');
    await app.page.getByText('Machine translation is off').waitFor();
    expect(service.seen).toEqual([]);
  });

  test('switched on, with a key that is tested before it is saved', async () => {
    const { page } = app;
    await open('#/settings/machine-translation');
    await page.getByRole('switch', { name: /Use machine translation/ }).click();
    await page.locator('[data-field$="api_key"] input').fill('wrong');
    await button('Test').click();
    await page.getByText('does not accept the key').waitFor();
    await page.locator('[data-field$="api_key"] input').fill(GOOD_KEY);
    await button('Test').click();
    await page.getByText('318,220 of 500,000').waitFor();
    expectRefusals();
    await page.keyboard.press('Control+s');
    await page
      .getByRole('status')
      .getByText(/machine_translation_enabled/)
      .first()
      .waitFor();
    await page.getByRole('textbox', { name: 'Text in English' }).fill('Would you like a bike?');
    await button('Translate').click();
    await page.getByText('FR: Would you like a bike?').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  test('one text by its button: marks are kept, it is marked until confirmed, and can be undone', async () => {
    const { page } = app;
    service.seen = [];
    await makeDraft('Slowly');
    await button('Translate by machine: Paragraph').first().click();
    const box = text('Paragraph, French').first();
    await expect.poll(() => box.textContent()).toContain('FR: Ride slowly');
    expect(sent()).toEqual(['Ride <g id="0">slowly</g> with <x id="1"/> at night.']);
    await page.getByText('By machine', { exact: true }).waitFor();
    await undoMessage(page, '1 part translated by machine');
    // The words of the source stand there again.
    await expect.poll(() => box.textContent()).toContain('Ride slowly with');
    await button('Translate by machine: Paragraph').first().click();
    await button('Mark as correct').click();
    await expect.poll(() => page.getByText('By machine', { exact: true }).count()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
  });

  test('by keyboard alone: one text, then all that is missing; kept, saved, and the structure is that of the source', async () => {
    const { page } = app;
    const id = await makeDraft('Keys');
    await page.keyboard.press('Control+m');
    await expect.poll(() => text('Title, French').textContent()).toBe('FR: Keys');
    await expect.poll(focused).toBe('Title, French');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('missing parts by machine');
    await page.getByRole('option', { name: /Translate 3 missing parts/ }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByText('By machine', { exact: true }).count()).toBe(4);
    await page.keyboard.press('Control+s');
    // The words of a test before may still stand there: what is stored tells.
    await expect
      .poll(() => rawFrench(id))
      .toBe(CONTENT.replace('Ride', 'FR: Ride').replace('Use', 'FR: Use').replace('Wear', 'FR: Wear'));
    await page.reload();
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await expect.poll(() => page.getByText('By machine', { exact: true }).count()).toBe(4);
    // What nobody looked at is not done.
    await page.keyboard.press('Control+Enter');
    const left = page.getByRole('dialog', { name: '4 parts of the French text are left' });
    await left.waitFor();
    await untilFocusIn(left);
    await page.keyboard.press('Escape');
  });

  test('a selection of several texts is translated together, and undone from the palette', async () => {
    const { page } = app;
    service.mood = 'well';
    await makeDraft('Selection');
    service.seen = [];
    // Until its buttons are there, rows may still grow.
    await button('Translate by machine: Paragraph').last().waitFor();
    const source = (words: string) => page.locator('[data-row] .source', { hasText: words }).locator('[lang]').last();
    const [from, to] = [await source('Use a bell').boundingBox(), await source('Wear a helmet').boundingBox()];
    await page.mouse.move((from?.x ?? 0) + 4, (from?.y ?? 0) + 8);
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 60, (to?.y ?? 0) + 10, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.press('Control+m');
    await expect.poll(() => page.getByText('By machine', { exact: true }).count()).toBe(2);
    expect(sent()).toEqual(['Use a bell.', 'Wear a helmet.']);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('undo the machine');
    await page.getByRole('option', { name: /Undo the machine translation/ }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByText('By machine', { exact: true }).count()).toBe(0);
    expect(await text('Paragraph, French').last().textContent()).toBe('Wear a helmet.');
  });

  test('a selection of the list by key: missing versions become drafts, and the filter finds them until they are confirmed', async () => {
    const { page } = app;
    service.mood = 'well';
    service.seen = [];
    const [bell, helmet] = [
      await make({ title: 'Bell ring', content: SLOWLY, lang: 'en' }),
      await make({ title: 'Helmet on', lang: 'en' }),
    ];
    await open('#/posts?search=Bell ring');
    await page.getByRole('row', { name: /Bell ring/ }).waitFor();
    await open('#/posts?orderby=id&order=desc');
    const cell = (title: string) => page.getByRole('row', { name: title }).getByRole('gridcell', { name: /French/ });
    await cell('Helmet on').click({ position: { x: 4, y: 4 } });
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Translate by machine' });
    await dialog.getByText(/Sends the missing texts of 2 translations to DeepL/).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(sent()).toEqual([]);
    await untilFocusIn(dialog);
    await page.keyboard.press('Control+Enter');
    await page.getByText('2 machine translations saved as drafts.').waitFor();
    expect(sent()).toEqual(['Helmet on', 'Bell ring', 'Ride <g id="0">slowly</g> with <x id="1"/> at night.']);
    const group = await app.api<{ items: Record<string, { id: number; state: string }> }>(
      'GET',
      `/polydesk/v1/items/post/${bell.id}`,
    );
    const { id = 0, state } = group.items['fr'] ?? {};
    expect(state).toBe('draft');
    expect(await raw(id)).toBe(SLOWLY.replace('Ride', 'FR: Ride'));

    await button('Filter').and(page.locator('.face')).last().click();
    await page.getByRole('menuitem', { name: 'Has machine translation' }).click();
    await expect.poll(() => page.getByRole('row', { name: /Bell ring|Helmet on/ }).count()).toBe(2);
    await app.api('POST', `/polydesk/v1/staleness/post/${id}/confirm`, {});
    await page.reload();
    await page.getByRole('row', { name: /Helmet on/ }).waitFor();
    expect(await page.getByRole('row', { name: /Bell ring/ }).count()).toBe(0);
    expect(helmet.id).toBeGreaterThan(0);
  });

  test('the translation of a selection is undone as a whole; one article needs no selection', async () => {
    const { page } = app;
    const whistle = await make({ title: 'Whistle', lang: 'en' });
    await open('#/posts?orderby=id&order=desc&lang=en');
    await page
      .getByRole('row', { name: 'Whistle' })
      .getByRole('gridcell', { name: /French/ })
      .click({ position: { x: 4, y: 4 } });
    await page.keyboard.press('m');
    await page.getByText(/Sends the missing texts of 1 translation/).waitFor();
    await untilFocusIn(page.getByRole('dialog', { name: 'Translate by machine' }));
    await page.keyboard.press('Control+Enter');
    await undoMessage(page, '1 machine translation saved as a draft.');
    const languages = async () =>
      Object.keys((await app.api<{ items: object }>('GET', `/polydesk/v1/items/post/${whistle.id}`)).items);
    await expect.poll(languages).toEqual(['en']);
  });

  test('a service that fails: the text stays, the row shows why, and Retry repeats the request', async () => {
    const { page } = app;
    service.mood = 'used up';
    const id = await makeDraft('Fails');
    await button('Translate by machine: Paragraph').first().click();
    await page.getByText('used up for this period').waitFor();
    service.mood = 'lost marks';
    await button('Try again').click();
    await page.getByText('changed links or marks').waitFor();
    expect(await text('Paragraph, French').first().textContent()).toContain('Ride slowly with');
    service.mood = 'slow';
    await button('Try again').click();
    await page.getByText('Translating…').waitFor();
    await expect.poll(() => text('Paragraph, French').first().textContent()).toContain('FR: Ride');
    service.mood = 'well';
    // What the machine wrote is stored when the editor saves, not before.
    expect((await rawFrench(id)) ?? '').not.toContain('FR:');
    expectRefusals();
  });
});

describe.each(places)('in the %s', (place) => {
  useApp(place, '#/overview', (opened) => (app = opened));

  test('the diagnostics are a file, from the About box by mouse and from the palette by keys', async () => {
    const { page } = app;
    const keys = ['polydesk', 'made_at', 'system', 'site', 'numbers', 'settings', 'failed_requests', 'faults'];
    const saving = async (act: () => Promise<void>) => {
      const saving = page.waitForEvent('download');
      await act();
      const saved = await saving;
      expect(saved.suggestedFilename()).toMatch(/^polydesk-diagnostics-\d{4}-\d\d-\d\d\.json$/);
      // Where the window puts it is for its dialog to say.
      if (place === 'window') return;
      expect(Object.keys(JSON.parse(readFileSync(await saved.path(), 'utf8')) as object)).toEqual(keys);
    };
    await page.locator('main :is(h1, h2)').first().waitFor();
    await saving(async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Command palette' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('diagnostics');
      await page.getByRole('option', { name: /Save diagnostics/ }).waitFor();
      await page.keyboard.press('Enter');
    });
    await page.evaluate(() => void (location.hash = '#/preferences'));
    await button('About Polydesk').click();
    await saving(() => button('Save diagnostics…').click());
    await page.keyboard.press('Escape');
    // The list of licences is written by a whole build only.
    expectRefusals(/licences\.json/);
  });
});
