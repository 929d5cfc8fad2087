import { liveSite } from '../../domain/live/live.ts';
import type { LineChoice, LineKind, PlanField, PlanItem } from '../../schema/live/plan.ts';
import type { Site } from '../../site.ts';
import { remoteOfKey } from '../../store/live/items.ts';
import type { FieldLine } from '../compare.ts';
import { compareOne, comparing, type Compared } from '../compared.ts';
import { fieldsOfType } from '../here.ts';
import { isFileMissing } from '../files/file-here.ts';
import { editPage } from '../line-name.ts';
import { drainLive } from '../states.ts';
import { namesIn } from './names.ts';
import { linesOf, lineRow, unknownLine } from './plan.ts';

/** One line with its fields; 404 for a line that does not differ (any more). */
export function planItem(site: Site, key: string): PlanItem {
  drainLive(site);
  const live = liveSite(site);
  const row = lineRow(site, live.id, key);
  const [line] = linesOf(site, live, [row]);
  if (!line) throw unknownLine();
  const compared = compareOne(comparing(site, live), row);
  const fields = shownFields(site, row.kind, compared).map(({ field, state, ...sides }): PlanField => {
    const { base, here, there, merged } = sides;
    return { field, state, ...{ base, here, there, merged, choice: fieldChoice(row.choice, field) } };
  });
  const remote =
    row.kind === 'post' || row.kind === 'term'
      ? remoteOfKey(site.db, live.id, { kind: row.kind, uuid: row.uuid })
      : undefined;
  return {
    ...line,
    fields,
    names: namesIn(site, live.id, fields),
    modified_there: compared.known.modified ?? '',
    edit_there: editPage(live.url, { ...row, id: remote?.id }),
    lacks_file: lacksFile(site, compared),
  };
}

function lacksFile(site: Site, { type, here, there }: Compared): boolean {
  return type === 'attachment' && here !== undefined && !there && isFileMissing(site, here.id);
}

/** The fields that differ; of an item that one side lacks, all of the other. */
function shownFields(site: Site, kind: LineKind, { line, base, here, there, type }: Compared): readonly FieldLine[] {
  const only = here && there ? undefined : (here ?? there);
  if (!only) return line.fields;
  const state = here ? 'here' : 'there';
  return fieldsOfType(site, kind, type).flatMap(({ name: field }): FieldLine[] => {
    const value = only.fields[field];
    if (value === undefined) return [];
    return [
      { field, state, base: base?.fields[field], here: undefined, there: undefined, [state]: value, merged: value },
    ];
  });
}

function fieldChoice(choice: LineChoice | null, field: string): PlanField['choice'] {
  if (choice === null || typeof choice === 'string') return choice;
  return Object.hasOwn(choice, field) ? (choice[field] ?? null) : null;
}
