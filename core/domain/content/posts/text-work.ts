import type { TextWork } from './long-texts.ts';
import { renderContent, renderExcerpt, renderTitle } from './render.ts';
import { sanitiseMarkup, sanitiseTermDescription, sanitiseTitle } from './sanitise.ts';

/** Performs the computation named by a `LongText`. */
export function doTextWork(work: TextWork, text: string): string {
  switch (work) {
    case 'title':
      return renderTitle(text);
    case 'content':
      return renderContent(text);
    case 'excerpt':
      return renderExcerpt({ excerpt: text, content: '' });
    case 'markup':
      return sanitiseMarkup(text);
    case 'title markup':
      return sanitiseTitle(text);
    case 'term markup':
      return sanitiseTermDescription(text);
    default:
      return renderExcerpt({ excerpt: '', content: text }, Number(work.slice('words '.length)));
  }
}
