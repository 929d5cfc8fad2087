import type { Site } from '../../site.ts';
import {
  clearGroupSource,
  emptyGroups,
  groupsOfStrangeSource,
  mendLanguageColumn,
  orphans,
  repairOrphan,
  strangeMembers,
  strayLanguageColumns,
  withoutLanguage,
} from '../../store/check.ts';
import { siteRow } from '../../store/site.ts';
import { deleteGroupIfEmpty, insertGroup, itemLanguage, updateItemLanguage } from '../../store/translations.ts';
import { translatedPostTypes, translatedTaxonomies } from '../content-model.ts';
import { giveLanguage } from '../translations.ts';
import type { Fault, Found } from './fault.ts';

/** The site cannot do without a default category, nor go with it: `default-category` finds and mends that. */
const MENDED_ELSEWHERE = ['site.default_category_id'];

/** Translation groups, languages of items, and rows that lead nowhere. */
export const groupFaults: readonly Fault[] = [
  // Before the orphans, which it is one of: here it keeps its language.
  {
    kind: 'group-member',
    severity: 'error',
    find: (site) => strangeMembers(site.db).map((member) => strangeMember(site, member)),
  },
  {
    kind: 'orphan',
    severity: 'error',
    find: (site) =>
      orphans(site.db, MENDED_ELSEWHERE).map((orphan) => ({
        key: `${orphan.table}:${orphan.foreignKey.columns.map(({ from }) => from).join('+')}:${orphan.key}`,
        about: { kind: orphan.table, id: orphan.key },
        text: `A row of "${orphan.table}" refers to something in "${orphan.foreignKey.table}" that is not there.`,
        params: { from: orphan.table, to: orphan.foreignKey.table },
        repair: 'Cut the reference, or remove the row where it cannot do without.',
        mend: () => repairOrphan(site.db, orphan),
      })),
  },
  {
    kind: 'group-empty',
    severity: 'error',
    find: (site) =>
      emptyGroups(site.db).map(({ id, type }) => ({
        key: String(id),
        about: { kind: 'group', id },
        text: `A translation group (${type}) has no members.`,
        params: { type },
        repair: 'Remove the group.',
        mend: () => deleteGroupIfEmpty(site.db, id),
      })),
  },
  {
    kind: 'group-source',
    severity: 'error',
    find: (site) =>
      groupsOfStrangeSource(site.db).map(({ id }) => ({
        key: String(id),
        about: { kind: 'group', id },
        text: 'The source of a translation group is none of its members.',
        repair: 'Let the group choose its source by itself.',
        mend: () => clearGroupSource(site.db, id),
      })),
  },
  {
    kind: 'language-column',
    severity: 'error',
    find: (site) =>
      strayLanguageColumns(site.db).map((id) => ({
        key: String(id),
        about: { kind: 'post', id },
        text: 'Lists show this item in another language than it has.',
        repair: 'Show it in the language it has.',
        mend: () => mendLanguageColumn(site.db, id),
      })),
  },
  { kind: 'no-language', severity: 'notice', find: itemsWithoutLanguage },
];

function strangeMember(
  site: Site,
  member: { kind: 'post' | 'term'; item_id: number; type: string; group_id: number },
): Found {
  return {
    key: `${member.kind}:${member.item_id}`,
    about: { kind: member.kind, id: member.item_id },
    text: 'An item stands in a translation group of another type.',
    repair: 'Let the item stand alone.',
    mend() {
      const own = itemLanguage(site.db, member.kind, member.item_id);
      if (!own) return;
      updateItemLanguage(site.db, { ...own, group_id: insertGroup(site.db, own.kind, own.type), pos: 1 });
      deleteGroupIfEmpty(site.db, own.group_id);
    },
  };
}

function itemsWithoutLanguage(site: Site): Found[] {
  const language = siteRow(site.db).default_language_id;
  const types = { posts: translatedPostTypes(site), taxonomies: translatedTaxonomies(site) };
  return withoutLanguage(site.db, types).map(({ kind, id, type, name }) => ({
    key: `${kind}:${id}`,
    about: { kind, id },
    text: `"${name}" (${type}) has no language, although items of its type have one.`,
    params: { name, type },
    repair: language === null ? null : 'Give it the default language.',
    mend() {
      if (language !== null) giveLanguage(site, { kind, id, type }, { language });
    },
  }));
}
