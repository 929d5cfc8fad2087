import { escapeAmpersands } from '../entities.ts';
import { plainText } from '../plain-text.ts';
import { sanitiseTermDescription } from '../posts/sanitise.ts';

/** A name as it is stored: tags and percent-encoded bytes gone, blanks as one, `&`, `<` and `>` as entities (`content.md` 3.2). */
export function termName(text: string): string {
  const bare = text.replace(/%[0-9a-f]{2}/gi, '');
  return escapeAmpersands(plainText(bare)).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A description as it is stored: markup within a line, the same for every role (`content.md` 1.3). */
export const termDescription = sanitiseTermDescription;
