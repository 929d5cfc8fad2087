import { siteRow } from '../../store/site/site.ts';
import { termByUuid } from '../../store/transfer/import.ts';
import type { StagedTerm } from '../../store/transfer/staging.ts';
import { slugHolders, termById, type TermRow } from '../../store/content/terms.ts';
import { HOST_TAXONOMIES, TAXONOMY_NAME } from '../wxr/host-types.ts';
import { HIGHEST_ID, type Ids } from '../ids.ts';
import type { GroupRecord } from '../records.ts';
import { count, warn } from '../report.ts';
import { choiceOf, keepsField } from './choices.ts';
import { breakCircles } from './circles.ts';
import type { Context } from './context.ts';
import { planGroup, type Member, type PlannedGroup } from './groups.ts';
import type { LanguagePlan } from './languages.ts';

export type Action = 'create' | 'update' | 'keep';

/** The plan for a term of the file. */
export interface PlannedTerm {
  id: number;
  action: Action;
  taxonomy: string;
  slug: string;
  /** Language code, "" for none. */
  lang: string;
  line: number;
}

/** A term that is only referenced by items. */
export interface BareTerm extends PlannedTerm {
  name: string;
}

export interface TermPlan {
  /** By position in the staging file. */
  bySeq: ReadonlyMap<number, PlannedTerm>;
  bare: readonly BareTerm[];
  parents: ReadonlyMap<number, number>;
  groups: readonly PlannedGroup[];
  /** Resolves a term named by an item of this language; undefined if there is none. */
  resolve(ref: TermName, lang: string): PlannedTerm | undefined;
  /** By its number in the file. */
  idOf(source: number): number | undefined;
  /** Taxonomies whose terms have a language. */
  withLanguage: ReadonlySet<string>;
  /** The term of the file that replaces the category of an untouched site, including its UUID. */
  home: number | undefined;
  /**
   * Set if the file has categories but no counterpart of that one: the first suitable category replaces it, and it is removed.
   */
  newHome: number | undefined;
}

/** How a file refers to a term. */
interface TermName {
  taxonomy: string;
  slug: string;
  source?: number;
}

/** Plans every term, its language and its links (`content.md` 8.2). */
export function planTerms(context: Context, languages: LanguagePlan, ids: Ids): TermPlan {
  const claims = claimLanguages(context, languages);
  const state = createState();
  const staged = [...context.records.staging.terms()];
  const home = context.isPristine ? homeCategory(context, staged) : undefined;
  for (const term of staged) {
    const lang = term.source === null ? '' : (claims.codes.get(term.source) ?? '');
    const planned = planTerm(context, languages, { term, lang, ids, state, isHome: term.seq === home });
    if (!planned) continue;
    state.bySeq.set(term.seq, planned);
    addTo(state, planned);
    if (term.source !== null && !state.bySource.has(term.source)) state.bySource.set(term.source, planned);
  }
  const bare = planBareTerms(context, languages, { ids, state });
  const all = [...state.bySeq.values(), ...bare];
  return {
    bySeq: state.bySeq,
    bare,
    parents: planParents(context, staged, state),
    groups: planTermGroups(context, languages, { claims, state, all }),
    resolve: (ref, lang) => resolve(state, ref, lang),
    idOf: (source) => state.bySource.get(source)?.id,
    withLanguage: new Set(all.filter(({ lang }) => lang !== '').map(({ taxonomy }) => taxonomy)),
    home,
    newHome: context.isPristine && home === undefined ? newHome(languages, [...state.bySeq.values()]) : undefined,
  };
}

interface TermState {
  bySeq: Map<number, PlannedTerm>;
  bySource: Map<number, PlannedTerm>;
  bySlug: Map<string, PlannedTerm[]>;
  matched: Set<number>;
  uuids: Set<string>;
  /** New terms that were explicitly left out: items must not bring them back. */
  left: Set<string>;
}

function createState(): TermState {
  return {
    bySeq: new Map(),
    bySource: new Map(),
    bySlug: new Map(),
    matched: new Set(),
    uuids: new Set(),
    left: new Set(),
  };
}

function addTo({ bySlug }: TermState, term: PlannedTerm): void {
  const key = `${term.taxonomy} ${term.slug}`;
  const known = bySlug.get(key);
  if (known) known.push(term);
  else bySlug.set(key, [term]);
}

interface Claims {
  /** Language of a term of the file, by its number. */
  codes: ReadonlyMap<number, string>;
  /** Groups with the members they may keep. */
  groups: readonly { members: [code: string, id: number][]; line: number }[];
}

/**
 * Real files contain leftover groups that contradict the true one: each term belongs to its largest group, and among equally
 * large ones to that with the higher number (`content.md` 8.2).
 */
function claimLanguages({ records, report }: Context, languages: LanguagePlan): Claims {
  const groups: GroupRecord[] = [...records.groups()].filter(({ kind }) => kind === 'term');
  groups.sort((a, b) => b.members.length - a.members.length || (b.source ?? 0) - (a.source ?? 0));
  const codes = new Map<number, string>();
  const kept = groups.map(({ members, line, name }) => {
    const own = members.filter(([code, id]) => !codes.has(id) && languages.byCode.has(code));
    for (const [code, id] of own) codes.set(id, code);
    const lost = members.length - own.length;
    if (lost > 0) {
      const text = `The translation group "${name}" was not imported completely: ${lost} of ${members.length} ${members.length === 1 ? 'entry' : 'entries'} contradicted a larger group or had no language.`;
      warn(report, 'groups', { line, code: 'stale_group', text, params: { name, lost, count: members.length } });
    }
    return { members: own, line };
  });
  return { codes, groups: kept.filter(({ members }) => members.length > 0) };
}

/**
 * The category of the file that replaces the initial category of an untouched site: the one with the same number, otherwise with
 * the same slug.
 */
function homeCategory({ site, records }: Context, staged: readonly StagedTerm[]): number | undefined {
  const own = records.site.more?.category ?? siteRow(site.db).default_category_id;
  const categories = staged.filter(({ taxonomy }) => taxonomy === 'category');
  const found =
    categories.find(({ source }) => source === own) ?? categories.find(({ slug }) => slug === 'uncategorized');
  return found?.seq;
}

/**
 * The category with the lowest number in the default language, otherwise without a language; if there is none, the category of
 * the site stays.
 */
function newHome(languages: LanguagePlan, terms: readonly PlannedTerm[]): number | undefined {
  const standard = languages.newDefault === undefined ? '' : (languages.codeOf(languages.newDefault) ?? '');
  const categories = terms.filter(({ taxonomy }) => taxonomy === 'category').sort((a, b) => a.id - b.id);
  return (categories.find(({ lang }) => lang === standard) ?? categories.find(({ lang }) => lang === ''))?.id;
}

interface TermInput {
  term: StagedTerm;
  lang: string;
  ids: Ids;
  state: TermState;
  isHome: boolean;
}

function planTerm(context: Context, languages: LanguagePlan, input: TermInput): PlannedTerm | undefined {
  const { term, lang, ids, state, isHome } = input;
  const { report, site } = context;
  const { taxonomy, slug, line, source } = term;
  const about = { taxonomy, slug, lang, line };
  if (!TAXONOMY_NAME.test(taxonomy)) {
    count(report, 'terms', 'dropped');
    const text = `The taxonomy "${taxonomy.slice(0, 60)}" has a name that cannot be stored; its terms were left out.`;
    warn(report, 'terms', { line, code: 'taxonomy_name', text, params: { name: taxonomy.slice(0, 60) } });
    return undefined;
  }
  const twin = source === null ? undefined : state.bySource.get(source);
  if (twin && twin.taxonomy === taxonomy && twin.slug === slug) {
    count(report, 'terms', 'dropped');
    const text = `The term "${slug}" is in the file twice; the first one was used.`;
    warn(report, 'terms', { line, code: 'duplicate_term', text, params: { slug } });
    return undefined;
  }
  if (isHome) return matched(context, state, { ...about, id: siteRow(site.db).default_category_id, action: 'update' });
  const match = matchTerm(context, languages, input);
  const choice = term.seq > 0 ? choiceOf(context.choices, `t${term.seq}`) : undefined;
  if (match) {
    const action = choice === undefined ? match.action : choice === 'mine' ? 'keep' : 'update';
    return matched(context, state, { ...about, ...match, action });
  }
  if (choice === 'mine') {
    count(report, 'terms', 'skipped');
    state.left.add(`${taxonomy} ${slug}`);
    return undefined;
  }
  const { id, kept } = ids.take(source);
  count(report, 'terms', 'created');
  if (twin && !kept) {
    const text = `The number ${source ?? 0} is in the file twice; the term "${slug}" now has the number ${id}.`;
    warn(report, 'terms', {
      line,
      code: 'duplicate_id',
      text,
      params: { what: 'term', source: source ?? 0, name: slug, id },
    });
  }
  return { ...about, id, action: 'create' };
}

function matched({ report }: Context, state: TermState, term: PlannedTerm): PlannedTerm {
  state.matched.add(term.id);
  count(report, 'terms', term.action === 'update' ? 'updated' : 'skipped');
  return term;
}

/**
 * Matches by UUID; in a file of this very site by number and name; otherwise by taxonomy, slug and language. A term without a
 * language matches any (`content.md` 8.2).
 */
function matchTerm(
  { site, state: before, choices, isOfThisSite }: Context,
  languages: LanguagePlan,
  { term, lang, state }: TermInput,
): { id: number; action: Action } | undefined {
  if (before.terms === 0) return undefined;
  const action = choices.existing === 'keep' ? 'keep' : 'update';
  const byUuid = term.uuid === '' ? undefined : termByUuid(site.db, term.uuid);
  if (byUuid && byUuid.taxonomy === term.taxonomy && !state.matched.has(byUuid.id)) return { id: byUuid.id, action };
  const byNumber = isOfThisSite && term.source !== null ? termById(site.db, term.source) : undefined;
  if (byNumber && !state.matched.has(byNumber.id) && isItself(byNumber, term)) return { id: byNumber.id, action };
  const holders = slugHolders(site.db, term.taxonomy, term.slug).filter(({ id }) => !state.matched.has(id));
  const language = lang === '' ? null : (languages.byCode.get(lang)?.id ?? null);
  const found =
    holders.find((one) => one.language_id === language) ??
    holders.find((one) => one.language_id === null) ??
    (language === null ? holders[0] : undefined);
  return found && { id: found.id, action: 'keep' };
}

/** An edit changes the name or the slug of a term, rarely both. */
function isItself(here: TermRow, { taxonomy, slug, name }: StagedTerm): boolean {
  return here.taxonomy === taxonomy && (here.slug === slug || here.name === name);
}

/** Terms referenced only by items: found here or created, in the language of those items if the file lists no terms at all. */
function planBareTerms(
  context: Context,
  languages: LanguagePlan,
  { ids, state }: { ids: Ids; state: TermState },
): BareTerm[] {
  const { records, report } = context;
  const out: BareTerm[] = [];
  for (const ref of records.staging.refs()) {
    const { taxonomy, slug, name } = ref;
    if (state.bySlug.has(`${taxonomy} ${slug}`) || state.left.has(`${taxonomy} ${slug}`)) continue;
    const mayHaveLanguage = !records.site.whole && !HOST_TAXONOMIES.has(taxonomy) && languages.byCode.has(ref.lang);
    const lang = mayHaveLanguage ? ref.lang : '';
    const term = { seq: 0, source: null, uuid: '', parent: '', parent_source: null, line: 0, taxonomy, slug, name };
    const planned = planTerm(context, languages, { term, lang, ids, state, isHome: false });
    if (!planned) continue;
    const bare = { ...planned, name };
    addTo(state, bare);
    out.push(bare);
    if (records.site.whole && planned.action === 'create' && !HOST_TAXONOMIES.has(taxonomy)) {
      const text = `The term "${slug}" (${taxonomy}) is not in the list of terms of the file; it was created from the items that use it.`;
      warn(report, 'terms', { line: 0, code: 'term_unlisted', text, params: { slug, taxonomy } });
    }
  }
  return out;
}

function resolve(
  { bySlug, bySource }: TermState,
  { taxonomy, slug, source }: TermName,
  lang: string,
): PlannedTerm | undefined {
  if (source !== undefined) return bySource.get(source);
  const found = bySlug.get(`${taxonomy} ${slug}`);
  if (!found) return undefined;
  return found.find((one) => one.lang === lang) ?? found.find((one) => one.lang === '') ?? found[0];
}

function planParents(context: Context, staged: readonly StagedTerm[], state: TermState): Map<number, number> {
  const { report } = context;
  const parents = new Map<number, number>();
  const lines = new Map<number, number>();
  const moved = new Set<number>();
  // Parents of terms that are kept, for comparison in the review.
  const stay = new Map<number, number>();
  for (const { seq, taxonomy, parent, parent_source, line } of staged) {
    const own = state.bySeq.get(seq);
    if (!own) continue;
    const isKept =
      own.action === 'keep' || (own.action === 'update' && keepsField(context.choices, `t${seq}`, 'parent'));
    if (!isKept) moved.add(own.id);
    if (parent === '' && parent_source === null) continue;
    const ref = { taxonomy, slug: parent, ...(parent_source !== null && { source: parent_source }) };
    const above = resolve(state, ref, own.lang);
    lines.set(own.id, line);
    if (above && above.id !== own.id && above.taxonomy === taxonomy) (isKept ? stay : parents).set(own.id, above.id);
    else if (!isKept) {
      const text = `The parent "${parent}" of the term "${own.slug}" is not in the file; the term now has none.`;
      const params = { what: 'term', name: parent, slug: own.slug };
      warn(report, 'terms', { line, code: 'parent_unknown', text, params });
    }
  }
  const lost = (child: number): void => {
    const text = `The term with the number ${child} is among its own parents; it now has none.`;
    const params = { what: 'term', id: child };
    warn(report, 'terms', { line: lines.get(child) ?? 0, code: 'parent_circle', text, params });
  };
  breakCircles(parents, lost, (id) =>
    moved.has(id) ? undefined : (termById(context.site.db, id)?.parent ?? undefined),
  );
  return new Map([...parents, ...stay]);
}

function planTermGroups(
  context: Context,
  languages: LanguagePlan,
  { claims, state, all }: { claims: Claims; state: TermState; all: readonly PlannedTerm[] },
): PlannedGroup[] {
  const { report } = context;
  const member = (term: PlannedTerm): Member => ({
    id: term.id,
    type: term.taxonomy,
    code: term.lang,
    exists: term.action !== 'create',
    mayMove: term.action === 'update' && !context.isPristine,
    line: term.line,
  });
  const isInFile = (id: number): boolean => state.matched.has(id);
  const grouped = new Set<number>();
  const planned = claims.groups.flatMap(({ members, line }) => {
    const known = members.flatMap(([, id]) => state.bySource.get(id) ?? []);
    if (known.length < members.length) {
      const lost = members.length - known.length;
      const text = `${lost} of the ${members.length} terms of a translation group are not in the file.`;
      const params = { what: 'term', lost, count: members.length };
      warn(report, 'groups', { line, code: 'group_member_unknown', text, params });
      count(report, 'groups', 'dropped', lost);
    }
    for (const { id } of known) grouped.add(id);
    return planGroup(context, languages, { kind: 'term', members: known.map(member), line, isInFile });
  });
  const alone = all.filter(({ id, lang }) => lang !== '' && !grouped.has(id));
  return [
    ...planned,
    ...alone.flatMap((term) =>
      planGroup(context, languages, { kind: 'term', members: [member(term)], line: 0, isInFile }),
    ),
  ];
}

/** The highest number the file uses for a term, a language or its twin. */
export function highestTermSource({ records }: Context): number {
  let highest = records.staging.highestTerm(HIGHEST_ID);
  for (const { source, twin } of records.languages())
    for (const id of [source, twin]) if (id !== null && id <= HIGHEST_ID) highest = Math.max(highest, id);
  return highest;
}
