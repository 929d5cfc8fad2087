/** Parts of the connected screen, as the address names them: `#/live/conflicts`. */
export const TABS = ['push', 'pull', 'conflicts', 'pairs', 'report'] as const;
export type LiveTab = (typeof TABS)[number];

/** The part an address names; the first where it names none. */
export function tabOf(item: string): LiveTab {
  const [name = ''] = item.split('/');
  return TABS.find((tab) => tab === name) ?? 'push';
}
