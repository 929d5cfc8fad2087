import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';

const root = resolve(import.meta.dirname, '../..');
const source = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** Disabled rules, because they never find anything serious. A test verifies that against axe. */
export const neverSerious = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-heading',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'skip-link',
];

/** Rules about which elements and attributes there are, not about words, languages, colours, or what is where. */
const aboutStructure = [
  'accesskeys',
  'aria-allowed-attr',
  'aria-conditional-attr',
  'aria-hidden-body',
  'aria-prohibited-attr',
  'aria-required-attr',
  'aria-required-children',
  'aria-required-parent',
  'aria-roles',
  'aria-valid-attr',
  'autocomplete-valid',
  'definition-list',
  'dlitem',
  'list',
  'listitem',
  'nested-interactive',
  'tabindex',
  'td-headers-attr',
  'th-has-data-cells',
];

/**
 * What is asked of axe. Of a page that was looked through in one look, another theme changes the colours alone, and another
 * language its words, their direction and what lies where: neither elements nor colours.
 */
export type Question = 'everything' | 'colours' | 'words';

/**
 * What axe finds that is serious or worse, as readable lines. Unless it is said, a dark page is asked about its colours, one
 * from right to left about its words. The front is what lies over the page, such as a dialog; without one it is the page.
 */
export async function seriousFaults(
  page: Page,
  part: 'page' | 'front' = 'page',
  question?: Question,
): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(judge, { part, question, neverSerious, aboutStructure });
}

interface Asked {
  part: 'page' | 'front';
  question: Question | undefined;
  neverSerious: string[];
  aboutStructure: string[];
}

/** Runs in the page. */
async function judge({ part, question, neverSerious, aboutStructure }: Asked): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: typeof Axe };
  // What comes or fades has other colours on its way; what turns without end does not come to rest.
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  const { dataset, dir } = document.documentElement;
  const asked = question ?? (dataset['theme'] === 'dark' ? 'colours' : dir === 'rtl' ? 'words' : 'everything');
  const off = asked === 'words' ? [...neverSerious, ...aboutStructure, 'color-contrast'] : neverSerious;
  const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
  const front = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')];
  const place = part === 'front' && front.length > 0 ? { include: front } : document;
  const wanted = asked === 'colours' ? { runOnly: ['color-contrast'] } : { rules };
  const { violations } = await axe.run(place, { resultTypes: ['violations'], ...wanted });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
