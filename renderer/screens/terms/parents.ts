import { plainText } from '../../matrix/rows.svelte.ts';
import type { GroupRow } from '../../matrix/rows.svelte.ts';
import { t } from '../../lib/messages/messages.svelte.ts';

/**
 * The possible parents in a language: none, or any term that is not below `of`. Terms of the same name are told apart by their
 * own parents.
 */
export function parentsIn(
  rows: readonly GroupRow[],
  code: string,
  of?: GroupRow,
): { value: number; label: string; help?: string }[] {
  const items = rows.flatMap(({ value }) => {
    const item = value.items[code];
    return item ? [{ id: item.id, parent: item.parent ?? 0, name: plainText(item.title) }] : [];
  });
  const byId = new Map(items.map((item) => [item.id, item]));
  const own = of?.value.items[code]?.id;
  const path = (id: number): number[] => {
    const out: number[] = [];
    for (let at = id; at > 0 && !out.includes(at); at = byId.get(at)?.parent ?? 0) out.push(at);
    return out;
  };
  const options = items
    .filter(({ id }) => own === undefined || !path(id).includes(own))
    .map(({ id, parent, name }) => {
      const above = byId.get(parent)?.name;
      return { value: id, label: name, ...(above && { help: above }) };
    });
  return [{ value: 0, label: t('ui.none') }, ...options];
}
