import { escapeAmpersands } from '../entities.ts';
import { plainText } from '../plain-text.ts';
import { sanitiseTermDescription } from '../posts/sanitise.ts';

/**
 * Normalises a name for storage: tags and percent-encoded bytes removed, whitespace collapsed, `&`, `<` and `>` as entities
 * (`content.md` 3.2).
 */
export function termName(text: string): string {
  const bare = text.replace(/%[0-9a-f]{2}/gi, '');
  return escapeAmpersands(plainText(bare)).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Normalises a description for storage: inline markup, the same for every role (`content.md` 1.3). */
export const termDescription = sanitiseTermDescription;
