// Names of exported files, without their extension.
import type { Site } from '../site.ts';
import { foldAccents } from '../domain/content/slug.ts';
import { siteSettings } from '../domain/settings/site-settings.ts';
import type { LanguagePair } from './handoff/choose.ts';

/** "velo-atlas" for “Vélo Atlas”; scripts without accents keep their marks. */
export function exportName(site: Site): string {
  const plain = foldAccents(siteSettings(site).title.normalize('NFKC'), '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return plain.slice(0, 80) || 'site';
}

/** "multilingual-fixture-en-fr-2026-11-23" */
export function handoffName(site: Site, { from, to }: LanguagePair): string {
  return `${exportName(site)}-${from.slug}-${to.slug}-${site.now().toISOString().slice(0, 10)}`;
}
