import type { LucideIcon } from '@lucide/svelte';
import Globe from '@lucide/svelte/icons/globe';
import Layers from '@lucide/svelte/icons/layers';
import Menu from '@lucide/svelte/icons/menu';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import SlidersHorizontal from '@lucide/svelte/icons/sliders-horizontal';
import Sparkles from '@lucide/svelte/icons/sparkles';
import type { Component } from 'svelte';
import type { Draft } from '../../lib/draft.svelte.ts';
import type { MessageKey } from '../../lib/messages/messages.svelte.ts';
import Advanced from './Advanced.svelte';
import Content from './Content.svelte';
import type { SettingsForm } from './form.ts';
import MachineTranslation from './parts/MachineTranslation.svelte';
import Menus from './parts/Menus.svelte';
import { PLACED } from './placement.ts';
import Sync from './Sync.svelte';
import Urls from './urls/Urls.svelte';

/** A section of the screen. */
export interface Section {
  id: keyof typeof PLACED | 'advanced';
  title: MessageKey;
  icon: LucideIcon;
  component: Component<{ draft: Draft<SettingsForm> }>;
}

const sections: readonly Section[] = [
  { id: 'urls', title: 'settings.section.urls', icon: Globe, component: Urls },
  { id: 'content', title: 'settings.section.content', icon: Layers, component: Content },
  { id: 'sync', title: 'settings.section.sync', icon: RefreshCw, component: Sync },
  { id: 'machine-translation', title: 'settings.section.machine', icon: Sparkles, component: MachineTranslation },
  { id: 'menus', title: 'settings.section.menus', icon: Menu, component: Menus },
  { id: 'advanced', title: 'settings.section.advanced', icon: SlidersHorizontal, component: Advanced },
];

/** The non-empty sections: the standard edition lacks some fields. All of them while that is unknown. */
export function shownSections(hasFields: boolean, has: (name: string) => boolean): readonly Section[] {
  const isShown = ({ id }: Section) => id === 'advanced' || PLACED[id].some((name) => has(name));
  return hasFields ? sections.filter(isShown) : sections;
}
