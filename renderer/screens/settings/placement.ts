import { TABBABLE } from '../../ui/grid/focus.ts';

/** The section of each setting. Settings not listed here appear under Advanced, rendered from their schema. */
export const PLACED = {
  urls: ['force_lang', 'domains', 'hide_default', 'rewrite', 'redirect_lang', 'browser', 'url', 'permalink_structure'],
  content: ['default_lang', 'post_types', 'taxonomies', 'media_support', 'media', 'language_taxonomies'],
  sync: ['sync'],
  'machine-translation': ['machine_translation_enabled', 'machine_translation_services'],
  menus: ['nav_menus'],
} as const;

/** The section of a setting or of a part of one: `domains[fr]`, `media.duplicate`. */
export function sectionOf(name: string): keyof typeof PLACED | 'advanced' {
  const top = topName(name);
  const found = Object.entries(PLACED).find(([, names]) => (names as readonly string[]).includes(top));
  return found ? (found[0] as keyof typeof PLACED) : 'advanced';
}

/** `domains[fr]` → domains. */
export function topName(name: string): string {
  return name.split(/[.[]/)[0] ?? '';
}

/**
 * Focuses the control of a setting, or of the nearest displayed part: the row of `domains[fr]`, else the table. False if it is
 * not on the page.
 */
export function focusSetting(name: string): boolean {
  const place = placeOf(name.replaceAll(']', '').replaceAll('[', '.'));
  const target =
    place?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? place?.querySelector<HTMLElement>(TABBABLE);
  if (!target) return false;
  target.focus();
  target.scrollIntoView({ block: 'nearest' });
  return document.activeElement === target;
}

function placeOf(name: string): HTMLElement | null {
  const found = document.querySelector<HTMLElement>(`main [data-field="${CSS.escape(name)}"]`);
  const upper = name.slice(0, Math.max(0, name.lastIndexOf('.')));
  return found ?? (upper === '' ? null : placeOf(upper));
}
