import type { LucideIcon } from '@lucide/svelte';
import Globe from '@lucide/svelte/icons/globe';
import type { Component } from 'svelte';
import Languages from '../screens/languages/Languages.svelte';
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
];
