// The text that readers see of a field written with tags and entities.
import { splitEntities } from '../entities.ts';
import { tokenizeHtml } from '../html.ts';

/** A letter or sign that only browsers know by name. */
const UNKNOWN = '\ufffc';

/** The text without its tags, with each entity as the character it stands for. */
export function visibleText(raw: string): string {
  if (!/[<&]/.test(raw)) return raw;
  return tokenizeHtml(raw)
    .map((token) => (token.kind === 'text' ? decoded(token.raw) : ''))
    .join('');
}

const decoded = (raw: string): string =>
  raw.includes('&')
    ? splitEntities(raw)
        .map((part) => ('text' in part ? part.text : part.entity === part.raw ? UNKNOWN : part.entity))
        .join('')
    : raw;
