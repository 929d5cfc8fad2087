import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';

const root = resolve(import.meta.dirname, '../..');
const source = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds that is serious or worse, as readable lines. Where only the colours differ from a page that was looked
 * through (dark), only they are judged; where only the direction does, they are not: they take most of its time. The front is
 * what lies over the page, such as a dialog; without one it is the page.
 */
export async function seriousFaults(page: Page, part: 'page' | 'front' = 'page'): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async (wantedPart) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    const { dataset, dir } = document.documentElement;
    const colours = { 'color-contrast': { enabled: dir !== 'rtl' } };
    const wanted = dataset['theme'] === 'dark' ? { runOnly: ['color-contrast'] } : { rules: colours };
    const front = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')];
    const place = wantedPart === 'front' && front.length > 0 ? { include: front } : document;
    const { violations } = await axe.run(place, { resultTypes: ['violations'], ...wanted });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, part);
}
