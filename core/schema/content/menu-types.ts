/** Types under which the platform stores menus and their entries: never content types of their own. */
export const MENU = 'nav_menu';
export const MENU_ENTRY = 'nav_menu_item';
export const isMenuType = (type: string): boolean => type === MENU || type === MENU_ENTRY;
