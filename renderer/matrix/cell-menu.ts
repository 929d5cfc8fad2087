import { commands } from '../lib/commands.svelte.ts';
import { t } from '../lib/messages/messages.svelte.ts';
import type { CellMenu, MenuItem, MenuItems } from '../ui/overlays/menu.ts';
import type { Matrix } from './matrix.svelte.ts';
import { selectionActs } from './selection-acts.ts';

/** Those of the commands that are available now, as a menu: groups with separators. */
export function menuOfCommands(groups: readonly (readonly string[])[]): MenuItems {
  const known = new Map(commands().map((command) => [command.id, command]));
  return withLines(
    groups.map((ids) =>
      ids.flatMap((id): MenuItem[] => {
        const command = known.get(id);
        if (!command) return [];
        const { title: label, run, icon, keys, isWrite } = command;
        const isDanger = /\.(?:trash|delete)$/.test(id);
        return [{ label, run, ...(icon && { icon }), ...(keys && { keys }), ...(isWrite && { isWrite }), isDanger }];
      }),
    ),
  );
}

/** The menu of the active cell, or of the selected articles if any. */
export function cellMenu(matrix: Matrix, groups: readonly (readonly string[])[]): CellMenu {
  const { selection, row, cell } = matrix;
  if (selection.size === 0) {
    const title = row?.title || t('ui.untitled');
    return { label: cell?.code ? `${title}, ${matrix.nameOf(cell.code)}` : title, items: menuOfCommands(groups) };
  }
  const [acts, danger] = selectionActs(matrix);
  const copy = menuOfCommands([['matrix.copy']]);
  const clear = { label: t('content.bulk.clear'), keys: 'Escape', run: () => selection.clear() };
  return {
    label: t('content.bulk.toolbar', { count: selection.size }),
    items: withLines([acts, [...copy.filter((item) => item !== 'line'), clear], danger]),
  };
}

function withLines(groups: readonly (readonly MenuItem[])[]): MenuItems {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, at): MenuItems => (at === 0 ? group : ['line' as const, ...group]));
}
