import type { Site } from '../site.ts';
import { commentsOf } from '../store/content/names.ts';
import { postById } from '../store/content/posts.ts';
import { termById } from '../store/content/terms.ts';
import type { Plan } from './plan/plan.ts';
import { kindOfType } from './plan/posts.ts';
import type { PostRecord } from './records.ts';
import { count, emptyReport, warn } from './report.ts';
import { postPairs, termPairs, type FieldPair } from './review-fields.ts';

/**
 * Counts items that the plan would update to equal values as skipped, so that an import reports only real changes, and names
 * items that are kept because they were changed here later.
 */
export function countUnchanged(site: Site, plan: Plan): void {
  // Warnings about an item are reported when it is written.
  const silent = { ...plan, report: emptyReport() };
  for (const [seq, record] of plan.context.records.terms()) {
    const { id, action } = plan.terms.bySeq.get(seq) ?? { id: 0, action: 'keep' };
    const before = action === 'update' ? termById(site.db, id) : undefined;
    if (before && isSame(termPairs(site, silent, { id, record, before }))) recount(plan, 'terms');
  }
  for (const [seq, record] of plan.context.records.posts()) {
    const { id, action, isNewer } = plan.posts.bySeq(seq);
    const before = action === 'update' || isNewer ? postById(site.db, id) : undefined;
    if (!before) continue;
    const isEqual = isSame(postPairs(site, silent, { id, record, before }));
    const hasSameComments = sameComments(site, id, record);
    if (isNewer && !isEqual) warnNewer(plan, record);
    if (isNewer) continue;
    if (hasSameComments) recount(plan, 'comments', record.comments.length);
    if (hasSameComments && isEqual) recount(plan, kindOfType(record.type));
  }
}

function warnNewer({ report }: Plan, { title, line, type }: PostRecord): void {
  const name = title.slice(0, 80);
  const text = `"${name}" was changed here after the file was written; it stays as it is here.`;
  warn(report, kindOfType(type), { line, code: 'changed_here', text, params: { name } });
}

function recount({ report }: Plan, kind: Parameters<typeof count>[1], n = 1): void {
  count(report, kind, 'updated', -n);
  count(report, kind, 'skipped', n);
}

const isSame = (pairs: readonly FieldPair[]): boolean => pairs.every(({ mine, file }) => mine === file);

function sameComments(site: Site, id: number, { comments }: PostRecord): boolean {
  const here = commentsOf(site.db, [id]).get(id);
  return comments.length === 0 ? here === undefined : here === JSON.stringify(comments);
}
