import { sanitiseMarkup } from './posts/sanitise.ts';

/** A name as it is stored: tags gone, blanks as one, `&`, `<` and `>` as entities (`content.md` 3.2). */
export function termName(text: string): string {
  return text
    .replace(/<(?:script|style)\b[^>]*>[\s\S]*?<\/(?:script|style)\s*>/gi, '')
    .replace(/<\/?[a-z!][^>]*>/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/&(?!(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** A description as it is stored: markup that cannot run script, whoever writes it (`content.md` 1.3). */
export function termDescription(text: string): string {
  return sanitiseMarkup(text);
}
