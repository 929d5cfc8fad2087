/** Parts of the connected screen, as named in the address: `#/live/conflicts`. */
export const TABS = ['push', 'pull', 'conflicts', 'pairs', 'report'] as const;
export type LiveTab = (typeof TABS)[number];

/** The part named by an address; the first one by default. */
export function tabOf(item: string): LiveTab {
  const [name = ''] = item.split('/');
  return TABS.find((tab) => tab === name) ?? 'push';
}
