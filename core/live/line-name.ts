import { isMenuType, MENU } from '../schema/content/menu-types.ts';
import { LINE_KINDS, type LineKind } from '../schema/live/plan.ts';
import type { LiveKey } from '../store/live/states.ts';

/** The name of a line in addresses and choices. */
export function lineName({ kind, uuid }: LiveKey): string {
  return `${kind}-${uuid}`;
}

/** Parses the name of a line: its kind, a hyphen, and its key. */
export function keyOf(name: string): LiveKey | undefined {
  const at = name.indexOf('-');
  const kind = LINE_KINDS.find((one) => one === name.slice(0, at));
  return kind && { kind, uuid: name.slice(at + 1) };
}

/** The page of the live site on which an item with this id there is edited, "" for none. A menu and its entries share one. */
export function editPage(
  url: string,
  { kind, type, id }: { kind: LineKind; type: string; id?: number | undefined },
): string {
  if (!id || (kind !== 'post' && kind !== 'term')) return '';
  if (isMenuType(type)) return `${url}/wp-admin/nav-menus.php${type === MENU ? `?action=edit&menu=${id}` : ''}`;
  if (kind === 'term') return `${url}/wp-admin/term.php?taxonomy=${encodeURIComponent(type)}&tag_ID=${id}`;
  return `${url}/wp-admin/post.php?post=${id}&action=edit`;
}
