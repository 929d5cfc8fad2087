// Findings are chosen by ticks: those are fixed or ignored at once, and nothing else.
import { expect, test } from 'vitest';
import { holdMessage, seriousFaults, undoMessage, useApp, type App } from '../app.ts';
import { choose, makeNightRide, paragraph } from './checks-site.ts';
import { picture } from './pictures.ts';

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

const press = (keys: string) => app.page.keyboard.press(keys);
const cell = (name: string) => app.page.getByRole('grid', { name: 'Checks' }).getByRole('button', { name });
const findings = () => app.page.getByRole('complementary', { name: 'Findings' });
const tick = (name: string | RegExp) => findings().getByRole('checkbox', { name });
const isTicked = (name: string | RegExp, state: 'true' | 'false' | 'mixed') =>
  tick(name)
    .and(app.page.locator(`[aria-checked="${state}"]`))
    .waitFor();
const button = (name: string) => findings().getByRole('button', { name, exact: true });
const isDisabled = (name: string) => button(name).and(app.page.locator(':disabled')).waitFor();
const words = ['Partez  tôt.', 'Gonflez  les pneus.', 'Buvez  souvent.'];
let target = 0;
const stored = async () =>
  (await app.api<{ content: { raw: string } }>('GET', `/wp/v2/posts/${target}?context=edit`)).content.raw;

test('the site', async () => {
  await makeNightRide(app);
  const make = (body: object) => app.api<{ id: number }>('POST', '/wp/v2/posts', { status: 'publish', ...body });
  const content = (texts: readonly string[]) => texts.map(paragraph).join('\n');
  const source = await make({
    ...{ title: 'Ten 2 nine', lang: 'en' },
    content: content(['Leave at 800.', 'Check 21 tyres.', 'Drink 35 often.']),
  });
  const made = { title: 'Dix', lang: 'fr', content: content(words), translations: { en: source.id } };
  target = (await make(made)).id;
});

test('what has a safe fix is ticked: Space and clicks take it out, and the rest is fixed as one entry', async () => {
  const { page } = app;
  await page.evaluate(() => void (location.hash = '#/checks'));
  await cell('French, 4, Double space').click();
  await button('Fix 4').waitFor();
  await isTicked('Choose all', 'true');
  // By key, at the finding that has the focus.
  await findings().getByRole('link', { name: 'Rouler de nuit' }).focus();
  await press('Space');
  await isTicked(/^Rouler de nuit/, 'false');
  await button('Fix 3').waitFor();
  await findings().getByRole('status').getByText('Rouler de nuit: not chosen').waitFor();
  // By mouse; the other findings of the item stay chosen.
  await tick(/^Dix/).nth(1).click();
  await button('Fix 2').waitFor();
  await isTicked('Choose all', 'mixed');
  // From the table, where the arrows are.
  await findings().getByRole('link', { name: 'Rouler de nuit' }).focus();
  await cell('French, 4, Double space').focus();
  const status = page.locator('footer[aria-label="Status"]');
  await expect
    .poll(() =>
      status.locator('.hint').evaluateAll((all) => all.map((one) => one.textContent.replace(/\s+/g, ' ').trim())),
    )
    .toEqual(
      expect.arrayContaining([
        '↑↓←→ Cell',
        '↵ Show findings',
        'Space Choose',
        'F8 Next finding',
        'AltF Fix',
        'AltI Ignore',
      ]),
    );
  await status.getByText('Double space, French: 4').waitFor();
  await press('Space');
  await isTicked(/^Rouler de nuit/, 'true');
  await press('Space');
  await isTicked(/^Rouler de nuit/, 'false');
  await cell('French, 4, Double space').and(page.locator(':focus')).waitFor();
  await picture(page, 'checks-ticks');
  expect(await seriousFaults(page)).toEqual([]);
  const before = await stored();
  await button('Fix 2').click();
  const dialog = page.getByRole('dialog', { name: 'Apply 2 safe fixes…' });
  await dialog.getByRole('listitem').nth(1).waitFor();
  expect(await dialog.getByRole('listitem').count()).toBe(2);
  await press('Control+Enter');
  await holdMessage(page, '2 findings fixed');
  const raw = await stored();
  expect([raw.includes('Partez tôt.'), raw.includes(words[1] ?? ''), raw.includes('Buvez souvent.')]).toEqual([
    ...[true, true, true],
  ]);
  await cell('French, 2, Double space').waitFor();
  await undoMessage(page, '2 findings fixed');
  await cell('French, 4, Double space').waitFor();
  expect(await stored()).toBe(before);
  // The button of a single finding fixes that one alone.
  await findings().getByRole('listitem').filter({ hasText: 'Gonflez' }).getByRole('button', { name: 'Fix' }).click();
  await holdMessage(page, '1 finding fixed');
  expect(await stored()).toBe(before.replace('Gonflez  les', 'Gonflez les'));
  await undoMessage(page, '1 finding fixed');
  await cell('French, 4, Double space').waitFor();
});

test('what has no safe fix is chosen by hand, and ignored after a question: it can be undone, or shown again', async () => {
  const { page } = app;
  const { count = 0 } =
    (await app.api<{ lang: string; check: string; count: number }[]>('GET', '/polydesk/v1/findings/counts')).find(
      ({ lang, check }) => lang === 'fr' && check === 'numbers',
    ) ?? {};
  expect(count).toBeGreaterThan(3);
  const all = cell(`French, ${count}, Numbers differ`);
  await all.click();
  await findings().getByRole('heading', { name: 'Numbers differ' }).waitFor();
  await isTicked('Choose all', 'false');
  await isDisabled('Ignore…');
  await isDisabled('Fix');
  await tick('Choose all').focus();
  await press('Space');
  await isTicked('Choose all', 'true');
  await isDisabled('Fix');
  await button('Ignore…').click();
  const question = page.getByRole('alertdialog', { name: `Ignore ${count} findings?` });
  await question.waitFor();
  await picture(page, 'checks-ignore');
  expect(await seriousFaults(page, 'front')).toEqual([]);
  await press('Escape');
  await question.waitFor({ state: 'detached' });
  await all.waitFor();
  await button('Ignore…').click();
  await question.getByRole('button', { name: `Ignore ${count}` }).click();
  await holdMessage(page, /findings ignored until/);
  await expect.poll(() => all.count()).toBe(0);
  await undoMessage(page, /findings ignored until/);
  await all.waitFor();
  // Of two findings, the one that is chosen.
  await all.click();
  await findings().getByRole('heading', { name: 'Numbers differ' }).waitFor();
  await isTicked('Choose all', 'false');
  await tick(/^Rouler de nuit/)
    .first()
    .click();
  await button('Ignore…').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Ignore / })
    .click();
  await expect.poll(() => all.count()).toBe(0);
  await choose(page, `Ignored 2`, 'Ignored');
  await cell('French, 2, Numbers differ').click();
  await isDisabled('Show again');
  await tick(/^Rouler de nuit/)
    .first()
    .click();
  await findings().locator('.foot').getByRole('button', { name: 'Show again' }).click();
  await page.getByText('Nothing is ignored').waitFor();
  await page.getByRole('button', { name: 'Remove Ignored 0' }).click();
  await all.waitFor();
});

test('in a small window', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 900, height: 600 });
  await cell('French, 4, Double space').click();
  const sheet = page.getByRole('dialog', { name: 'Findings' });
  await sheet.getByRole('button', { name: /^Fix \d/ }).waitFor();
  await picture(page, 'checks-ticks-900');
  expect(await seriousFaults(page)).toEqual([]);
  await press('Escape');
});

test.each(['checks', 'glossary'])('%s: the head has one line from 1280 pixels on, in each language', async (screen) => {
  const { page } = app;
  const locale = (code: string) =>
    page.evaluate((to) => {
      const kept = JSON.parse(localStorage.getItem('polydesk.preferences') ?? '{}') as object;
      localStorage.setItem('polydesk.preferences', JSON.stringify({ ...kept, locale: to }));
    }, code);
  await page.evaluate((to) => void (location.hash = `#/${to}`), screen);
  for (const code of ['en', 'fr', 'ar']) {
    await locale(code);
    await page.reload();
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole('grid').getByRole('rowheader').first().waitFor();
      const places = await page.locator('main .head:has(h1)').evaluate((head) => {
        const rects = [...head.querySelectorAll('h1, [role=tab], .actions, .actions button')].map((one) =>
          one.getBoundingClientRect(),
        );
        const { left, right, height } = head.getBoundingClientRect();
        return { height, isInside: rects.every((one) => one.left >= left && one.right <= right && one.height < 40) };
      });
      expect([code, width, places]).toEqual([code, width, { height: places.height, isInside: true }]);
      expect(places.height).toBeLessThan(60);
      await picture(page, `${screen}-head-${code}-${width}`);
    }
  }
  await locale('en');
});
