import { RestError } from '../../errors.ts';
import type { Summary } from '../../schema/site/summaries.ts';
import type { BulkReport } from '../../schema/translations/bulk.ts';
import type { BackupReason } from '../../schema/site/backup.ts';
import type { Site } from '../../site.ts';
import { backUp } from '../../store/file/backup.ts';
import { hasMoreGroups } from '../../store/matrix/matrix.ts';
import { bulkActions, type BulkTarget } from './bulk-actions.ts';
import type { BulkOrder } from './bulk-order.ts';
import { bulkTargets } from './bulk-targets.ts';
import { contentFacts, needLanguage } from '../content/content-facts.ts';
import { groupFilter } from './groups.ts';
import { savepoint } from '../history/history.ts';
import { invalidParameter } from '../invalid-parameter.ts';
import type { JobKind, JobTools } from '../job-kind.ts';

/** A change of more items than this starts with a backup (`security.md` 5.5). */
const MOST_WITHOUT_BACKUP = 100;
const MOST_REASONS = 100;
/** Items between two progress reports. */
const STEP = 20;

/** Throws 400 for an impossible order: neither items nor a filter, an unknown language, a status for terms. */
export function checkBulk(site: Site, order: BulkOrder): void {
  const { action, kind, ids, filter, status } = order;
  if ((ids === undefined) === (filter === undefined))
    throw invalidParameter('ids', 'rest_invalid_param', 'Name the items by "ids" or by "filter", one of them.');
  if (filter) groupFilter(site, { ...filter, kind });
  if (action === 'status' && status === undefined)
    throw invalidParameter('status', 'rest_invalid_param', 'Say which status the items shall have.');
  if (kind === 'term' && (action === 'status' || action === 'trash' || action === 'delete'))
    throw invalidParameter('action', 'rest_invalid_param', 'Terms have neither a status nor a trash.');
  const makes = action === 'translate' || action === 'duplicate';
  if (makes && order.langs) for (const lang of order.langs) assertLanguage(site, { ...order, lang }, 'langs');
  else if (makes || action === 'language' || action === 'move-language') assertLanguage(site, order, 'lang');
  if (action === 'move-language' || order.from !== undefined) assertLanguage(site, order, 'from');
}

function assertLanguage(site: Site, order: BulkOrder, name: 'lang' | 'langs' | 'from'): void {
  needLanguage(contentFacts(site), name === 'from' ? order.from : order.lang, name);
}

/** One change of many items (`contract/extras.md`, `/bulk`): one entry; an item that cannot be changed is skipped and listed. */
export const bulkKind: JobKind = {
  name: 'bulk',
  screen: 'activity',
  memory: 4096,
  run(site, input, tools) {
    const order = input as unknown as BulkOrder;
    if (isLarge(site, order) && site.file !== ':memory:')
      backUp(site.db, site.file, { reason: 'before a bulk change' satisfies BackupReason });
    return { report: { ...tools.merge(() => changeAll(site, order, tools)) } };
  },
};

/** An estimate: the exact result of a filter is only determined in the transaction. */
function isLarge(site: Site, { ids, filter, kind }: BulkOrder): boolean {
  if (ids) return ids.length > MOST_WITHOUT_BACKUP;
  const { type } = groupFilter(site, { kind, type: filter?.type });
  return hasMoreGroups(site.db, { kind, type }, MOST_WITHOUT_BACKUP);
}

function changeAll(site: Site, order: BulkOrder, tools: JobTools): { value: BulkReport; summary: Summary } {
  // Repeated: something may have changed while the job was queued.
  checkBulk(site, order);
  const langs = order.langs ?? [order.lang];
  const targets = bulkTargets(site, order).flatMap((target) => langs.map((lang) => ({ target, lang })));
  const report: BulkReport = { action: order.action, matched: targets.length, changed: 0, skipped: 0, reasons: [] };
  for (const [at, { target, lang }] of targets.entries()) {
    if (at % STEP === 0) tools.progress(at, targets.length);
    const reason = changeOne(site, { ...order, lang }, { target, tools });
    if (reason === undefined) report.changed++;
    else {
      report.skipped++;
      if (report.reasons.length < MOST_REASONS) report.reasons.push({ id: target.id, text: reason });
    }
  }
  tools.progress(targets.length, targets.length);
  return { value: report, summary: summaryOf(order, report.changed) };
}

/** Why the item was left unchanged; undefined if it was changed. */
function changeOne(
  site: Site,
  order: BulkOrder,
  { target, tools }: { target: BulkTarget; tools: JobTools },
): string | undefined {
  try {
    const act = bulkActions[order.action];
    return savepoint(site, () => {
      const reason = act({ site, order, caller: tools.caller }, target);
      return { keep: reason === undefined, reason };
    }).reason;
  } catch (error) {
    if (error instanceof RestError) return error.message;
    throw error;
  }
}

function summaryOf({ action, status, lang, langs, from }: BulkOrder, count: number): Summary {
  const params = { count, langs: langs ?? (lang === undefined ? [] : [lang]) };
  return {
    code: `bulk.${action}`,
    params: { ...params, ...(status !== undefined && { status }), ...(from !== undefined && { from }) },
  };
}
