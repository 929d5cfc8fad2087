import { groupMembers, itemLanguage, type Kind } from '../../store/translations/translations.ts';
import { count, warn } from '../report.ts';
import type { Context } from './context.ts';
import type { LanguagePlan } from './languages.ts';

/** An item with its language, as in the file. */
export interface Member {
  id: number;
  /** Post type or taxonomy. */
  type: string;
  /** Language code in the file. */
  code: string;
  /** It existed before; then `mayMove` says whether the file decides about its group. */
  exists: boolean;
  mayMove: boolean;
  line: number;
}

/** A member with its final language. */
export interface Placed {
  id: number;
  language: number;
}

/** The plan for one group of the file. */
export interface PlannedGroup {
  kind: Kind;
  type: string;
  /** Items without a language so far, in stored order: they get one here. */
  fresh: Placed[];
  /** The existing group they join; undefined for a new group. */
  join: number | undefined;
  /** The items, by code, to be linked into one group once all are created; undefined if nothing has to move. */
  link: { id: number; map: Record<string, number>; members: Placed[] } | undefined;
}

interface Known extends Member {
  language: number;
  /** Its current group. */
  group: number | undefined;
}

/** A group of the file. */
export interface FileGroup {
  kind: Kind;
  members: readonly Member[];
  line: number;
  /** Whether an item of the site is in the file; the file says nothing about other items. */
  isInFile: (id: number) => boolean;
}

/** Plans one group of the file: one item per language, a single type, and existing links are kept. */
export function planGroup(context: Context, languages: LanguagePlan, group: FileGroup): PlannedGroup[] {
  const known = group.members.flatMap((member) => knownMember(context, languages, group.kind, member));
  const [first] = known;
  if (!first) return [];
  const { fit, strays } = sort(known, first.type);
  for (const stray of strays) warnStray(context, stray, group.line);
  const alone = strays.filter((one) => one.group === undefined);
  return [placed(context, languages, group, fit), ...alone.flatMap((one) => placed(context, languages, group, [one]))];
}

function knownMember(context: Context, languages: LanguagePlan, kind: Kind, member: Member): Known[] {
  const own = member.exists ? itemLanguage(context.site.db, kind, member.id) : undefined;
  const wanted = languages.byCode.get(member.code)?.id;
  if (own && own.language_id !== wanted && !member.mayMove && wanted !== undefined) {
    const text = `An existing item (number ${member.id}) has another language than in the file; it keeps its own.`;
    warn(context.report, 'groups', { line: member.line, code: 'language_conflict', text, params: { id: member.id } });
  }
  const language = own && !member.mayMove ? own.language_id : (wanted ?? own?.language_id);
  return language === undefined ? [] : [{ ...member, language, group: own?.group_id }];
}

/** The group consists of the first member of each language, all of the type of the first member. */
function sort(known: readonly Known[], type: string): { fit: Known[]; strays: Known[] } {
  const taken = new Set<number>();
  const ids = new Set<number>();
  const fit: Known[] = [];
  const strays: Known[] = [];
  for (const one of known) {
    if (ids.has(one.id)) continue;
    ids.add(one.id);
    const fits = one.type === type && !taken.has(one.language);
    (fits ? fit : strays).push(one);
    if (fits) taken.add(one.language);
  }
  return { fit, strays };
}

function warnStray({ report }: Context, stray: Known, line: number): void {
  count(report, 'groups', 'dropped');
  const text = `The item with the number ${stray.id} does not fit into its translation group (it is a second one in "${stray.code}", or of another type); it was not linked.`;
  const params = { id: stray.id, lang: stray.code };
  warn(report, 'groups', { line: stray.line || line, code: 'group_member', text, params });
}

function placed(
  context: Context,
  languages: LanguagePlan,
  { kind, isInFile }: FileGroup,
  members: readonly Known[],
): PlannedGroup {
  const type = members[0]?.type ?? '';
  const here = members.filter((one) => one.group !== undefined);
  const fresh = members.filter((one) => one.group === undefined).map(({ id, language }) => ({ id, language }));
  const [anchor] = here;
  if (!anchor) return { kind, type, fresh, join: undefined, link: undefined };
  if (here.every((one) => one.mayMove)) {
    const own = members.map((one) => ({ code: languages.codeOf(one.language) ?? one.code, id: one.id }));
    const map = Object.fromEntries(withOthers(context, languages, { here, own, isInFile }));
    const all = members.map(({ id, language }) => ({ id, language }));
    return { kind, type, fresh, join: undefined, link: { id: anchor.id, map, members: all } };
  }
  return joined(context, { kind, type, fresh, group: anchor.group ?? 0 });
}

/**
 * Codes and items, including existing translations that the file lacks (as in a partial export): they keep their place if their
 * language is free.
 */
function withOthers(
  { site }: Context,
  languages: LanguagePlan,
  {
    here,
    own,
    isInFile,
  }: { here: readonly Known[]; own: { code: string; id: number }[] } & Pick<FileGroup, 'isInFile'>,
): [code: string, id: number][] {
  const groups = new Set(here.flatMap(({ group }) => group ?? []));
  const stored = [...groups].flatMap((group) => groupMembers(site.db, group));
  const taken = new Set(own.map(({ code }) => code));
  const others = stored.flatMap(({ item_id: id, language_id }) => {
    const code = isInFile(id) ? undefined : languages.codeOf(language_id);
    if (code === undefined || taken.has(code)) return [];
    taken.add(code);
    return [{ code, id }];
  });
  const place = new Map(stored.map(({ item_id }, at) => [item_id, at]));
  const all = [...own, ...others];
  if (others.length > 0) all.sort((a, b) => (place.get(a.id) ?? all.length) - (place.get(b.id) ?? all.length));
  return all.map(({ code, id }) => [code, id]);
}

/** New items join an existing group if their languages are free there; otherwise they stay separate. */
function joined(
  { site, report }: Context,
  { kind, type, fresh, group }: { kind: Kind; type: string; fresh: Placed[]; group: number },
): PlannedGroup {
  const taken = new Set(groupMembers(site.db, group).map((member) => member.language_id));
  const [out] = fresh.filter((one) => taken.has(one.language));
  if (!out) return { kind, type, fresh, join: group, link: undefined };
  const text = `Items of a translation group of the site (including number ${out.id}) are linked to others here; they were not changed, and the new ones were not linked to them.`;
  warn(report, 'groups', { line: 0, code: 'group_conflict', text, params: { id: out.id } });
  return { kind, type, fresh, join: undefined, link: undefined };
}
