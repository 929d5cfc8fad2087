// Tasks with other programs: an export of a real site, a change made by a tool, a token for a tool.
import { join } from 'node:path';
import { expect } from 'vitest';
import type { App } from '../app.ts';
import { copied, spyClipboard } from '../clipboard.ts';
import { goTo } from './hands.ts';
import { createReturn, fillSite, findPost } from './site.ts';
import type { Task } from './task.ts';

const exported = join(import.meta.dirname, '../../fixtures/site.wxr.xml');
const countPosts = async ({ api }: App) => (await api<unknown[]>('GET', '/wp/v2/posts?per_page=100')).length;
const startOver = createReturn();
let postsBefore = 0;

const importSite: Task = {
  name: 'Import an export of a real site, seen first',
  most: { mouse: 4, keys: 6 },
  async prepare(app) {
    await startOver(app);
    postsBefore = await countPosts(app);
  },
  async mouse(app, hand) {
    const { page } = app;
    await hand.click(page.getByRole('link', { name: 'Import & export' }));
    await leaveReport(app);
    await hand.choose(page.getByRole('button', { name: /^Choose file/ }), exported);
    await page.getByRole('listbox').waitFor();
    expect(await countPosts(app)).toBe(postsBefore);
    await hand.click(page.getByRole('button', { name: /^Import \d+ items/ }));
  },
  async keys(app, hand) {
    const { page } = app;
    await goTo(app, hand, 'import', /^Import & export/);
    await leaveReport(app);
    await hand.choose('Control+Shift+O', exported);
    await page.getByRole('listbox').waitFor();
    expect(await countPosts(app)).toBe(postsBefore);
    await page.getByRole('button', { name: /^Import \d+ items/ }).waitFor();
    await hand.press('Control+Enter');
  },
  async check(app) {
    await app.page.getByRole('button', { name: 'Save report…' }).waitFor();
    expect(await countPosts(app)).toBeGreaterThan(postsBefore + 5);
  },
};

/** The report of the import before still stands there. */
async function leaveReport({ page }: App): Promise<void> {
  const again = page.getByRole('button', { name: 'Import another file' });
  const choose = page.getByRole('button', { name: /^Choose file/ });
  await again.or(choose).waitFor();
  if (await again.isVisible()) await again.click();
  await choose.waitFor();
  // Its key is known once the page has nothing more to do.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
}

/** The token of the tool, by site: files may share what their modules keep. */
const scripts = new WeakMap<App, string>();
const change = 'Changed the post “Fix a flat tyre, fast”';
const title = 'Fix a flat tyre, fast';

const findTool: Task = {
  name: 'Find which tool changed a field and undo it',
  most: { mouse: 3, keys: 12 },
  async prepare(app) {
    await fillSite(app);
    const asked = { name: 'deploy script', role: 'editor' };
    const script = scripts.get(app) ?? (await app.api<{ token: string }>('POST', '/polydesk/v1/tokens', asked)).token;
    scripts.set(app, script);
    const post = await findPost(app, 'Fix a flat tyre');
    const changed = await app.api('PATCH', `/wp/v2/posts/${post?.id ?? 0}`, { title }, script);
    expect(changed).toMatchObject({ title: { raw: title } });
  },
  async mouse({ page }, hand) {
    const main = page.locator('main');
    await hand.click(page.getByRole('link', { name: 'Activity' }));
    await page.getByText('Through the API, deploy script').first().waitFor();
    await hand.click(main.getByRole('button', { name: `Show changes: ${change}` }).first());
    await main.locator('ins', { hasText: 'fast' }).waitFor();
    await hand.click(main.getByRole('button', { name: `Undo: ${change}` }).first());
  },
  async keys(app, hand) {
    const { page } = app;
    const main = page.locator('main');
    await goTo(app, hand, 'activity', /^Activity/);
    await page.getByText('Through the API, deploy script').first().waitFor();
    await hand.reach(main.getByRole('button', { name: `Show changes: ${change}` }).first());
    await hand.press('Enter');
    await main.locator('ins', { hasText: 'fast' }).waitFor();
    await hand.reach(main.getByRole('button', { name: `Undo: ${change}` }).first());
    await hand.press('Enter');
  },
  check: (app) => expect.poll(() => findPost(app, 'Fix a flat tyre')).toBeDefined(),
};

const giveToken: Task = {
  name: 'Give a tool a token and use it',
  most: { mouse: 6, keys: 6 },
  async prepare(app) {
    await spyClipboard(app.page);
    const tokens = await app.api<{ id: number; name: string }[]>('GET', '/polydesk/v1/tokens');
    const old = tokens.find(({ name }) => name === 'phone');
    if (old) await app.api('DELETE', `/polydesk/v1/tokens/${old.id}`);
  },
  async mouse({ page }, hand) {
    await hand.click(page.getByRole('link', { name: 'API & tools' }));
    await hand.click(page.getByRole('tab', { name: /^Tokens/ }));
    await hand.click(page.getByRole('button', { name: /^Create token/ }).last());
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
    await hand.write('phone');
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Create token' }));
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Copy' }));
  },
  async keys(app, hand) {
    const { page } = app;
    await goTo(app, hand, 'token', /^Create token/);
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
    await hand.write('phone');
    await hand.press('Control+Enter');
    await page.getByRole('button', { name: 'Copy' }).and(page.locator(':focus')).waitFor();
    await hand.press('Enter');
  },
  async check(app) {
    const { page } = app;
    await page.getByRole('dialog').getByRole('status').getByText('Copied').waitFor();
    const token = await copied(page);
    const { name } = await app.api<{ name: string }>('GET', '/wp/v2/users/me', undefined, token);
    expect(name).toBeTruthy();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
};

export const dataTasks: readonly Task[] = [findTool, giveToken, importSite];
