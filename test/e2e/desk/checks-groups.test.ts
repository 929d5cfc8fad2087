// Findings over the site by check, by language and by item, and the keys that go through them.
import { expect, test } from 'vitest';
import { seriousFaults, useApp, type App } from '../app.ts';
import { choose, makeNightRide } from './checks-site.ts';
import { picture } from './pictures.ts';

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

const go = (hash: string) => app.page.evaluate((to) => void (location.hash = to), hash);
const press = (keys: string) => app.page.keyboard.press(keys);
const beside = (screen: string) =>
  app.page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: screen });
const cell = (name: string) => app.page.getByRole('grid', { name: 'Checks' }).getByRole('button', { name });
const findings = () => app.page.getByRole('complementary', { name: 'Findings' });
let target = 0;
const stored = async () =>
  (await app.api<{ content: { raw: string } }>('GET', `/wp/v2/posts/${target}?context=edit`)).content.raw;
/** Takes the last change back: a message with Undo is gone on a slow computer. */
async function undo(): Promise<void> {
  const { latest } = await app.api<{ latest: number }>('GET', '/polydesk/v1/changes');
  await app.api('POST', `/polydesk/v1/history/${latest}/undo`, {});
}
/** At 1280 by 800 in both themes, and at 900 by 600. */
async function pictures(name: string): Promise<void> {
  const { page } = app;
  await picture(page, name);
  expect(await seriousFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 900, height: 600 });
  await picture(page, `${name}-900`);
  expect(await seriousFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
}
const by = (name: string) => app.page.getByRole('tab', { name, exact: true });
const grid = () => app.page.getByRole('grid', { name: 'Checks' });

test('the site', async () => {
  target = await makeNightRide(app);
});

test('findings by language: under each its checks, whose count shows the findings', async () => {
  const { page } = app;
  await go('#/checks');
  await by('By check').focus();
  await press('ArrowRight');
  await by('By language').and(page.locator('[aria-selected="true"]')).waitFor();
  await grid().getByRole('rowheader', { name: 'Français' }).waitFor();
  await cell('Arabic, 2, Numbers differ').focus();
  await press('Enter');
  await findings().getByText('Arabic · 2 findings').waitFor();
  await pictures('checks-language');
  // One ring, that of the cell, also around the number whose findings are shown.
  await cell('Arabic, 2, Numbers differ').focus();
  const rings = (element: Element) => {
    const ofBorder = getComputedStyle(element).borderTopColor !== 'rgba(0, 0, 0, 0)';
    const around = [element, element.closest('[role="gridcell"]')].filter(
      (one) => one && getComputedStyle(one).outlineStyle !== 'none',
    );
    return around.length + Number(ofBorder);
  };
  expect(await cell('Arabic, 2, Numbers differ').evaluate(rings)).toBe(1);
  // A row of a language has no button and takes the focus itself.
  await press('ArrowUp');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('gridcell');
});

test('findings by item: with the arrows each item shows its own, which are fixed and ignored there', async () => {
  const { page } = app;
  const rows = grid().getByRole('row');
  await by('By item').click();
  await grid().getByRole('rowheader', { name: 'Rouler de nuit' }).waitFor();
  const items = await app.api<{ title: string; lang: string; count: number }[]>('GET', '/polydesk/v1/findings/items');
  expect(await rows.count()).toBe(items.length + 1);
  const at = items.findIndex(({ title }) => title === 'Rouler de nuit');
  await rows.nth(1).getByRole('rowheader').focus();
  for (let n = 0; n < at; n++) await press('ArrowDown');
  await findings().getByRole('heading', { name: 'Rouler de nuit' }).waitFor();
  await findings()
    .getByText(`French · ${items[at]?.count ?? 0} findings`)
    .waitFor();
  await findings().getByRole('link', { name: 'Double space' }).waitFor();
  await pictures('checks-item');
  const before = await stored();
  await findings().getByRole('button', { name: 'Fix 1', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Apply 1 safe fix…' });
  await dialog.getByRole('cell', { name: 'Double space' }).waitFor();
  await press('Control+Enter');
  // While the dialog closes, nothing behind it has a role: the list alone is no sign.
  await expect.poll(stored).toContain('Roulez lentement.');
  await expect.poll(() => findings().getByRole('link', { name: 'Double space' }).count()).toBe(0);
  await undo();
  await findings().getByRole('link', { name: 'Double space' }).waitFor();
  expect(await stored()).toBe(before);
  // A filter lists fewer items.
  await page.getByRole('searchbox', { name: 'Find in findings' }).fill('roulez  lentement');
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('searchbox', { name: 'Find in findings' }).fill('');
  await expect.poll(() => rows.count()).toBe(items.length + 1);
});

test('the grouping is kept, beside ignored findings and the finished site', async () => {
  const { page } = app;
  await go('#/glossary');
  await page.getByRole('heading', { name: 'Glossary' }).waitFor();
  await beside('Checks').click();
  await by('By item').and(page.locator('[aria-selected="true"]')).waitFor();
  await by('Finished site').click();
  await page.getByRole('button', { name: 'Check all pages' }).first().waitFor();
  await page.reload();
  await by('Finished site').and(page.locator('[aria-selected="true"]')).waitFor();
  await beside('Checks').click();
  await by('By item').and(page.locator('[aria-selected="true"]')).waitFor();
  await grid().getByRole('rowheader').first().waitFor();
  await choose(app.page, 'Ignored 0', 'Ignored');
  await page.getByText('Nothing is ignored').waitFor();
  await page.getByRole('button', { name: 'Remove Ignored 0' }).click();
  await grid().getByRole('rowheader').first().waitFor();
  await by('By check').click();
  await cell('French, 1, Double space').waitFor();
});

test('keys go through the findings of the screen, fix the one they are at, and ignore it', async () => {
  const { page } = app;
  const status = page.locator('footer[aria-label="Status"]');
  const isAt = (at: number) =>
    expect
      .poll(() =>
        findings()
          .locator('li')
          .evaluateAll((all) => all.findIndex((one) => one.matches('.on:focus-within'))),
      )
      .toBe(at);
  const heading = (name: string) => findings().getByRole('heading', { name });
  const before = await stored();
  await go('#/checks');
  // Afresh: no finding is the current one yet.
  await page.reload();
  await cell('French, 1, Double space').focus();
  for (const hint of ['Cell', 'Show findings', 'Next finding']) await status.getByText(hint).waitFor();
  await heading('Numbers differ').waitFor();
  await findings().getByRole('link').first().waitFor();
  await press('F8');
  await isAt(0);
  await press('F8');
  await isAt(1);
  const own = findings().getByRole('link', { name: 'Rouler de nuit' });
  await cell('French, 1, Double space').click();
  await heading('Double space').waitFor();
  await own.focus();
  for (const hint of ['Fix', 'Ignore']) await status.getByText(hint).waitFor();
  await pictures('checks-keys');
  // The pane is there again in the wide window.
  await own.waitFor();
  for (const hint of ['Fix', 'Ignore']) await status.getByText(hint).waitFor();
  await press('Alt+f');
  await expect.poll(stored).toContain('Roulez lentement.');
  await expect.poll(() => cell('French, 1, Double space').count()).toBe(0);
  await undo();
  expect(await stored()).toBe(before);
  await cell('French, 1, Double space').click();
  await heading('Double space').waitFor();
  await own.focus();
  // Past the only finding of this cell is the first one of the next, and back again.
  await press('F8');
  await heading('Numbers differ').waitFor();
  await isAt(0);
  await press('Shift+F8');
  await heading('Double space').waitFor();
  await isAt(0);
  await press('Alt+i');
  await page.getByRole('button', { name: 'Ignored 1' }).waitFor();
  await expect.poll(() => cell('French, 1, Double space').count()).toBe(0);
  await undo();
  await cell('French, 1, Double space').waitFor();
});
