import type { LucideIcon } from '@lucide/svelte';
import FilePen from '@lucide/svelte/icons/file-pen';
import Globe from '@lucide/svelte/icons/globe';
import LayoutGrid from '@lucide/svelte/icons/layout-grid';
import SlidersHorizontal from '@lucide/svelte/icons/sliders-horizontal';
import SettingsIcon from '@lucide/svelte/icons/settings';
import ArrowDownUp from '@lucide/svelte/icons/arrow-down-up';
import History from '@lucide/svelte/icons/history';
import SquareTerminal from '@lucide/svelte/icons/square-terminal';
import type { Component } from 'svelte';
import Activity from '../screens/activity/Activity.svelte';
import ApiTools from '../screens/api-tools/ApiTools.svelte';
import Content from '../screens/content/Content.svelte';
import Editor from '../screens/editor/Editor.svelte';
import Languages from '../screens/languages/Languages.svelte';
import Overview from '../screens/overview/Overview.svelte';
import Settings from '../screens/settings/Settings.svelte';
import Transfer from '../screens/transfer/Transfer.svelte';
import Preferences from '../screens/preferences/Preferences.svelte';
import Terms from '../screens/terms/Terms.svelte';
import type { KeyCombo } from './keys.ts';
import { typeName } from './content-types.ts';
import { t, type MessageKey } from './messages/messages.svelte.ts';
import { site } from './site.svelte.ts';
import { typeIcon } from './type-icons.ts';
import { hasScreen } from './work-queue.ts';

export const GROUPS = ['top', 'content', 'terms', 'site', 'data', 'end'] as const;

/** A screen: its place in the sidebar, and what draws it. */
export interface Screen {
  /** In the address: `#/languages`. */
  id: string;
  /** null: reached by links alone, such as the editor. */
  group: (typeof GROUPS)[number] | null;
  title: MessageKey;
  /** Where the name comes from the site, as that of a post type: in the place of `title`. */
  name?: () => string;
  icon: LucideIcon;
  component: Component;
  /** Default: Ctrl and its place. */
  keys?: KeyCombo;
  /** Number behind the name. A function, so that it is read when it is drawn. */
  count?: () => number | undefined;
}

/**
 * Every screen that is always there, in the order of the sidebar; `Ctrl+1` is the first. To add one: `screens/x/X.svelte`, its texts in
 * `messages/en/x.json`, a row here. Nothing that a screen imports may import this file.
 */
export const screens: readonly Screen[] = [
  { id: 'overview', group: 'top', title: 'overview.title', icon: LayoutGrid, component: Overview },
  {
    id: 'languages',
    group: 'site',
    title: 'languages.title',
    icon: Globe,
    component: Languages,
    count: () => site.languages.value?.length,
  },
  { id: 'settings', group: 'site', title: 'settings.title', icon: SlidersHorizontal, component: Settings },
  { id: 'transfer', group: 'data', title: 'transfer.title', icon: ArrowDownUp, component: Transfer },
  { id: 'api-tools', group: 'data', title: 'api-tools.title', icon: SquareTerminal, component: ApiTools },
  { id: 'activity', group: 'data', title: 'activity.title', icon: History, component: Activity },
  {
    id: 'preferences',
    group: 'end',
    title: 'preferences.title',
    icon: SettingsIcon,
    component: Preferences,
    keys: 'Ctrl+,',
  },
  { id: 'edit', group: null, title: 'editor.title', icon: FilePen, component: Editor },
];

/** These, and one for every post type that has languages; by place in the sidebar. Reactive. */
export function allScreens(): readonly Screen[] {
  const all = [...screens, ...contentScreens()];
  const place = ({ group }: Screen) => (group ? GROUPS.indexOf(group) : GROUPS.length);
  return all.toSorted((a, b) => place(a) - place(b));
}

/** What a screen is called, in the interface language. */
export function titleOf(screen: Screen): string {
  return screen.name?.() ?? t(screen.title);
}

/** A screen for each post type and taxonomy that has languages. */
function contentScreens(): Screen[] {
  const types = site.types.value?.filter(hasScreen) ?? [];
  return types.map((type) => ({
    id: type.base,
    group: type.kind === 'post' ? 'content' : 'terms',
    title: 'content.title',
    name: () => typeName(type),
    icon: typeIcon(type),
    component: type.kind === 'post' ? Content : Terms,
    count: () => site.coverage.value?.find((row) => row.kind === type.kind && row.type === type.type)?.groups,
  }));
}
