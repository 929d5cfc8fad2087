import { withoutTags } from '../../schema/content/tags.ts';
import { replaceElements } from './posts/typography.ts';

/** Plain text without tags, scripts and styles; whitespace collapsed. */
export function plainText(html: string): string {
  return withoutTags(replaceElements(html, ['script', 'style'], () => ''))
    .replace(/\s+/g, ' ')
    .trim();
}

/** A name stored with entities, decoded for use in sentences, never in markup. */
export function shownName(stored: string): string {
  return stored.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
