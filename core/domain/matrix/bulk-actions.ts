import type { BulkAction } from '../../schema/translations/bulk.ts';
import type { Site } from '../../site.ts';
import { sourceOfGroup } from '../../store/translations/confirmations.ts';
import { isMachineMade } from '../../store/translations/drafts.ts';
import { postById, type PostRow } from '../../store/content/posts.ts';
import { termById } from '../../store/content/terms.ts';
import { itemLanguage, translationOf } from '../../store/translations/translations.ts';
import type { Caller } from '../../types.ts';
import type { BulkOrder } from './bulk-order.ts';
import { contentFacts, languageOfCode, type ContentLanguage } from '../content/content-facts.ts';
import { postType, taxonomy, type PostType } from '../content/content-model.ts';
import { createTranslation } from '../translations/new-translation.ts';
import { removePost, trashPost } from '../content/posts/delete.ts';
import { changePost } from '../content/posts/write.ts';
import { confirm, staleness } from '../translations/staleness.ts';
import { updateTerm } from '../content/terms/terms.ts';

/** A target item of a bulk change. */
export interface BulkTarget {
  id: number;
}

export interface BulkCall {
  site: Site;
  order: BulkOrder;
  caller: Caller;
}

/** Applies the action to one item: undefined on success, else why the item is unchanged. Its partial writes are rolled back. */
type Act = (call: BulkCall, target: BulkTarget) => string | undefined;

/** The effect of each action on one item (`contract/extras.md`, `/bulk`); each as its own route would. */
export const bulkActions: Record<BulkAction, Act> = {
  status({ site, order, caller }, { id }) {
    const found = postOf(site, id);
    if (!found) return GONE;
    const { row, type } = found;
    if (type.name === 'attachment') return 'Media have no status of their own.';
    const { status } = order;
    if (status === undefined || row.status === status) return 'The item has this status already.';
    changePost(site, type, { input: { status }, caller, row });
    return undefined;
  },
  trash({ site }, { id }) {
    const found = postOf(site, id);
    if (!found) return GONE;
    if (found.type.name === 'attachment') return 'Media have no trash.';
    trashPost(site, found.type, found.row);
    return undefined;
  },
  delete({ site }, { id }) {
    const found = postOf(site, id);
    if (!found) return GONE;
    if (found.type.name !== 'attachment') return 'Only media are deleted for good here; other items go to the trash.';
    removePost(site, found.row);
    return undefined;
  },
  confirm({ site, order }, { id }) {
    const own = itemLanguage(site.db, order.kind, id);
    if (!own) return NO_LANGUAGE;
    if (sourceOfGroup(site.db, own.group_id) === id) return 'The item is the source of its group.';
    const before = staleness(site, order.kind, id);
    if (before.confirmed_at !== null && before.changes.length === 0 && !isMachineMade(site.db, order.kind, id))
      return 'The translation is up to date already.';
    confirm(site, order.kind, id);
    return undefined;
  },
  language: (call, { id }) => giveLanguage(call, id),
  'move-language'(call, { id }) {
    const { site, order } = call;
    const own = itemLanguage(site.db, order.kind, id);
    if (!own || own.language_id !== languageNamed(site, order.from)?.id) return 'The item is not in this language.';
    const to = languageNamed(site, order.lang)?.id ?? 0;
    const taken = translationOf(site.db, order.kind, { id, language: to });
    if (taken !== undefined && taken !== id) return `There is a version in the other language: ${taken}.`;
    return giveLanguage(call, id);
  },
  translate: (call, { id }) => startIn(call, id),
  duplicate: (call, { id }) => startIn(call, id),
};

/** Creates a linked version in the language, filled with the texts of its source. */
function startIn({ site, order, caller }: BulkCall, id: number): string | undefined {
  const { kind, lang = '' } = order;
  if (!itemLanguage(site.db, kind, id)) return NO_LANGUAGE;
  createTranslation(site, caller, { kind, id, lang, copy: true, texts: 'source' });
  return undefined;
}

const GONE = 'No item has this number.';
const NO_LANGUAGE = 'No item with this number has a language.';

function giveLanguage({ site, order, caller }: BulkCall, id: number): string | undefined {
  const language = languageNamed(site, order.lang);
  if (itemLanguage(site.db, order.kind, id)?.language_id === language?.id) return 'The item has this language already.';
  const lang = language?.slug ?? '';
  if (order.kind === 'term') {
    const tax = taxonomy(site, termById(site.db, id)?.taxonomy ?? '');
    if (!tax) return GONE;
    updateTerm(site, tax, { id, lang });
    return undefined;
  }
  const found = postOf(site, id);
  if (!found) return GONE;
  changePost(site, found.type, { input: { lang }, caller, row: found.row });
  return undefined;
}

function postOf(site: Site, id: number): { row: PostRow; type: PostType } | undefined {
  const row = postById(site.db, id);
  const type = row && postType(site, row.type);
  return row && type && { row, type };
}

function languageNamed(site: Site, code: string | undefined): ContentLanguage | undefined {
  return code === undefined ? undefined : languageOfCode(contentFacts(site), code);
}
