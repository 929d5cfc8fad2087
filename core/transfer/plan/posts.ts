import { isTaken, knownPost } from '../../store/transfer/import.ts';
import type { StagedPost } from '../../store/transfer/staging.ts';
import { HOST_POST_TYPES, TYPE_NAME } from '../wxr/host-types.ts';
import { createIds, HIGHEST_ID } from '../ids.ts';
import { count, warn, type ReportKind } from '../report.ts';
import { choiceOf, keepsField, type ItemChoice } from './choices.ts';
import { breakCircles } from './circles.ts';
import type { Context } from './context.ts';
import { createFindPost, type FindPost } from './identity.ts';
import { planGroup, type Member, type PlannedGroup } from './groups.ts';
import type { LanguagePlan } from './languages.ts';

/** The action for an item of the file. `drop`: it cannot be stored. */
export type PostAction = 'drop' | 'create' | 'update' | 'keep';

export interface PostPlan {
  /** By position in the staging file. `isNewer`: it is kept because it was changed here after the file was written. */
  bySeq(seq: number): { id: number; action: PostAction; isNewer: boolean };
  parents: ReadonlyMap<number, number>;
  /** Item → image, for known images. */
  thumbnails: ReadonlyMap<number, number>;
  groups: readonly PlannedGroup[];
  idOf(source: number): number | undefined;
  /** The language of a new item. */
  languageOf(id: number): number | undefined;
  /** Some item has a different number here than in the file. */
  isRenumbered: boolean;
}

interface State {
  find: FindPost;
  ids: number[];
  actions: PostAction[];
  bySource: Map<number, number>;
  matched: Set<number>;
  uuids: Set<string>;
  parents: Map<number, { source: number; line: number; type: string }>;
  /** Items whose parent comes from the file, including those that have none there. */
  moved: Set<number>;
  thumbnails: Map<number, { source: number; line: number }>;
  grouped: Map<string, { member: Member; source: number | null }[]>;
  alone: Member[];
  /** Positions of items that are kept because they were changed here later. */
  newer: Set<number>;
  /** The group each item names, by the item's number in the file. */
  groupOf: Map<number, string>;
  isRenumbered: boolean;
}

/** The kind an item counts under in the report. */
export function kindOfType(type: string): ReportKind {
  if (type === 'attachment') return 'media';
  return HOST_POST_TYPES.has(type) ? 'kept' : 'posts';
}

/** Plans the action, parent and image of every item, and the groups (`content.md` 8.2). */
export function planPosts(context: Context, languages: LanguagePlan): PostPlan {
  const { records, site, state: before } = context;
  const numbers = createIds({
    isEmpty: before.posts === 0,
    sequence: before.postSequence,
    highest: records.staging.highestPost(HIGHEST_ID),
    isTaken: (id) => before.posts > 0 && isTaken(site.db, 'posts', id),
  });
  const state = createState(context);
  for (const post of records.staging.posts()) {
    const action = actionOf(context, languages, post, state);
    if (action.action !== 'create') {
      place(context, languages, { post, state, ...action });
      continue;
    }
    const { id, kept } = numbers.take(post.source);
    if (!kept && post.source !== null) {
      state.isRenumbered = true;
      if (state.bySource.has(post.source)) warnTwice(context, post, id);
    }
    place(context, languages, { post, state, id, action: 'create' });
  }
  const groups = planPostGroups(context, languages, state);
  const given = new Map(groups.flatMap(({ fresh, link }) => (link ? [] : fresh.map((one) => [one.id, one.language]))));
  return {
    bySeq: (seq) => ({
      id: state.ids[seq] ?? 0,
      action: state.actions[seq] ?? 'drop',
      isNewer: state.newer.has(seq),
    }),
    parents: planParents(context, state),
    thumbnails: planThumbnails(context, state),
    groups,
    languageOf: (id) => given.get(id),
    idOf: (source) => state.bySource.get(source),
    isRenumbered: state.isRenumbered,
  };
}

function createState({ site }: Context): State {
  return {
    find: createFindPost(site),
    ids: [],
    actions: [],
    bySource: new Map(),
    matched: new Set(),
    uuids: new Set(),
    parents: new Map(),
    moved: new Set(),
    thumbnails: new Map(),
    grouped: new Map(),
    alone: [],
    newer: new Set(),
    groupOf: new Map(),
    isRenumbered: false,
  };
}

function warnTwice({ report }: Context, { source, line, title }: StagedPost, id: number): void {
  const text = `The number ${source ?? 0} is in the file twice; "${title.slice(0, 80)}" now has the number ${id}.`;
  const params = { what: 'item', source: source ?? 0, name: title.slice(0, 80), id };
  warn(report, kindOfType(''), { line, code: 'duplicate_id', text, params });
}

/**
 * The action for an item, depending on whether it was found here by UUID, by number, by likeness or not at all
 * (`content.md` 8.2).
 */
function actionOf(
  context: Context,
  languages: LanguagePlan,
  post: StagedPost,
  state: State,
): { action: PostAction; id: number } {
  const { state: before, choices, report } = context;
  if (!TYPE_NAME.test(post.type)) {
    count(report, 'posts', 'dropped');
    const text = `An item was left out: the name of its type cannot be stored ("${post.type.slice(0, 60)}").`;
    warn(report, 'posts', { line: post.line, code: 'type_name', text, params: { name: post.type.slice(0, 60) } });
    return { action: 'drop', id: 0 };
  }
  if (before.posts === 0) return created(context, post);
  const language = post.lang === '' ? undefined : languages.byCode.get(post.lang)?.id;
  const found = state.find(post, language, state.matched);
  if (!found) return created(context, post);
  const { id, by, isNewer } = found;
  const chosen = chosenAction(choiceOf(choices, `p${post.seq}`));
  if (chosen) return { action: chosen, id };
  if (by === 'likeness' || choices.existing === 'keep') return { action: 'keep', id };
  if (!isNewer || choices.existing === 'update') return { action: 'update', id };
  state.newer.add(post.seq);
  return { action: 'keep', id };
}

/** A new item is created, unless the person chose to leave it out. */
function created({ choices, report }: Context, { seq, type }: StagedPost): { action: PostAction; id: number } {
  if (choiceOf(choices, `p${seq}`) !== 'mine') return { action: 'create', id: 0 };
  count(report, kindOfType(type), 'skipped');
  return { action: 'drop', id: 0 };
}

/** The choice for an existing item. */
function chosenAction(choice: ItemChoice | undefined): 'update' | 'keep' | undefined {
  return choice && (choice === 'mine' ? 'keep' : 'update');
}

function place(
  context: Context,
  languages: LanguagePlan,
  decided: { post: StagedPost; state: State; action: PostAction; id: number },
): void {
  const { post, state, action, id } = decided;
  const { seq, source, type, line } = post;
  state.ids[seq] = id;
  state.actions[seq] = action;
  if (action === 'drop') return;
  if (action !== 'create') {
    state.matched.add(id);
    if (source !== null && source !== id) state.isRenumbered = true;
    count(context.report, kindOfType(type), action === 'update' ? 'updated' : 'skipped');
  } else count(context.report, kindOfType(type), 'created');
  if (source !== null && !state.bySource.has(source)) {
    state.bySource.set(source, id);
    if (post.group_name !== '') state.groupOf.set(source, post.group_name);
  }
  if (action !== 'keep') count(context.report, 'comments', action === 'create' ? 'created' : 'updated', post.comments);
  const isMoved = action === 'create' || (action === 'update' && !keepsField(context.choices, `p${seq}`, 'parent'));
  if (isMoved) state.moved.add(id);
  if (post.parent > 0) state.parents.set(id, { source: post.parent, line, type });
  if (post.featured_media > 0) state.thumbnails.set(id, { source: post.featured_media, line });
  placeLanguage(languages, { post, state, action, id });
}

function placeLanguage(
  languages: LanguagePlan,
  { post, state, action, id }: { post: StagedPost; state: State; action: PostAction; id: number },
): void {
  const { lang, type, line, source, group_name } = post;
  if (lang === '' || !languages.byCode.has(lang)) return;
  const member: Member = { id, type, code: lang, exists: action !== 'create', mayMove: action === 'update', line };
  if (group_name === '') state.alone.push(member);
  else {
    const known = state.grouped.get(group_name);
    if (known) known.push({ member, source });
    else state.grouped.set(group_name, [{ member, source }]);
  }
}

/**
 * The parents from the file, including those of items that are kept, for comparison in the review. If the parent is not in the
 * file (as in a partial export), an existing item keeps its current parent.
 */
function planParents({ site, report }: Context, state: State): Map<number, number> {
  const parents = new Map<number, number>();
  for (const id of state.matched) {
    const now = state.parents.has(id) ? undefined : knownPost(site.db, id)?.parent;
    if (now && !state.matched.has(now)) parents.set(id, now);
  }
  for (const [child, { source, line, type }] of state.parents) {
    const id = state.bySource.get(source);
    const now = id === undefined && state.matched.has(child) ? knownPost(site.db, child)?.parent : undefined;
    if (id !== undefined && id !== child) parents.set(child, id);
    else if (now) parents.set(child, now);
    else if (state.moved.has(child)) {
      const text = `The parent with the number ${source} is not in the file; the item now has none.`;
      warn(report, kindOfType(type), { line, code: 'parent_unknown', text, params: { what: 'item', source } });
    }
  }
  const lost = (child: number): void => {
    const text = `The item with the number ${child} is among its own parents; it now has none.`;
    const { line = 0, type = '' } = state.parents.get(child) ?? {};
    warn(report, kindOfType(type), { line, code: 'parent_circle', text, params: { what: 'item', id: child } });
  };
  const stay = [...parents].filter(([id]) => !state.moved.has(id));
  for (const [id] of stay) parents.delete(id);
  breakCircles(parents, lost, (id) =>
    state.moved.has(id) ? undefined : (knownPost(site.db, id)?.parent ?? undefined),
  );
  for (const [id, parent] of stay) parents.set(id, parent);
  return parents;
}

/** The images from the file; if an image is not in the file, an existing item keeps its current one. */
function planThumbnails({ site, report }: Context, state: State): Map<number, number> {
  const out = new Map<number, number>();
  for (const [item, { source, line }] of state.thumbnails) {
    const id = state.bySource.get(source);
    const now = id === undefined && state.matched.has(item) ? knownPost(site.db, item)?.featured_media : undefined;
    if (id !== undefined) out.set(item, id);
    else if (now) out.set(item, now);
    else if (!state.matched.has(item) || state.moved.has(item)) {
      const text = `The featured image with the number ${source} is not in the file; the item now has none.`;
      warn(report, 'posts', { line, code: 'thumbnail_unknown', text, params: { source } });
    }
  }
  return out;
}

/**
 * Items that name a group are its members, in the order of the group's term; items listed only there join if they name no group.
 */
function planPostGroups(context: Context, languages: LanguagePlan, state: State): PlannedGroup[] {
  const { report } = context;
  const isInFile = (id: number): boolean => state.matched.has(id);
  const byId = new Map(state.alone.map((member) => [member.id, member]));
  const joined = new Set<number>();
  const lines = new Map<string, number>();
  for (const group of context.records.groups()) {
    if (group.kind !== 'post') continue;
    lines.set(group.name, group.line);
    const own = state.grouped.get(group.name) ?? [];
    let unknown = 0;
    const order = new Map<number, number>();
    for (const [code, source] of group.members) {
      const id = state.bySource.get(source);
      if (id === undefined) unknown += 1;
      else order.set(id, order.size);
      const lonely = id === undefined || state.groupOf.has(source) ? undefined : byId.get(id);
      if (lonely?.code !== code) continue;
      own.push({ member: lonely, source });
      joined.add(lonely.id);
    }
    if (own.length > 0) state.grouped.set(group.name, inOrder(own, order));
    if (unknown === 0) continue;
    count(report, 'groups', 'dropped', unknown);
    const text = `${unknown} of the ${group.members.length} items of the translation group "${group.name}" are not in the file.`;
    const params = { what: 'item', lost: unknown, count: group.members.length, name: group.name };
    warn(report, 'groups', { line: group.line, code: 'group_member_unknown', text, params });
  }
  const planned = [...state.grouped].flatMap(([name, members]) =>
    planGroup(context, languages, {
      kind: 'post',
      members: members.map(({ member }) => member),
      line: lines.get(name) ?? 0,
      isInFile,
    }),
  );
  const alone = state.alone.filter(({ id }) => !joined.has(id));
  return [
    ...planned,
    ...alone.flatMap((member) => planGroup(context, languages, { kind: 'post', members: [member], line: 0, isInFile })),
  ];
}

function inOrder<T extends { member: Member }>(members: T[], order: ReadonlyMap<number, number>): T[] {
  const place = ({ member }: T): number => order.get(member.id) ?? order.size;
  return members.sort((a, b) => place(a) - place(b));
}
