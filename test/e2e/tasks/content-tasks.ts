// Tasks of an editor: missing, new, related and outdated translations.
import { expect } from 'vitest';
import type { App } from '../app.ts';
import { createReturn, paragraph, versionOf } from './site.ts';
import type { Task } from './task.ts';

/** The site as it was before the first of the two ways. */
const startOver = createReturn();

const row = ({ page }: App, title: string) =>
  page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) });
const focusIn = ({ page }: App, name: RegExp) =>
  page.getByRole('textbox', { name }).and(page.locator(':focus')).waitFor();
/** The grid of the posts, with the focus on the title of one of them. */
async function toRow(app: App, hand: Parameters<Task['keys']>[1], title: string): Promise<void> {
  await hand.press('Control+2');
  await row(app, title).waitFor();
  await hand.reach(app.page.getByRole('grid'), 'F6');
  await hand.reach(row(app, title), 'ArrowDown');
}

/** What is finished goes on to the next item, or back to where one came from. */
async function untilLeft(app: App, title: string, lang: string): Promise<void> {
  const id = (await versionOf(app, title, lang))?.id ?? 0;
  const hash = () => new URL(app.page.url()).hash;
  await expect.poll(hash).not.toMatch(new RegExp(`^#/edit/post/${id}\\b`));
}

const findMissing: Task = {
  name: 'Find what is missing in one language',
  most: { mouse: 1, keys: 3 },
  prepare: startOver,
  mouse: ({ page }, hand) => hand.click(page.getByRole('link', { name: 'French, Posts: 50%, 2 missing' })),
  async keys({ page }, hand) {
    const cell = page.getByRole('link', { name: 'French, Posts: 50%, 2 missing' });
    await cell.waitFor();
    await hand.reach(page.getByRole('grid'), 'F6');
    await hand.reach(cell, 'ArrowRight');
    await hand.press('Enter');
  },
  async check(app) {
    for (const title of ['Fix a flat tyre', 'A chain that lasts']) await row(app, title).waitFor();
    expect(new URL(app.page.url()).hash).toBe('#/posts?state=todo&lang=fr');
    await app.page.getByRole('tab', { name: /^To do/, selected: true }).waitFor();
  },
};

const translate: Task = {
  name: 'Translate a post beside its source',
  most: { mouse: 7, keys: 12 },
  prepare: startOver,
  async mouse(app, hand) {
    const { page } = app;
    await hand.click(page.getByRole('link', { name: /^Posts/ }));
    await hand.click(row(app, 'A chain that lasts').getByRole('rowheader'));
    await hand.click(page.getByRole('button', { name: 'New translation in German' }));
    await focusIn(app, /^Title, German/);
    await hand.write('Eine Kette, die hält');
    await hand.click(page.getByRole('textbox', { name: /^Paragraph, German/ }));
    await hand.write('Eine Kette.');
    await hand.click(page.getByRole('button', { name: /^Finish/ }));
  },
  async keys(app, hand) {
    await toRow(app, hand, 'A chain that lasts');
    await hand.reach(row(app, 'A chain that lasts').getByRole('gridcell', { name: /^German: missing/ }), 'ArrowRight');
    await hand.press('n');
    await focusIn(app, /^Title, German/);
    await hand.write('Eine Kette, die hält');
    await hand.press('Control+ArrowDown');
    await focusIn(app, /^Paragraph, German/);
    await hand.write('Eine Kette.');
    await hand.press('Control+Enter');
  },
  async check(app) {
    await expect
      .poll(() => versionOf(app, 'A chain that lasts', 'de'))
      .toMatchObject({ title: { raw: 'Eine Kette, die hält' }, content: { raw: paragraph('Eine Kette.') } });
    await untilLeft(app, 'A chain that lasts', 'de');
  },
};

const link: Task = {
  name: 'Link two posts that exist',
  most: { mouse: 5, keys: 11 },
  prepare: startOver,
  async mouse(app, hand) {
    const { page } = app;
    await hand.click(page.getByRole('link', { name: /^Posts/ }));
    await hand.click(row(app, 'Fix a flat tyre').getByRole('rowheader'));
    await hand.click(page.getByRole('button', { name: 'Link French…' }));
    const dialog = page.getByRole('dialog', { name: 'Link a version in French' });
    await hand.click(dialog.getByRole('option', { name: /Réparer un pneu/ }));
    await hand.click(dialog.getByRole('button', { name: 'Link', exact: true }));
  },
  async keys(app, hand) {
    await toRow(app, hand, 'Fix a flat tyre');
    await hand.reach(row(app, 'Fix a flat tyre').getByRole('gridcell', { name: /^French: missing/ }), 'ArrowRight');
    await hand.press('l');
    const dialog = app.page.getByRole('dialog', { name: 'Link a version in French' });
    await dialog.getByRole('combobox').and(app.page.locator(':focus')).waitFor();
    await hand.write('pneu');
    await dialog.getByRole('option', { name: /Réparer un pneu/, selected: true }).waitFor();
    await expect.poll(() => dialog.getByRole('option').count()).toBe(1);
    await hand.press('Enter');
  },
  async check(app) {
    await app.page.getByRole('dialog').waitFor({ state: 'detached' });
    await row(app, 'Fix a flat tyre')
      .getByRole('gridcell', { name: /^French: translated/ })
      .waitFor();
    expect((await versionOf(app, 'Fix a flat tyre', 'fr'))?.title.raw).toBe('Réparer un pneu');
  },
};

const fixStale: Task = {
  name: 'Fix a translation whose source has changed',
  most: { mouse: 3, keys: 3 },
  prepare: startOver,
  async mouse(app, hand) {
    const { page } = app;
    const queue = page.getByRole('complementary', { name: 'Work queue' });
    await hand.click(queue.getByRole('link', { name: /Night riding/ }));
    await hand.click(page.getByRole('button', { name: /^Apply/ }));
    await hand.click(page.getByRole('button', { name: /^Finish/ }));
  },
  async keys(app, hand) {
    await app.page
      .getByRole('link', { name: /1 needs an update/ })
      .first()
      .waitFor();
    await hand.press('Control+j');
    await focusIn(app, /^Paragraph, French/);
    await hand.press('Alt+a', 'Control+Enter');
  },
  async check(app) {
    await expect
      .poll(async () => (await versionOf(app, 'Night riding', 'fr'))?.content.raw)
      .toBe(paragraph('Un phare de 400 lumens suffit.'));
    await untilLeft(app, 'Night riding', 'fr');
  },
};

export const contentTasks: readonly Task[] = [findMissing, translate, link, fixStale];
