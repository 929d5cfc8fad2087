import { RestError } from '../../errors.ts';
import type { Handoff, HandoffWithItems } from '../../schema/desk/handoffs.ts';
import type { Site } from '../../site.ts';
import {
  allHandoffs,
  deleteHandoff,
  insertHandoff,
  itemsOut,
  takeBack,
  type CountedHandoff,
  type ItemOut,
} from '../../store/desk/handoffs.ts';
import { itemLanguage } from '../../store/translations/translations.ts';
import type { Caller } from '../../types.ts';
import { contentFacts, needLanguage } from '../content/content-facts.ts';
import { namedItem } from '../content/item-name.ts';

/** What a file for a translator holds. Languages by number. */
export interface SentFile {
  format: string;
  from: number;
  to: number;
  file: string;
  items: readonly ItemOut[];
}

/** Notes that a file went out. Call it within a transaction; it is not in the history. */
export function noteSent(site: Site, caller: Caller, { format, from, to, file, items }: SentFile): void {
  const made = { format, source_language: from, target_language: to, file, made_by: caller.name };
  insertHandoff(site.db, { ...made, made_at: site.now().toISOString() }, items);
}

/** Notes that texts came back, whichever file they come in: what counts is the last one they went out with. */
export function noteReturned(site: Site, language: number, item: ItemOut): void {
  if (item.texts.length > 0) takeBack(site.db, language, item, site.now().toISOString());
}

/** The files that went out, the newest first (`contract/extras.md`, `/handoffs`). 400 for an unknown language. */
export function handoffs(site: Site, { lang }: { lang?: string | undefined }): Handoff[] {
  const to = lang === undefined ? undefined : needLanguage(contentFacts(site), lang).id;
  return allHandoffs(site.db)
    .filter(({ target_language }) => to === undefined || target_language === to)
    .map((row) => valueOf(site, row));
}

/** One of them with the items that are still out; 404 if it is not listed. */
export function handoff(site: Site, id: number): HandoffWithItems {
  const row = allHandoffs(site.db).find((one) => one.id === id);
  if (!row) throw unknown();
  return { ...valueOf(site, row), out: itemsOut(site.db, id).map((item) => namedOut(site, item)) };
}

/** Removes a file from the list: nothing of it is expected back. 404 if it is not listed. */
export function forgetHandoff(site: Site, id: number): { deleted: boolean; previous: Handoff } {
  const { out: _out, ...previous } = handoff(site, id);
  return { deleted: deleteHandoff(site.db, id), previous };
}

const unknown = (): RestError => new RestError('polydesk_not_found', 'No exported file has this number.', 404);

function valueOf(site: Site, row: CountedHandoff): Handoff {
  const { source_language, target_language, made_at, made_by, returned_at, ...same } = row;
  const codeOf = (id: number): string => contentFacts(site).languages.get(id)?.slug ?? '';
  return {
    ...same,
    ...{ from: codeOf(source_language), to: codeOf(target_language), at: made_at, author: made_by },
    returned_at: returned_at === '' ? null : returned_at,
  };
}

function namedOut(site: Site, { kind, id, texts }: ItemOut): HandoffWithItems['out'][number] {
  if (kind === 'site') return { kind, id, type: 'strings', title: '', texts: texts.length };
  const { title } = namedItem(site, kind, id);
  return { kind, id, type: itemLanguage(site.db, kind, id)?.type ?? '', title, texts: texts.length };
}
