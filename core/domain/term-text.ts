import { escapeAmpersands, plainText } from './plain-text.ts';
import { sanitiseMarkup } from './posts/sanitise.ts';

/** A name as it is stored: tags gone, blanks as one, `&`, `<` and `>` as entities (`content.md` 3.2). */
export function termName(text: string): string {
  return escapeAmpersands(plainText(text)).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A description as it is stored: markup that cannot run script, whoever writes it (`content.md` 1.3). */
export function termDescription(text: string): string {
  return sanitiseMarkup(text);
}
