import Globe from '@lucide/svelte/icons/globe';
import LayoutGrid from '@lucide/svelte/icons/layout-grid';
import type { Screen } from '../../../renderer/lib/screens.ts';
import { t } from '../../../renderer/lib/messages/messages.svelte.ts';
import { ScreenCode } from '../../../renderer/lib/screen-code.svelte.ts';
import { site } from '../../../renderer/lib/site.svelte.ts';

/** Two screens instead of the real ones, so that the frame is tested in isolation. */
export const GROUPS = ['top', 'content', 'terms', 'site', 'data', 'end'] as const;
export const screens: readonly Screen[] = [
  {
    id: 'languages',
    group: 'site',
    title: 'frame.palette.languages',
    icon: Globe,
    code: new ScreenCode(() => import('./DemoList.svelte')),
    count: () => site.languages.value?.length,
  },
  {
    id: 'states',
    group: 'data',
    title: 'frame.status',
    icon: LayoutGrid,
    code: new ScreenCode(() => import('./DemoStates.svelte')),
  },
];

export const allScreens = (): readonly Screen[] => screens;
export const titleOf = ({ title }: Screen): string => t(title);
export const screenCodes = screens.map(({ code }) => code);
export const fetchScreen = (id: string) => screens.find((screen) => screen.id === id)?.code.load();
export const readAhead = (id: string) => screens.find((screen) => screen.id === id)?.code.readAhead();
