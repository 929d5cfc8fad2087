import type { LucideIcon } from '@lucide/svelte';
import BookOpen from '@lucide/svelte/icons/book-open';
import FilePen from '@lucide/svelte/icons/file-pen';
import Globe from '@lucide/svelte/icons/globe';
import ShieldCheck from '@lucide/svelte/icons/shield-check';
import Database from '@lucide/svelte/icons/database';
import Replace from '@lucide/svelte/icons/replace';
import LayoutGrid from '@lucide/svelte/icons/layout-grid';
import SlidersHorizontal from '@lucide/svelte/icons/sliders-horizontal';
import SettingsIcon from '@lucide/svelte/icons/settings';
import Cloud from '@lucide/svelte/icons/cloud';
import ArrowDownUp from '@lucide/svelte/icons/arrow-down-up';
import History from '@lucide/svelte/icons/history';
import SquareTerminal from '@lucide/svelte/icons/square-terminal';
import Type from '@lucide/svelte/icons/type';
import { lastCount } from './checks/last-count.svelte.ts';
import type { KeyCombo } from './keys.ts';
import { MEDIA, typeName } from './content-types.ts';
import type { ContentType } from './content-types.ts';
import { formatDate, t, type MessageKey } from './messages/messages.svelte.ts';
import { ScreenCode } from './screen-code.svelte.ts';
import { settingsData } from './settings-data.ts';
import { site } from './site.svelte.ts';
import { typeIcon } from './type-icons.ts';
import { liveBadge, type Badge } from './live/badge.ts';

export const GROUPS = ['top', 'content', 'terms', 'translation', 'site', 'data', 'end'] as const;

/** A screen: its place in the sidebar, and its component. */
export interface Screen {
  /** In the address: `#/languages`. */
  id: string;
  /** null: reached by links only, like the editor. */
  group: (typeof GROUPS)[number] | null;
  title: MessageKey;
  /** Replaces `title` where the name comes from the site, as for a post type. */
  name?: () => string;
  icon: LucideIcon;
  code: ScreenCode;
  /** Default: Ctrl and its position. */
  keys?: KeyCombo;
  /** Number after the name. A function, so that it is evaluated on render. */
  count?: () => number | undefined;
  /** What to know about that number, on hover. */
  countNote?: () => string | undefined;
  /** Shown instead of `count` when there is more than one number. A function, as `count`. */
  badge?: () => Badge | undefined;
}

const content = new ScreenCode(() => import('../screens/content/Content.svelte'));
const terms = new ScreenCode(() => import('../screens/terms/Terms.svelte'));
const media = new ScreenCode(() => import('../screens/media/Media.svelte'));

/**
 * Every built-in screen, in sidebar order; `Ctrl+1` is the first. To add one: `screens/x/X.svelte`, its texts in
 * `messages/en/x.json`, a row here. Files imported by a screen must not import this one.
 */
export const screens: readonly Screen[] = [
  {
    id: 'overview',
    group: 'top',
    title: 'overview.title',
    icon: LayoutGrid,
    code: new ScreenCode(() => import('../screens/overview/Overview.svelte')),
  },
  {
    id: 'glossary',
    group: 'translation',
    title: 'glossary.title',
    icon: BookOpen,
    code: new ScreenCode(() => import('../screens/glossary/Glossary.svelte')),
    count: () => site.totals.value?.terms,
  },
  {
    id: 'memory',
    group: 'translation',
    title: 'memory.title',
    icon: Database,
    code: new ScreenCode(() => import('../screens/memory/Memory.svelte')),
  },
  {
    id: 'checks',
    group: 'translation',
    title: 'checks.title',
    icon: ShieldCheck,
    code: new ScreenCode(() => import('../screens/checks/Checks.svelte')),
    count: () => lastCount.value?.findings,
    countNote: () =>
      lastCount.value && t('checks.counted', { time: formatDate(lastCount.value.at, { timeStyle: 'short' }) }),
  },
  {
    id: 'replace',
    group: 'translation',
    title: 'replace.title',
    icon: Replace,
    code: new ScreenCode(() => import('../screens/replace/Replace.svelte')),
  },
  {
    id: 'languages',
    group: 'site',
    title: 'languages.title',
    icon: Globe,
    code: new ScreenCode(() => import('../screens/languages/Languages.svelte')),
    count: () => site.languages.value?.length,
  },
  {
    id: 'strings',
    group: 'site',
    title: 'strings.title',
    icon: Type,
    code: new ScreenCode(() => import('../screens/strings/Strings.svelte')),
    count: () => site.totals.value?.strings,
  },
  {
    id: 'settings',
    group: 'site',
    title: 'settings.title',
    icon: SlidersHorizontal,
    code: new ScreenCode(() => import('../screens/settings/Settings.svelte'), Object.values(settingsData)),
  },
  {
    id: 'live',
    group: 'data',
    title: 'live.title',
    icon: Cloud,
    code: new ScreenCode(() => import('../screens/live/Live.svelte')),
    badge: liveBadge,
  },
  {
    id: 'transfer',
    group: 'data',
    title: 'transfer.title',
    icon: ArrowDownUp,
    code: new ScreenCode(() => import('../screens/transfer/Transfer.svelte')),
  },
  {
    id: 'api-tools',
    group: 'data',
    title: 'api-tools.title',
    icon: SquareTerminal,
    code: new ScreenCode(() => import('../screens/api-tools/ApiTools.svelte')),
  },
  {
    id: 'activity',
    group: 'data',
    title: 'activity.title',
    icon: History,
    code: new ScreenCode(() => import('../screens/activity/Activity.svelte')),
  },
  {
    id: 'preferences',
    group: 'end',
    title: 'preferences.title',
    icon: SettingsIcon,
    code: new ScreenCode(() => import('../screens/preferences/Preferences.svelte')),
    keys: 'Ctrl+,',
  },
  {
    id: 'edit',
    group: null,
    title: 'editor.title',
    icon: FilePen,
    code: new ScreenCode(() => import('../screens/edit/Edit.svelte')),
  },
];

/** The built-in screens plus one for every translatable post type, in sidebar order. Reactive. */
export function allScreens(): readonly Screen[] {
  const all = [...screens, ...contentScreens()];
  const place = ({ group }: Screen) => (group ? GROUPS.indexOf(group) : GROUPS.length);
  return all.toSorted((a, b) => place(a) - place(b));
}

/** The code of all screens, the most used first. */
export const screenCodes: readonly ScreenCode[] = [content, ...screens.map(({ code }) => code), terms, media];

/**
 * Loads the code of a screen; undefined when already loaded. Until the site's types are known, an unknown ID is assumed to be a
 * post type.
 */
export function fetchScreen(id: string): Promise<void> | undefined {
  return codeFor(id)?.load();
}

/** Prefetches the data of a screen. Not before the session is open. */
export function readAhead(id: string): void {
  codeFor(id)?.readAhead();
}

/** The title of a screen in the interface language. */
export function titleOf(screen: Screen): string {
  return screen.name?.() ?? t(screen.title);
}

function codeFor(id: string): ScreenCode | undefined {
  const found = allScreens().find((screen) => screen.id === id);
  return found?.code ?? (id === '' ? screens[0]?.code : content);
}

/** A screen for each translatable post type and taxonomy, and one for media. */
function contentScreens(): Screen[] {
  const types = site.types.value ?? [];
  const hasMedia = types.length === 0 || types.some(({ type }) => type === MEDIA.type);
  const terms = types.findIndex(({ kind }) => kind === 'term');
  const at = terms < 0 ? types.length : terms;
  const all = hasMedia ? types : types.toSpliced(at, 0, MEDIA);
  return all.map((type) => ({
    id: type.base,
    group: type.kind === 'post' ? 'content' : 'terms',
    title: 'content.title',
    name: () => typeName(type),
    icon: typeIcon(type),
    code: codeOf(type),
    count: () => site.coverage.value?.find((row) => row.kind === type.kind && row.type === type.type)?.groups,
  }));
}

function codeOf({ kind, type }: ContentType): ScreenCode {
  if (type === MEDIA.type) return media;
  return kind === 'post' ? content : terms;
}
