import type { LucideIcon } from '@lucide/svelte';

/** An item of a menu. */
export interface MenuItem {
  label: string;
  /** Language of the label (`lang`, with its own direction). */
  lang?: string;
  run: () => void;
  icon?: LucideIcon;
  keys?: string;
  isDanger?: boolean;
  isOn?: boolean;
  disabled?: boolean;
  /** It stores something, as everything dangerous does: disabled while the site is read-only. */
  isWrite?: boolean;
}
/** `'line'` is a separator. */
export type MenuItems = readonly (MenuItem | 'line')[];

/** The context menu of a cell, a row, or a selection. */
export interface CellMenu {
  label: string;
  items: MenuItems;
}
