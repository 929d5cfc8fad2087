import type { LucideIcon } from '@lucide/svelte';
import Globe from '@lucide/svelte/icons/globe';
import SlidersHorizontal from '@lucide/svelte/icons/sliders-horizontal';
import SettingsIcon from '@lucide/svelte/icons/settings';
import SquareTerminal from '@lucide/svelte/icons/square-terminal';
import type { Component } from 'svelte';
import ApiTools from '../screens/api-tools/ApiTools.svelte';
import Languages from '../screens/languages/Languages.svelte';
import Settings from '../screens/settings/Settings.svelte';
import Preferences from '../screens/preferences/Preferences.svelte';
import type { KeyCombo } from './keys.ts';
import type { MessageKey } from './messages/messages.svelte.ts';
import { site } from './site.svelte.ts';

export const GROUPS = ['top', 'content', 'terms', 'site', 'data', 'end'] as const;

/** A screen: its place in the sidebar, and what draws it. */
export interface Screen {
  /** In the address: `#/languages`. */
  id: string;
  group: (typeof GROUPS)[number];
  title: MessageKey;
  icon: LucideIcon;
  component: Component;
  /** Default: Ctrl and its place. */
  keys?: KeyCombo;
  /** Number behind the name. A function, so that it is read when it is drawn. */
  count?: () => number | undefined;
}

/**
 * Every screen there is, in the order of the sidebar; `Ctrl+1` is the first. To add one: `screens/x/X.svelte`, its texts in
 * `messages/en/x.json`, a row here. Nothing that a screen imports may import this file.
 */
export const screens: readonly Screen[] = [
  {
    id: 'languages',
    group: 'site',
    title: 'languages.title',
    icon: Globe,
    component: Languages,
    count: () => site.languages.value?.length,
  },
  { id: 'settings', group: 'site', title: 'settings.title', icon: SlidersHorizontal, component: Settings },
  { id: 'api-tools', group: 'data', title: 'api-tools.title', icon: SquareTerminal, component: ApiTools },
  {
    id: 'preferences',
    group: 'end',
    title: 'preferences.title',
    icon: SettingsIcon,
    component: Preferences,
    keys: 'Ctrl+,',
  },
];
