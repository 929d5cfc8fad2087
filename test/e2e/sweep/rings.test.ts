// Control of the sweep: a focus that nobody sees is noticed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApp, type App } from '../app.ts';
import { ringFaults } from './rings.ts';

let app: App;
beforeAll(async () => {
  app = await openApp('#/preferences');
  await app.page.getByRole('heading', { name: 'Preferences', level: 1 }).waitFor();
});
afterAll(() => app.close());

test('a ring that is taken away and something that lies over it are noticed, and nothing else', async () => {
  const { page } = app;
  expect(await ringFaults(page)).toMatchObject({ faults: [] });
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      nav a:focus-visible { outline: none !important; box-shadow: none !important }
      .cover { position: fixed; inset: 0 0 auto; height: 60px; z-index: 99 }`);
    document.adoptedStyleSheets.push(sheet);
    document.body.appendChild(document.createElement('div')).className = 'cover';
  });
  const { faults } = await ringFaults(page);
  expect(faults.join('\n')).toMatch(/<a> .* has no ring/);
  expect(faults.join('\n')).toMatch(/<button> .* lies under <div class="cover">/);
});
