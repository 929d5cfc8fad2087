import type { LucideIcon } from '@lucide/svelte';

/** An act of a menu. */
export interface MenuItem {
  label: string;
  run: () => void;
  icon?: LucideIcon;
  keys?: string;
  isDanger?: boolean;
  isOn?: boolean;
  disabled?: boolean;
  /** It stores something, as everything dangerous does: it cannot be chosen while the site can only be read. */
  isWrite?: boolean;
}
/** `'line'` divides. */
export type MenuItems = readonly (MenuItem | 'line')[];

/** What can be done with a cell, a row, or what is chosen. */
export interface CellMenu {
  label: string;
  items: MenuItems;
}
