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
} from '../../store/file/check.ts';
import {
  deleteGroupIfEmpty,
  insertGroup,
  itemLanguage,
  updateItemLanguage,
} from '../../store/translations/translations.ts';
import type { Check, Found } from './check-row.ts';

/** A default category is required, so this reference cannot be cleared: `default-category` finds and repairs it. */
const MENDED_ELSEWHERE = ['site.default_category_id'];

/** Checks of translation groups and dangling rows. */
export const groupChecks: readonly Check[] = [
  {
    name: 'group-member',
    severity: 'error',
    find: (site) => strangeMembers(site.db).map((member) => strangeMember(site, member)),
  },
  {
    name: 'orphan',
    severity: 'error',
    // A member of an invalid group is an orphan too, but repairing it as one would lose its language.
    after: ['group-member'],
    find: (site) =>
      orphans(site.db, MENDED_ELSEWHERE).map((orphan) => ({
        key: `${orphan.table}:${orphan.foreignKey.columns.map(({ from }) => from).join('+')}:${orphan.key}`,
        about: { kind: orphan.table, id: orphan.key },
        text: `A row of "${orphan.table}" refers to something in "${orphan.foreignKey.table}" that does not exist.`,
        params: { from: orphan.table, to: orphan.foreignKey.table },
        repair: 'Clear the reference, or remove the row where it needs one.',
        mend: () => repairOrphan(site.db, orphan),
      })),
  },
  {
    name: 'group-empty',
    severity: 'error',
    after: ['orphan'],
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
    name: 'group-source',
    severity: 'error',
    find: (site) =>
      groupsOfStrangeSource(site.db).map(({ id }) => ({
        key: String(id),
        about: { kind: 'group', id },
        text: 'The source of a translation group is not one of its members.',
        repair: 'Choose its source from its members.',
        mend: () => clearGroupSource(site.db, id),
      })),
  },
  {
    name: 'language-column',
    severity: 'error',
    find: (site) =>
      strayLanguageColumns(site.db).map((id) => ({
        key: String(id),
        about: { kind: 'post', id },
        text: 'Lists show this item in the wrong language.',
        repair: 'Show it in its own language.',
        mend: () => mendLanguageColumn(site.db, id),
      })),
  },
];

function strangeMember(
  site: Site,
  member: { kind: 'post' | 'term'; item_id: number; type: string; group_id: number },
): Found {
  return {
    key: `${member.kind}:${member.item_id}`,
    about: { kind: member.kind, id: member.item_id },
    text: 'An item is in a translation group of another type.',
    repair: 'Unlink the item.',
    mend() {
      const own = itemLanguage(site.db, member.kind, member.item_id);
      if (!own) return;
      updateItemLanguage(site.db, { ...own, group_id: insertGroup(site.db, own.kind, own.type), pos: 1 });
      deleteGroupIfEmpty(site.db, own.group_id);
    },
  };
}
