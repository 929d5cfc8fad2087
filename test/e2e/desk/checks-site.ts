import type { Page } from 'playwright-core';
import type { App } from '../app.ts';

/** A paragraph as it is stored. */
export const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

/** A site in three languages with an article whose translations have findings; returns the number of the French one. */
export async function makeNightRide(app: App): Promise<number> {
  const make = (body: object) => app.api<{ id: number }>('POST', '/wp/v2/posts', { status: 'publish', ...body });
  for (const locale of ['en_US', 'fr_FR', 'ar']) await app.api('POST', '/pll/v1/languages', { locale });
  const words = { en: 'rear light', fr: 'feu arrière' };
  await app.api('POST', '/polydesk/v1/glossary', {
    words: Object.entries(words).map(([lang, word]) => ({ lang, text: word })),
  });
  const en = ['Use 800 lumens on lanes.', 'A red rear light helps.', 'Ride slowly.'].map(paragraph).join('\n');
  const fr = ['Comptez 80 lumens sur les chemins.', 'Un phare rouge aide.', 'Roulez  lentement.']
    .map(paragraph)
    .join('\n');
  const source = await make({ title: 'Night riding', lang: 'en', content: en });
  const target = (await make({ title: 'Rouler de nuit', lang: 'fr', content: fr, translations: { en: source.id } })).id;
  const ar = paragraph('استخدم 80 لومن في الأزقة.');
  await make({ title: 'ركوب ليلي', lang: 'ar', content: ar, translations: { en: source.id, fr: target } });
  return target;
}

/** Chooses an option of a filter. */
export async function choose(page: Page, chip: string, option: string): Promise<void> {
  await page.getByRole('button', { name: chip }).click();
  const name = new RegExp(`^${option}$`);
  await page.getByRole('menuitemcheckbox', { name }).or(page.getByRole('menuitem', { name })).click();
}
