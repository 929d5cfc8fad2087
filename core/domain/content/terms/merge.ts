import { RestError } from '../../../errors.ts';
import type { NamedItem, Summary } from '../../../schema/site/summaries.ts';
import type { Site } from '../../../site.ts';
import { childTerms, TERM_TREE, termById, updateTerm, type TermRow } from '../../../store/content/terms.ts';
import { givePostsOfTerm } from '../../../store/content/term-posts.ts';
import { groupMembers, itemLanguage } from '../../../store/translations/translations.ts';
import type { Dict } from '../../../types.ts';
import { taxonomy, type Taxonomy } from '../content-model.ts';
import { shownName } from '../plain-text.ts';
import { syncTermParents } from '../../translations/sync-terms.ts';
import { deleteTerm, isProtectedTerm, term } from './terms.ts';
import { languageCodes, link } from '../../translations/translations.ts';

/**
 * Merges two terms (`contract/extras.md`, `/terms/{id}/merge`): posts and children of the first move to the second, with
 * translations the second lacks, then the first is deleted. Both must have the same taxonomy and language.
 */
export function mergeTerms(site: Site, { id, into }: { id: number; into: number }): { term: Dict; summary: Summary } {
  const from = known(site, id);
  const to = known(site, into);
  const tax = taxonomy(site, to.taxonomy);
  if (!tax || from.taxonomy !== to.taxonomy || id === into)
    throw new RestError('rest_term_invalid', 'Two different terms of one taxonomy can be merged.', 400);
  if (itemLanguage(site.db, 'term', id)?.language_id !== itemLanguage(site.db, 'term', into)?.language_id)
    throw new RestError(
      'polydesk_other_language',
      'Only terms of the same language can be merged: link them instead.',
      400,
    );
  if (tax.name === 'category' && isProtectedTerm(site, id))
    throw new RestError('rest_cannot_delete', 'The default category stays. Merge the other way round.', 403);
  givePostsOfTerm(site.db, { from: id, to: into });
  moveChildren(site, from, into);
  takeTranslations(site, tax, { id, into });
  deleteTerm(site, from);
  return {
    term: term(site, tax, { id: into, context: 'edit' }),
    summary: { code: 'term.merged', params: { item: named(from), into: named(to) } },
  };
}

function named({ id, name }: TermRow): NamedItem {
  return { id, title: shownName(name) };
}

function known(site: Site, id: number): TermRow {
  const row = termById(site.db, id);
  if (!row) throw new RestError('rest_term_invalid', 'No term has this number.', 404);
  return row;
}

/** Moves the children, except the ancestor of the survivor: that one moves up, as when a parent is deleted. */
function moveChildren(site: Site, from: TermRow, into: number): void {
  for (const child of childTerms(site.db, from.id)) {
    const holdsSurvivor = TERM_TREE.isBelow(site.db, into, child);
    updateTerm(site.db, child, { parent: holdsSurvivor ? from.parent : into });
    syncTermParents(site, child);
  }
}

/** The survivor's own translations win; missing languages are taken from the deleted term. */
function takeTranslations(site: Site, tax: Taxonomy, { id, into }: { id: number; into: number }): void {
  const lost = itemLanguage(site.db, 'term', id);
  const own = itemLanguage(site.db, 'term', into);
  if (!lost || !own || lost.group_id === own.group_id) return;
  const { byId } = languageCodes(site);
  const members = [...groupMembers(site.db, lost.group_id), ...groupMembers(site.db, own.group_id)];
  const map = new Map(members.map((member) => [byId.get(member.language_id) ?? '', member.item_id]));
  link(site, { kind: 'term', id: into, type: tax.name }, Object.fromEntries(map));
}
