import type { ReviewItem, ReviewLine } from '../../schema/site/job.ts';
import type { AppliedTree, TreeReport } from '../../transfer/tree/run.ts';
import type { TreeOutcome } from '../../transfer/tree/lines.ts';
import type { SiteClient } from '../run/site-client.ts';

/** A line of a plan with old and new values. */
export interface PlanLine extends Pick<ReviewItem, 'kind' | 'type' | 'id' | 'title' | 'lang' | 'fields' | 'changes'> {
  outcome: TreeOutcome;
  path: string;
}

/** Lines per page. */
const MANY = 200;

/** All lines of a plan, with the values of changed fields. */
export async function linesOf(client: SiteClient, job: number): Promise<PlanLine[]> {
  const lines: PlanLine[] = [];
  const path = `/polydesk/v1/jobs/${job}/items`;
  for (let page = 1; ; page += 1) {
    const query = { page: String(page), per_page: String(MANY) };
    const found = (await client.send({ method: 'GET', path, query })) as ReviewLine[];
    for (const line of found) lines.push(await detailed(client, path, line));
    if (found.length < MANY) return lines;
  }
}

async function detailed(client: SiteClient, path: string, line: ReviewLine): Promise<PlanLine> {
  const item = (await client.send({ method: 'GET', path: `${path}/${line.key}` })) as ReviewItem;
  const { kind, type, id, title, lang } = line;
  const outcome = item.deleted === true ? 'deleted' : (line.outcome as TreeOutcome);
  // New items need no field list, as everything is in the file.
  const [fields, changes] = outcome === 'changed' ? [line.fields, item.changes] : [[], []];
  return { kind, type, id, title, lang, outcome, fields, changes, path: item.path ?? '' };
}

const SIGNS: Readonly<Record<TreeOutcome, string>> = { new: '+', changed: '~', deleted: '-', left: ' ' };

/** A plan as text: the outcome of each item, field by field. */
export function planText(lines: readonly PlanLine[]): string {
  const doing = lines.filter(({ outcome }) => outcome !== 'left');
  const left = lines.length - doing.length;
  const items = left === 1 ? '1 item of the site is' : `${left} items of the site are`;
  const note = left === 0 ? [] : [`${items} not in the bundle; --prune deletes what its scope allows.`];
  if (doing.length === 0) return ['There is nothing to do.', ...note].join('\n');
  const shown = doing.flatMap((line) => [
    `${SIGNS[line.outcome]} ${nameOf(line)}`,
    ...line.changes.map((change) => `    ${changeText(change)}`),
  ]);
  return [...shown, `${countText(doing)} to apply.`, ...note].join('\n');
}

function nameOf({ kind, type, title, lang, path }: PlanLine): string {
  const what = kind === 'site' ? 'settings' : type || kind;
  return [what, ...(title === '' ? [] : [`“${title}”`]), ...(lang === '' ? [] : [`(${lang})`]), path]
    .filter(Boolean)
    .join(' ');
}

const countText = ({ length }: readonly unknown[]): string => (length === 1 ? '1 change' : `${length} changes`);

function changeText({ field, mine, file }: PlanLine['changes'][number]): string {
  const name = field.replace(/^(?:options|settings)\./, '');
  const isLong = mine.length > LONGEST || file.length > LONGEST || /\n/.test(mine + file);
  if (!isLong) return `${name}: ${quoted(mine)} → ${quoted(file)}`;
  const [gone, come] = [linesOnlyIn(mine, file), linesOnlyIn(file, mine)];
  return `${name}: ${come} ${come === 1 ? 'line' : 'lines'} new, ${gone} gone`;
}

const LONGEST = 70;
const quoted = (text: string): string => JSON.stringify(text);

function linesOnlyIn(text: string, other: string): number {
  const known = new Map<string, number>();
  for (const line of other.split('\n')) known.set(line, (known.get(line) ?? 0) + 1);
  return text.split('\n').filter((line) => {
    const count = known.get(line) ?? 0;
    known.set(line, count - 1);
    return count <= 0;
  }).length;
}

/** The result of applying, as text. */
export function appliedText({
  counts,
  meanwhile,
  entry,
}: Pick<AppliedTree, 'meanwhile'> & { counts: TreeReport['counts']; entry: number | null }): string {
  const parts = [
    ...(counts.new > 0 ? [`${counts.new} new`] : []),
    ...(counts.changed > 0 ? [`${counts.changed} changed`] : []),
    ...(counts.deleted > 0 ? [`${counts.deleted} deleted`] : []),
  ];
  const done =
    parts.length === 0 || entry === null ? 'There was nothing to do.' : `Applied: ${parts.join(', ')} (entry ${entry})`;
  const left = meanwhile.map(
    ({ kind, type, title, path, fields }) =>
      `  ${[type || kind, ...(title === '' ? [] : [`“${title}”`]), path].join(' ')}: ${fields.join(', ')}`,
  );
  return [done, ...(left.length > 0 ? ['Changed meanwhile, and left alone:', ...left] : [])].join('\n');
}
