// A translator's tasks on many texts: filling them, sending them to OmegaT and back, replacing words, the strings of the site.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { untilFocusIn, type App } from '../app.ts';
import {
  add,
  languages,
  nextNumber,
  rawOf,
  translated,
  untilLearned,
  untilStored,
  withoutFaults,
  withTargets,
} from './desk-site.ts';
import type { Task } from './task.ts';

const path = join(tmpdir(), `polydesk-tasks-${process.pid}.xlf`);
let source = 0;
let target = 0;
let words = '';

/** The number of the French version of `source`; 0 while there is none. */
async function french({ api }: App): Promise<number> {
  const { items } = await api<{ items: Record<string, { id: number }> }>('GET', `/polydesk/v1/items/post/${source}`);
  return items['fr']?.id ?? 0;
}
const textHere = async (app: App): Promise<string> => {
  const id = await french(app);
  return id === 0 ? '' : rawOf(app, id);
};

/** The next file can be chosen. */
const beginAnew = ({ page }: App) => page.getByRole('button', { name: 'Import another file' }).click();

const pretranslate: Task = {
  name: 'Fill what the memory knows',
  most: { mouse: 3, keys: 5 },
  async prepare(app) {
    await languages(app);
    const number = nextNumber();
    words = `Freinez avant le virage ${number}.`;
    const known = `Brake before the bend ${number}.`;
    await add(app, 'fr', [words], await add(app, 'en', [known]));
    source = await add(app, 'en', [known]);
    await untilLearned(app);
    return '#/memory';
  },
  async mouse({ page }, hand) {
    await hand.click(page.getByRole('button', { name: 'Fill from memory…' }));
    const dialog = page.getByRole('dialog', { name: 'Fill from memory' });
    await hand.click(dialog.getByRole('button', { name: /^Look for matches/ }));
    await hand.click(dialog.getByRole('button', { name: /^Fill \d+ part/ }));
  },
  async keys({ page }, hand) {
    await hand.press('Control+k');
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await hand.write('Fill from memory');
    await page.getByRole('option', { name: /^Fill from memory/ }).waitFor();
    await hand.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Fill from memory' });
    await untilFocusIn(dialog);
    await hand.press('Control+Enter');
    await dialog.getByText(/can be filled, in/).waitFor();
    await hand.press('Control+Enter');
  },
  check: (app) => expect.poll(() => textHere(app)).toContain(words),
};

/** Keeps the file that is saved, translated. */
async function takeFile(app: App, click: () => Promise<void>): Promise<void> {
  const saved = app.page.waitForEvent('download');
  await click();
  await saved;
  const jobs = await app.api<{ id: number; kind: string }[]>('GET', '/polydesk/v1/jobs');
  const job = jobs.filter(({ kind }) => kind === 'export').sort((a, b) => b.id - a.id)[0]?.id ?? 0;
  const file = await app.text(`/polydesk/v1/jobs/${job}/file`);
  writeFileSync(path, withTargets(file, { [words]: `Traduit : ${words}` }));
}

const thereAndBack: Task = {
  name: 'Export for OmegaT, and take it back',
  most: { mouse: 7, keys: 28 },
  async prepare(app) {
    await languages(app);
    words = `Signal before turning ${nextNumber()}.`;
    source = await add(app, 'en', [words]);
    return '#/transfer/export';
  },
  async mouse(app, hand) {
    const { page } = app;
    await hand.click(page.getByRole('radio', { name: 'For translators' }));
    await hand.click(page.getByRole('button', { name: /^Choose texts…/ }));
    const dialog = page.getByRole('dialog', { name: 'Export for translators' });
    await untilFocusIn(dialog);
    await takeFile(app, () => hand.click(dialog.getByRole('button', { name: /^Export/ })));
    await hand.click(page.getByRole('tab', { name: 'Import' }));
    await hand.choose(page.getByRole('button', { name: /^Choose file/ }), path);
    await page.getByRole('tab', { name: /^Ready\s*1/ }).waitFor();
    await hand.click(page.getByRole('button', { name: 'Import 1 text' }));
  },
  async keys(app, hand) {
    const { page } = app;
    await hand.reach(page.getByRole('radio').first());
    await hand.reach(page.getByRole('radio', { name: 'For translators' }), 'ArrowRight');
    await hand.press('Space');
    await hand.reach(page.getByRole('button', { name: /^Choose texts…/ }));
    await hand.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Export for translators' });
    await untilFocusIn(dialog);
    await takeFile(app, () => hand.press('Control+Enter'));
    await hand.press('Control+k');
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await hand.write('Import & export');
    await page
      .getByRole('option', { name: /^Import & export/ })
      .first()
      .waitFor();
    await hand.press('Enter');
    await page.getByRole('button', { name: /^Choose file/ }).waitFor();
    await hand.choose('Control+Shift+O', path);
    await page.getByRole('tab', { name: /^Ready\s*1/ }).waitFor();
    await hand.press('Control+Enter');
  },
  async check(app) {
    await expect.poll(() => textHere(app)).toContain(`Traduit : ${words}`);
    await withoutFaults(app);
    await beginAnew(app);
  },
};

const resolveConflict: Task = {
  name: 'Resolve a conflict of an import',
  most: { mouse: 5, keys: 12 },
  async prepare(app) {
    await languages(app);
    const number = nextNumber();
    const here = `Regardez derrière vous ${number}.`;
    words = `Jetez un œil en arrière ${number}.`;
    source = await add(app, 'en', [`Look behind you ${number}.`]);
    target = await add(app, 'fr', [here], source);
    // What visitors see is changed only where that is ticked too.
    await app.api('POST', `/wp/v2/posts/${target}`, { status: 'draft' });
    writeFileSync(path, await translated(app, [source], { [`Look behind you ${number}.`]: words }));
    const changed = { content: (await rawOf(app, target)).replace('Regardez', 'Voyez') };
    await app.api('POST', `/wp/v2/posts/${target}`, changed);
    return '#/transfer';
  },
  async mouse({ page }, hand) {
    await hand.choose(page.getByRole('button', { name: /^Choose file/ }), path);
    await hand.click(page.getByRole('tab', { name: /^Conflicts\s*1/ }));
    await hand.click(page.getByRole('radio', { name: 'Use the text of the file' }));
    await hand.click(page.getByRole('button', { name: 'Import 1 text' }));
  },
  async keys({ page }, hand) {
    await page.getByRole('button', { name: /^Choose file/ }).waitFor();
    await hand.choose('Control+Shift+O', path);
    await page.getByRole('tab', { name: /^Conflicts\s*1/ }).waitFor();
    await page.getByRole('listbox').focus();
    for (
      const isThere = () => page.getByRole('tab', { name: /^Conflicts/, selected: true }).count();
      (await isThere()) === 0;
    )
      await hand.press('Alt+PageDown');
    await hand.press('2');
    await page.getByRole('radio', { name: 'Use the text of the file', checked: true }).waitFor();
    await hand.press('Control+Enter');
  },
  async check(app) {
    await untilStored(app, target, words);
    await beginAnew(app);
  },
};

const replaceWords: Task = {
  name: 'Replace words over items',
  most: { mouse: 6, keys: 12 },
  async prepare(app) {
    await languages(app);
    const number = nextNumber();
    words = `feu${number}`;
    target = await add(app, 'fr', [`Retirez le phare${number} en ville.`]);
    source = number;
    return '#/replace?lang=fr';
  },
  async mouse({ page }, hand) {
    await hand.click(page.getByRole('textbox', { name: 'Find' }));
    await hand.write(`phare${source}`);
    await hand.click(page.getByRole('textbox', { name: 'Replace with' }));
    await hand.write(words);
    await hand.click(page.locator('main').getByRole('button', { name: /^Find/ }));
    await hand.click(page.getByRole('button', { name: 'Replace 1 in 1 item' }));
  },
  async keys({ page }, hand) {
    await hand.reach(page.getByRole('textbox', { name: 'Find' }));
    await hand.write(`phare${source}`);
    await hand.press('Tab');
    await hand.write(words);
    await hand.press('Enter');
    await page.getByRole('button', { name: 'Replace 1 in 1 item' }).waitFor();
    await hand.press('Control+Enter');
  },
  check: (app) => untilStored(app, target, words),
};

const translateStrings: Task = {
  name: 'Translate the strings of the site',
  most: { mouse: 4, keys: 20 },
  async prepare(app) {
    await languages(app);
    words = `Routes for every ride ${nextNumber()}`;
    await app.api('POST', '/wp/v2/settings', { description: words });
    return '#/strings';
  },
  async mouse({ page }, hand) {
    await hand.click(page.getByRole('button', { name: `French: not translated, shows “${words}”` }));
    await hand.write(`Fr ${words}`);
    await hand.click(page.getByRole('heading', { name: 'Strings', level: 1 }));
  },
  async keys({ page }, hand) {
    const cell = page.getByRole('button', { name: `French: not translated, shows “${words}”` });
    await cell.waitFor();
    await hand.reach(page.getByRole('grid', { name: 'Strings' }));
    await hand.reach(page.getByRole('row').filter({ has: cell }), 'ArrowDown');
    await hand.reach(cell, 'ArrowRight');
    await hand.press('Enter');
    await page.getByRole('textbox', { name: `French translation of “${words}”` }).waitFor();
    await hand.write(`Fr ${words}`);
    await hand.press('Enter');
  },
  async check(app) {
    const strings = () => app.api<unknown>('GET', '/polydesk/v1/strings');
    await expect.poll(async () => JSON.stringify(await strings())).toContain(`"fr":"Fr ${words}"`);
    await withoutFaults(app);
  },
};

export const deskTasks: readonly Task[] = [pretranslate, thereAndBack, resolveConflict, replaceWords, translateStrings];
