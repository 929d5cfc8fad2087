import { isTranslated } from '../../domain/content/content-model.ts';
import { UUID } from '../../transfer/bundle/schema.ts';
import type { LiveBody } from '../body.ts';
import type { ListedItem } from '../sweep.ts';
import type { CheckedList, Checking } from './checking.ts';
import { languageOfLink } from './languages.ts';
import type { Placed } from './there.ts';

/** The group and language from the plugin; else the language, if its address or the lists of terms reveal it. */
export function placeOf(
  { site, places, facts, termLanguages }: Checking,
  { kind, type }: CheckedList,
  { id, link }: ListedItem,
): Placed | undefined {
  if (places) return places[kind].get(id);
  // An attachment has the language of the item it is attached to.
  if (facts.mode !== 'texts' || type === 'attachment' || !isTranslated(site, kind, type)) return undefined;
  const lang = kind === 'term' ? (termLanguages.get(id) ?? '') : languageOfLink(link, facts.languages);
  return lang === undefined ? undefined : { lang, mark: '' };
}

/** The properties of a media item besides its fields; empty for all others. */
export function moreOf(answer: ListedItem): Pick<LiveBody, 'more'> {
  const { source_url, mime_type, media_details, date_gmt } = answer;
  const more = { mime_type: mime_type ?? '', media_details: media_details ?? {}, date_gmt: date_gmt ?? '' };
  return source_url === undefined ? {} : { more: { source_url, ...more } };
}

/** The mark that Polydesk gave an item, from its own answer or from the plugin's data; "" for none. */
export function markOf(own: unknown, placed: Placed | undefined): string {
  const mark = typeof own === 'string' && own !== '' ? own : (placed?.mark ?? '');
  return UUID.test(mark) ? mark : '';
}
