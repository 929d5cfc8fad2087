// Import & export as a person uses them, in addition to the task: refused files, skipped items, decisions, dropped files and
// undo.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { useApp, type App } from '../app.ts';

const fixture = resolve(import.meta.dirname, '../../fixtures/site.wxr.xml');
const temporary = join(tmpdir(), `polydesk-e2e-${process.pid}`);
afterAll(() =>
  ['.xml', '.broken.xml', '.empty.xml', '.txt'].forEach((end) => rmSync(temporary + end, { force: true })),
);

let app: App;

interface Post {
  id: number;
  title: { raw: string };
}
const posts = () => app.api<Post[]>('GET', '/wp/v2/posts?context=edit&per_page=100');
const list = () => app.page.getByRole('listbox');
const button = (name: string | RegExp) => app.page.getByRole('button', { name });
const begin = () => app.page.evaluate(() => void (location.hash = '#/transfer'));
const choose = (file: string) => app.page.setInputFiles('main input[type=file]', file);
const done = () => button('Save report…').waitFor();

/** The site as a file: what is offered as a download has the same bytes. */
async function exported(): Promise<string> {
  const { page } = app;
  await page.evaluate(() => void (location.hash = '#/transfer/export'));
  const saved = page.waitForEvent('download');
  await button(/^Export…/).click();
  expect((await saved).suggestedFilename()).toMatch(/\.xml$/);
  await page.getByText(/exported as/).waitFor();
  const path = `${temporary}.xml`;
  const [job] = await app.api<{ id: number; kind: string }[]>('GET', '/polydesk/v1/jobs');
  expect(job?.kind).toBe('export');
  writeFileSync(path, await app.text(`/polydesk/v1/jobs/${job?.id ?? 0}/file`));
  return path;
}

useApp('browser', '#/transfer', (opened) => (app = opened));

test('a file that is not an export is rejected by name, a broken one with its line, and nothing is imported', async () => {
  const { page } = app;
  // The first screen of a site without languages takes files, too.
  await page.getByRole('heading', { name: 'Import & export', level: 1 }).waitFor();
  writeFileSync(`${temporary}.txt`, 'a shopping list');
  await choose(`${temporary}.txt`);
  await page.getByText(/\.txt cannot be imported/).waitFor();
  writeFileSync(`${temporary}.empty.xml`, '');
  await choose(`${temporary}.empty.xml`);
  await page.getByText('The file is empty. Nothing was imported.').waitFor();
  writeFileSync(`${temporary}.broken.xml`, readFileSync(fixture, 'utf8').split('\n').slice(0, 120).join('\n'));
  await choose(`${temporary}.broken.xml`);
  await page.getByText(/is broken at line 1\d\d/).waitFor();
  expect(await posts()).toEqual([]);
});

test('a file that is still on its way is stopped; nothing was read, and the next one is', async () => {
  const { page } = app;
  const jobs = () => app.api<object[]>('GET', '/polydesk/v1/jobs');
  const before = await jobs();
  // On a slow disk or a long way: nothing of it arrives.
  await page.route('**/polydesk/v1/imports*', () => undefined);
  const asked = page.waitForRequest('**/polydesk/v1/imports*');
  await choose(fixture);
  const stopped = page.waitForEvent('requestfailed');
  await asked;
  await button('Cancel').click();
  expect((await stopped).url()).toContain('/polydesk/v1/imports');
  await page.getByText('The import was cancelled. Nothing was changed.').waitFor();
  expect(await jobs()).toEqual(before);
  await page.unroute('**/polydesk/v1/imports*');
});

test('a file by mouse: everything is shown first, one item is left out, and the import is undone', async () => {
  const { page } = app;
  await choose(fixture);
  await list().waitFor();
  const first = page.getByRole('option').first();
  await expect.poll(() => first.getAttribute('aria-checked')).toBe('true');
  const before = await button(/^Import \d+ items/).innerText();
  await first.locator('.tick').click();
  await expect.poll(() => first.getAttribute('aria-checked')).toBe('false');
  const left = Number(/\d+/.exec(before)?.[0]) - 1;
  await expect.poll(() => button(/^Import \d+ items/).innerText()).toContain(String(left));
  await page.getByRole('tab', { name: 'Languages and authors' }).click();
  await page.getByText('Français').waitFor();
  expect(await posts()).toEqual([]);
  await button(/^Import \d+ items/).click();
  await done();
  expect((await posts()).length).toBeGreaterThan(5);
  await button('Undo the import').click();
  await page.getByRole('heading', { name: 'The import was undone.' }).waitFor();
  expect(await posts()).toEqual([]);
  await button('Import another file').click();
});

test('the same by keyboard alone', async () => {
  const { page } = app;
  await begin();
  await button(/^Choose file/).waitFor();
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Control+Shift+O');
  await (await chooser).setFiles(fixture);
  await list().waitFor();
  for (let at = 0; at < 40; at++) {
    if (await list().evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await list().and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.getByRole('option', { checked: false }).waitFor();
  await page.keyboard.press('Space');
  await page.getByRole('option', { checked: false }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Enter');
  await done();
  expect((await posts()).length).toBeGreaterThan(5);
});

test('a conflict has to be decided: until then it is left out; chosen field by field it is taken', async () => {
  const { page } = app;
  const [post] = await posts();
  expect(post).toBeDefined();
  const title = post?.title.raw ?? '';
  const path = await exported();
  await app.api('PATCH', `/wp/v2/posts/${post?.id ?? 0}`, {
    title: `${title} changed`,
    excerpt: 'An excerpt of mine',
  });
  await begin();
  await button('Import another file').click();
  await choose(path);
  await page.getByText('1 conflict left').waitFor();
  await page.getByRole('radiogroup', { name: 'Which Title' }).getByText('From file').click();
  await page.getByRole('radiogroup', { name: 'Which Excerpt' }).getByText('Mine').click();
  await page.getByText('No conflicts left').waitFor();
  await button('Import 1 item').click();
  await done();
  const now = await app.api<Post & { excerpt: { raw: string } }>('GET', `/wp/v2/posts/${post?.id ?? 0}?context=edit`);
  expect([now.title.raw, now.excerpt.raw]).toEqual([title, 'An excerpt of mine']);
  await button('Import another file').click();
});

test('a file dropped on any screen is looked at', async () => {
  const { page } = app;
  await page.evaluate(() => void (location.hash = '#/languages'));
  await page.getByRole('heading', { name: 'Languages', level: 1 }).waitFor();
  await page.evaluate(
    (text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'dropped.xml', { type: 'text/xml' }));
      const init = { dataTransfer, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent('dragover', init));
      document.body.dispatchEvent(new DragEvent('drop', init));
    },
    readFileSync(fixture, 'utf8'),
  );
  await page.getByText('dropped.xml').waitFor();
  await page.getByRole('tab', { name: /Unchanged/ }).waitFor();
  await button('Cancel').click();
  await button(/^Choose file/).waitFor();
});
