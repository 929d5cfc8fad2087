import { withoutTags } from '../../schema/content/tags.ts';
import { replaceElements } from './posts/typography.ts';

/** A text without tags and without what scripts and styles hold; blanks as one. */
export function plainText(html: string): string {
  return withoutTags(replaceElements(html, ['script', 'style'], () => ''))
    .replace(/\s+/g, ' ')
    .trim();
}

/** A name that is stored with entities, as people read it: for sentences, never for markup. */
export function shownName(stored: string): string {
  return stored.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
