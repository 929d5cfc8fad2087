// What to do next: the drafts and stale translations of every post type, newest first, and what is missing.
import { MEDIA } from './content-types.ts';
import type { ContentType, CoverageRow } from './content-types.ts';
import { api } from './api.ts';
import type { GroupValue } from './matrix/rows.svelte.ts';
import { t } from './messages/messages.svelte.ts';
import { site } from './site.svelte.ts';
import { app } from './state.svelte.ts';
import { toasts } from './toasts.svelte.ts';

/** A group with work, and the languages it is left in. */
export interface Work {
  type: ContentType;
  group: GroupValue;
  /** Codes, in the order of the site. */
  codes: string[];
}

/** A type with its numbers. */
export type TypeCoverage = CoverageRow & { about: ContentType };

/** Where the editor opens: the number of a version, and a language that is still missing. */
export interface Task {
  kind: ContentType['kind'];
  id: number;
  lang: string;
}

/** Every type that is known, with its numbers, in the order of the sidebar. */
export function coverageByType(): TypeCoverage[] {
  const rows = site.coverage.value ?? [];
  return (site.types.value ?? []).flatMap((about) => {
    const row = rows.find(({ kind, type }) => kind === about.kind && type === about.type);
    return row ? [{ ...row, about }] : [];
  });
}

/** Codes of the languages that are on, in the order of the site. */
export function activeCodes(): string[] {
  return (site.languages.value ?? []).filter(({ active }) => active).map(({ slug }) => slug);
}

/** Its texts are written in an editor of their own; those of media beside their list. */
export function hasEditor({ kind, type }: Pick<ContentType, 'kind' | 'type'>): boolean {
  return kind === 'post' && type !== MEDIA.type;
}

/** Groups in a state of the given types, newest first. */
export async function readWork(
  types: readonly TypeCoverage[],
  state: 'needs_update' | 'draft' | 'missing',
  limit: number,
): Promise<Work[]> {
  const wanted = types.filter(({ work }) => work[state] > 0);
  const lists = await Promise.all(wanted.map(({ about }) => readGroups(about, state, limit)));
  const time = ({ group }: Work) => group.modified ?? '';
  return lists.flat().sort((a, b) => (time(a) < time(b) ? 1 : -1));
}

/** The newest draft, else what the source has left behind, else what is missing; not what is open already. */
export async function nextTask(): Promise<Task | undefined> {
  const types = coverageByType().filter(({ about }) => hasEditor(about));
  const here = app.place.screen === 'edit' ? app.place.item : '';
  for (const state of ['draft', 'needs_update', 'missing'] as const) {
    for (const work of await readWork(types, state, 3)) {
      const task = taskOf(work);
      if (task && here !== `${task.kind}/${task.id}`) return task;
    }
  }
  return undefined;
}

/** The first thing to do in a group. */
export function taskOf({ type: { kind }, group, codes }: Work): Task | undefined {
  const [code] = codes;
  if (code === undefined) return undefined;
  const item = group.items[code];
  return item ? { kind, id: item.id, lang: '' } : { kind, id: group.source, lang: code };
}

/** Opens the editor where the work goes on; says so when nothing is left. */
export async function continueTranslating(): Promise<void> {
  try {
    const task = await nextTask();
    if (task) openTask(task);
    else toasts.show({ text: t('overview.nothing'), tone: 'plain' });
  } catch (thrown) {
    toasts.failed(thrown);
  }
}

export function openTask({ kind, id, lang }: Task): void {
  app.go('edit', `${kind}/${id}`, lang ? { lang } : {});
}

async function readGroups(type: ContentType, state: string, per_page: number): Promise<Work[]> {
  const query = { kind: type.kind, type: type.type, state, per_page };
  const groups = await api.get<GroupValue[]>('/polydesk/v1/groups', query);
  const has = (group: GroupValue, code: string) => (group.items[code]?.state ?? 'missing') === state;
  return groups.map((group) => ({ type, group, codes: activeCodes().filter((code) => has(group, code)) }));
}
