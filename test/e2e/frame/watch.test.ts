// Controls of the harness: forbidden side effects are detected, in the window and in the browser.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApp, places, type App } from '../app.ts';
import { untilSettled } from '../watch.ts';

let app: App;

describe.each(places)('in the %s', (place) => {
  beforeAll(async () => {
    app = await openApp('#/languages', place);
    await app.page.getByRole('heading', { name: 'No languages yet' }).waitFor();
  });
  afterAll(() => app.close());

  /** In the page's own time: what a debugger evaluates is not held to the policy. */
  const plant = (code: () => void) => app.page.evaluate(`setTimeout(${code.toString()}, 1)`);
  const noticed = () => expect.poll(() => app.faults.splice(0).join('\n'));

  test('nothing was noticed at the start', async () => {
    await untilSettled(app.page);
    expect(app.faults).toEqual([]);
  });

  test.each([
    ['markup', () => void (document.createElement('p').innerHTML = '<b>x</b>'), /TrustedHTML/],
    [
      'a style',
      () => document.head.append(Object.assign(document.createElement('style'), { textContent: 'p {}' })),
      /Content Security Policy/,
    ],
    ['a picture', () => void (new Image().src = 'https://example.org/x.png'), /Content Security Policy/],
    ['an error', () => console.error('planted'), /planted/],
    [
      'a throw',
      () => {
        throw new Error('planted');
      },
      /planted/,
    ],
    ['a dialog', () => alert('planted'), /planted/],
  ])('%s', async (_what, code, expected) => {
    await plant(code);
    await noticed().toMatch(expected);
  });

  const plantButton = () =>
    app.page.evaluate(() => {
      const button = document.createElement('button');
      button.textContent = 'Planted';
      button.addEventListener('click', () => button.remove());
      button.addEventListener('keydown', () => button.blur());
      document.body.prepend(button);
    });

  test('a focus that a key drops', async () => {
    await plantButton();
    await app.page.getByRole('button', { name: 'Planted' }).press('a');
    await noticed().toMatch('The focus was lost. It was on <button> Planted');
  });

  test('a focus that goes away with its button is put back; without that defence its loss is noticed', async () => {
    const { page } = app;
    const planted = page.getByRole('button', { name: 'Planted' });
    await page.getByRole('link', { name: /^Languages/ }).focus();
    await planted.click();
    await page
      .getByRole('link', { name: /^Languages/, includeHidden: true })
      .and(page.locator(':focus'))
      .waitFor();
    expect(app.faults).toEqual([]);
    await page.addInitScript(() => (MutationObserver.prototype.observe = () => undefined));
    await page.reload();
    await page.getByRole('heading', { name: 'No languages yet' }).waitFor();
    await plantButton();
    await planted.click();
    await noticed().toMatch('The focus was lost. It was on <button> Planted');
  });

  test('a click next to everything loses nothing', async () => {
    const { page } = app;
    await page.getByRole('link', { name: /^Languages/ }).focus();
    await page.mouse.click(400, 700);
    await untilSettled(page);
    expect(app.faults).toEqual([]);
  });
});
