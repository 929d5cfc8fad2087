import Globe from '@lucide/svelte/icons/globe';
import LayoutGrid from '@lucide/svelte/icons/layout-grid';
import type { Screen } from '../../../renderer/lib/screens.ts';
import { t } from '../../../renderer/lib/messages/messages.svelte.ts';
import { site } from '../../../renderer/lib/site.svelte.ts';
import DemoList from './DemoList.svelte';
import DemoStates from './DemoStates.svelte';

/** Two screens in the place of the real ones, so that the frame is tested alone. */
export const GROUPS = ['top', 'content', 'terms', 'site', 'data', 'end'] as const;
export const screens: readonly Screen[] = [
  {
    id: 'languages',
    group: 'site',
    title: 'frame.palette.languages',
    icon: Globe,
    component: DemoList,
    count: () => site.languages.value?.length,
  },
  { id: 'states', group: 'data', title: 'frame.status', icon: LayoutGrid, component: DemoStates },
];

export const allScreens = (): readonly Screen[] => screens;
export const titleOf = ({ title }: Screen): string => t(title);
