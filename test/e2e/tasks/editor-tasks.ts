// A translator's tasks next to the rows: a match, terms, findings, and searching the memory.
import { expect } from 'vitest';
import { untilFocusIn, type App } from '../app.ts';
import { add, languages, nextNumber, start, untilLearned, untilStored } from './desk-site.ts';
import type { Task } from './task.ts';

let target = 0;
let words = '';
/** What is looked for. */
let wanted = '';

const text = ({ page }: App) => page.getByRole('textbox', { name: /^Paragraph, French/ }).first();
const save = ({ page }: App) => page.getByRole('button', { name: /^Save( draft)?$/ });
const matches = ({ page }: App) => page.getByRole('listbox', { name: 'Matches of the memory' }).getByRole('option');

/** A post whose French version shows the source; where it is edited. */
async function open(app: App, texts: readonly string[]): Promise<string> {
  target = await start(app, await add(app, 'en', texts));
  return `#/edit/post/${target}`;
}

const acceptMatch: Task = {
  name: 'Accept a match of the memory',
  most: { mouse: 3, keys: 12 },
  async prepare(app) {
    await languages(app);
    const number = nextNumber();
    words = `Roulez lentement près des autres, ${number} fois.`;
    const source = `Ride slowly near other people, ${number} times.`;
    await add(app, 'fr', [words], await add(app, 'en', [source]));
    const at = await open(app, [source]);
    await untilLearned(app);
    return at;
  },
  async mouse(app, hand) {
    await hand.click(text(app));
    await hand.click(matches(app).first());
    await expect.poll(() => text(app).textContent()).toBe(words);
    await hand.click(save(app));
  },
  async keys(app, hand) {
    await hand.reach(text(app));
    await matches(app).first().waitFor();
    await hand.press('Alt+Enter');
    await expect.poll(() => text(app).textContent()).toBe(words);
    await hand.press('Control+s');
  },
  check: (app) => untilStored(app, target, words),
};

const insertTerm: Task = {
  name: 'Insert a term of the glossary',
  most: { mouse: 5, keys: 12 },
  async prepare(app) {
    await languages(app);
    const number = nextNumber();
    words = `éclairage${number}`;
    const pair = { en: `front${number}`, fr: words };
    const entry = { words: Object.entries(pair).map(([lang, word]) => ({ lang, text: word })) };
    await app.api('POST', '/polydesk/v1/glossary', entry);
    return open(app, [`The ${pair.en} helps when it is dark.`]);
  },
  async mouse(app, hand) {
    const { page } = app;
    await hand.click(text(app));
    await hand.click(page.getByRole('tab', { name: /^Terms/ }));
    await hand.click(page.getByRole('button', { name: `Insert “${words}”` }));
    await expect.poll(() => text(app).textContent()).toContain(words);
    await hand.click(save(app));
  },
  async keys(app, hand) {
    await hand.reach(text(app));
    await app.page.getByRole('tab', { name: /^Terms 1/ }).waitFor();
    await hand.press('Alt+g');
    await expect.poll(() => text(app).textContent()).toContain(words);
    await hand.press('Control+s');
  },
  check: (app) => untilStored(app, target, words),
};

const addTerm: Task = {
  name: 'Add a term',
  most: { mouse: 5, keys: 9 },
  async prepare(app) {
    await languages(app);
    words = `pannier${nextNumber()}`;
    return '#/glossary';
  },
  async mouse({ page }, hand) {
    const dialog = page.getByRole('dialog', { name: 'New term' });
    await hand.click(page.getByRole('button', { name: /^New term/ }).first());
    await untilFocusIn(dialog);
    await hand.write(words);
    await hand.click(dialog.getByRole('textbox', { name: 'French word' }));
    await hand.write(`sacoche ${words}`);
    await hand.click(dialog.getByRole('button', { name: /^Add term/ }));
  },
  async keys({ page }, hand) {
    const dialog = page.getByRole('dialog', { name: 'New term' });
    await page
      .getByRole('button', { name: /^New term/ })
      .first()
      .waitFor();
    await hand.press('Control+n');
    await untilFocusIn(dialog);
    await hand.write(words);
    await hand.reach(dialog.getByRole('textbox', { name: 'French word' }));
    await hand.write(`sacoche ${words}`);
    await hand.press('Control+Enter');
  },
  async check(app) {
    const terms = () => app.api<{ words: { text: string }[] }[]>('GET', '/polydesk/v1/glossary');
    await expect.poll(async () => JSON.stringify(await terms())).toContain(`sacoche ${words}`);
  },
};

const fixFinding: Task = {
  name: 'Fix a finding',
  most: { mouse: 3, keys: 3 },
  async prepare(app) {
    await languages(app);
    const number = nextNumber();
    words = `Roulez lentement le jour ${number}.`;
    target = await add(app, 'fr', [words.replace(' ', '  ')], await add(app, 'en', [`Ride slowly on day ${number}.`]));
    return `#/edit/post/${target}`;
  },
  async mouse(app, hand) {
    const { page } = app;
    await hand.click(page.getByRole('tab', { name: /^Checks 1/ }));
    const panel = page.getByRole('tabpanel', { name: 'Checks' });
    await hand.click(panel.getByRole('button', { name: /^Fix/ }).first());
    await hand.click(save(app));
  },
  async keys(app, hand) {
    await app.page.getByRole('tab', { name: /^Checks 1/ }).waitFor();
    await hand.press('F8');
    await text(app).and(app.page.locator(':focus')).waitFor();
    await hand.press('Alt+f');
    await expect.poll(() => text(app).textContent()).toBe(words);
    await hand.press('Control+s');
  },
  check: (app) => untilStored(app, target, words),
};

const searchMemory: Task = {
  name: 'Find words in the memory and insert them',
  most: { mouse: 6, keys: 12 },
  async prepare(app) {
    await languages(app);
    const number = nextNumber();
    words = `Portez du clair, nuit ${number}.`;
    wanted = `clothes${number}`;
    await add(app, 'fr', [words], await add(app, 'en', [`Wear bright ${wanted} at night.`]));
    const at = await open(app, ['Quite another text than that.']);
    await untilLearned(app);
    return at;
  },
  async mouse(app, hand) {
    const { page } = app;
    await hand.click(text(app));
    await hand.click(page.getByRole('tab', { name: /^Memory/ }));
    await hand.click(page.getByRole('button', { name: /^Search the memory/ }));
    const dialog = page.getByRole('dialog', { name: 'Search the memory' });
    await dialog.getByRole('combobox', { name: 'Words to find' }).and(page.locator(':focus')).waitFor();
    await hand.write(wanted);
    await dialog.getByText('1 match in 1 item', { exact: true }).waitFor();
    await hand.click(dialog.getByRole('button', { name: /^Insert/ }));
    await expect.poll(() => text(app).textContent()).toContain(words);
    await hand.click(save(app));
  },
  async keys(app, hand) {
    const { page } = app;
    await hand.reach(text(app));
    await hand.press('Control+Shift+F');
    const dialog = page.getByRole('dialog', { name: 'Search the memory' });
    await dialog.getByRole('combobox', { name: 'Words to find' }).and(page.locator(':focus')).waitFor();
    await hand.write(wanted);
    await dialog.getByText('1 match in 1 item', { exact: true }).waitFor();
    await hand.press('Enter');
    await expect.poll(() => text(app).textContent()).toContain(words);
    await hand.press('Control+s');
  },
  check: (app) => untilStored(app, target, words),
};

export const editorTasks: readonly Task[] = [acceptMatch, insertTerm, addTerm, fixFinding, searchMemory];
