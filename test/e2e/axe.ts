import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';

const root = resolve(import.meta.dirname, '../..');

/**
 * What axe finds that is serious or worse, as readable lines. Where only the colours differ from a page that was looked
 * through (dark), only they are judged; where only the direction does, they are not: they take most of its time.
 */
export async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    const { dataset, dir } = document.documentElement;
    const colours = { 'color-contrast': { enabled: dir !== 'rtl' } };
    const wanted = dataset['theme'] === 'dark' ? { runOnly: ['color-contrast'] } : { rules: colours };
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...wanted });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}
