import { replaceElements } from './posts/typography.ts';

/** A text without tags; what stands between them stays, a `<` that begins none too. Takes no longer than its length. */
export function withoutTags(text: string): string {
  // Behind the last `>` no tag ends: each one that begins there would be read to the end of the text.
  const end = text.lastIndexOf('>') + 1;
  return text.slice(0, end).replace(/<\/?[a-z!][^>]*>/gi, '') + text.slice(end);
}

/** The same, and without what scripts and styles hold; blanks as one. */
export function plainText(html: string): string {
  return withoutTags(replaceElements(html, ['script', 'style'], () => ''))
    .replace(/\s+/g, ' ')
    .trim();
}

/** `&` as an entity, unless it begins one. */
export function escapeAmpersands(text: string): string {
  return text.replace(/&(?!(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);)/gi, '&amp;');
}
