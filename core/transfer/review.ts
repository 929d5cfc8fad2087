import { isTranslated } from '../domain/content/content-model.ts';
import { contentFacts, languageOfCode } from '../domain/content/content-facts.ts';
import type { Site } from '../site.ts';
import { postById } from '../store/content/posts.ts';
import { termById } from '../store/content/terms.ts';
import { userByLoginOrEmail } from '../store/access/users.ts';
import type { ReviewLine, ReviewOutcome } from '../schema/site/job.ts';
import { writeReview } from '../store/transfer/review.ts';
import { HOST_POST_TYPES, HOST_TAXONOMIES } from './wxr/host-types.ts';
import type { Plan } from './plan/plan.ts';
import type { PostRecord, TermRecord } from './records.ts';
import type { Control } from './refusal.ts';
import { postPairs, termPairs, type FieldPair } from './review-fields.ts';

/** What a preview contains besides the report: what to decide before the import. */
export interface ReviewSummary {
  counts: Record<ReviewOutcome, number>;
  types: string[];
  /** `here`: the site already has it. `items`: the number of items of the file in it. */
  languages: { code: string; name: string; here: boolean; items: number }[];
  authors: { login: string; name: string; here: boolean }[];
  /** Items of translated types without a language. */
  without_language: number;
  /** Attachments: their files are not in the export. */
  media: number;
}

type Put = (row: ReviewLine, pairs: readonly FieldPair[], more?: object) => void;

/** Writes a review of a plan, item by item, and summarises it. Does not change the site. */
export function reviewPlan(site: Site, plan: Plan, to: { path: string; control: Control }): ReviewSummary {
  const file = writeReview(to.path);
  const counts = { new: 0, changed: 0, conflict: 0, same: 0, skipped: 0, left: 0, stale: 0, marks: 0 };
  const types = new Set<string>();
  const perLanguage = new Map<string, number>();
  const put: Put = (row, pairs, more) => {
    counts[row.outcome] += 1;
    types.add(row.type);
    perLanguage.set(row.lang, (perLanguage.get(row.lang) ?? 0) + 1);
    const differing = pairs.filter(({ mine, file: theirs }) => mine !== theirs);
    const same =
      row.outcome === 'new' ? [] : pairs.filter((pair) => !differing.includes(pair)).map(({ field }) => field);
    file.put({ ...row, fields: differing.map(({ field }) => field) }, { ...more, changes: differing, same });
  };
  reviewTerms(site, plan, put);
  const { without, media } = reviewPosts(site, plan, { put, control: to.control });
  file.done();
  return {
    counts,
    types: [...types],
    languages: languagesOf(plan, perLanguage),
    authors: authorsOf(site, plan),
    without_language: without,
    media,
  };
}

function reviewTerms(site: Site, plan: Plan, put: Put): void {
  const languages = groupLanguages(plan);
  for (const [seq, record] of plan.context.records.terms()) {
    if (HOST_TAXONOMIES.has(record.taxonomy)) continue;
    const planned = plan.terms.bySeq.get(seq);
    const before = planned && planned.action !== 'create' ? termById(site.db, planned.id) : undefined;
    const pairs = planned ? termPairs(site, plan, { id: planned.id, record, before }) : [];
    const outcome: ReviewOutcome = planned ? outcomeOf(planned.action, pairs, false) : 'left';
    put(
      {
        ...{ key: `t${seq}`, kind: 'term', type: record.taxonomy, id: before?.id ?? 0 },
        ...{ title: titleOf(record), lang: planned?.lang ?? '', outcome, fields: [] },
        languages: record.source === null ? [] : (languages.get(record.source) ?? []),
      },
      pairs,
    );
  }
}

function reviewPosts(
  site: Site,
  plan: Plan,
  { put, control }: { put: Put; control: Control },
): { without: number; media: number } {
  const { records } = plan.context;
  const total = records.staging.count('posts');
  const languages = languagesByGroup(plan);
  let [done, without, media] = [0, 0, 0];
  for (const [seq, record] of records.posts()) {
    control.progress((done += 1), total);
    if (HOST_POST_TYPES.has(record.type)) continue;
    if (record.type === 'attachment') media += 1;
    if (record.lang === '' && isTranslated(site, 'post', record.type)) without += 1;
    const { id, action, isNewer } = plan.posts.bySeq(seq);
    const before = action === 'update' || action === 'keep' ? postById(site.db, id) : undefined;
    const pairs = action === 'drop' ? [] : postPairs(site, plan, { id, record, before });
    const isLater = before !== undefined && record.modified_gmt !== '' && before.modified_gmt > record.modified_gmt;
    put(
      {
        ...{ key: `p${seq}`, kind: 'post', type: record.type, id: before?.id ?? 0 },
        ...{ title: titleOf(record), lang: record.lang, fields: [] },
        outcome: action === 'drop' ? 'left' : outcomeOf(isNewer ? 'update' : action, pairs, isLater),
        languages: languages.get(record.group) ?? [],
      },
      pairs,
      { mine_at: before?.modified_gmt ?? '', file_at: record.modified_gmt, author: record.author },
    );
  }
  return { without, media };
}

/** `isLater`: it was changed here after the file was written, so taking the file would lose that change. */
function outcomeOf(action: 'create' | 'update' | 'keep', pairs: readonly FieldPair[], isLater: boolean): ReviewOutcome {
  if (action === 'create') return 'new';
  if (pairs.every(({ mine, file }) => mine === file)) return 'same';
  if (action === 'keep') return 'skipped';
  return isLater ? 'conflict' : 'changed';
}

function titleOf(record: PostRecord | TermRecord): string {
  const title = 'title' in record ? record.title : record.name;
  return (title || record.slug).slice(0, 300);
}

/** The languages of each term's group, by the term's number in the file. */
function groupLanguages({ context }: Plan): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const { kind, members } of context.records.groups())
    if (kind === 'term')
      for (const [, id] of members)
        longest(
          found,
          id,
          members.map(([code]) => code),
        );
  return found;
}

function longest(found: Map<number, string[]>, id: number, codes: string[]): void {
  if ((found.get(id)?.length ?? 0) < codes.length) found.set(id, codes);
}

function languagesByGroup({ context }: Plan): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { group_name, lang } of context.records.staging.posts()) {
    if (group_name === '' || lang === '') continue;
    const known = found.get(group_name);
    if (known) known.push(lang);
    else found.set(group_name, [lang]);
  }
  return found;
}

function languagesOf({ context }: Plan, items: ReadonlyMap<string, number>): ReviewSummary['languages'] {
  const facts = contentFacts(context.site);
  const listed = [...context.records.languages()].map(({ code, name }) => ({ code, name }));
  const known = new Set(listed.map(({ code }) => code));
  const named = context.records.staging.languagesOfItems().filter(({ code }) => !known.has(code));
  return [...listed, ...named].map(({ code, name }) => {
    return { code, name: name || code, here: languageOfCode(facts, code) !== undefined, items: items.get(code) ?? 0 };
  });
}

function authorsOf(site: Site, { context }: Plan): ReviewSummary['authors'] {
  const listed = [...context.records.users()].map(({ login, name }) => ({ login, name }));
  const known = new Set(listed.map(({ login }) => login));
  const named = context.records.staging.authors().filter((login) => !known.has(login));
  return [...listed, ...named.map((login) => ({ login, name: login }))]
    .slice(0, 500)
    .map((one) => ({ ...one, here: userByLoginOrEmail(site.db, one.login) !== undefined }));
}
