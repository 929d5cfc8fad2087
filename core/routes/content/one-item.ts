import * as v from 'valibot';
import { withAddresses } from '../../domain/content/item-addresses.ts';
import { namedItem, restBaseOf } from '../../domain/content/item-name.ts';
import { comparedFields, refuseConflicts } from '../../domain/content/meanwhile.ts';
import { groupOfItem } from '../../domain/matrix/groups.ts';
import { dropDraft, keepDraft } from '../../domain/translations/drafts.ts';
import { confirm } from '../../domain/translations/staleness.ts';
import { markUnits } from '../../domain/translations/unit-marks.ts';
import { refusal, RestError } from '../../errors.ts';
import { bodyMap, innerRequest, type Inner } from '../../rest/inner.ts';
import type { CompiledRoute } from '../../rest/path.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type Call, type RouteTable } from '../../rest/route.ts';
import { ItemWriteArgs } from '../../schema/content/item-write.ts';
import { Group, ItemArgs } from '../../schema/translations/matrix.ts';
import type { Summary } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import type { Dict } from '../../types.ts';

const mayRead = needs(
  'read_history',
  'rest_forbidden',
  'Only editors and administrators can see how far translations are.',
);

/** An item of any kind: its group, and how the window saves it (`contract/extras.md`). */
export function oneItemRoutes(table: () => readonly CompiledRoute[]) {
  return {
    '/polydesk/v1/items/{kind}/{id}': {
      GET: endpoint({
        summary:
          'The row of the matrix that contains an item, with slug and address of each version; an item without a language has its own row.',
        args: ItemArgs,
        answers: Group,
        permit: mayRead,
        run: (site, { kind, id }) => ({ body: withAddresses(site, groupOfItem(site, kind, id)) }),
      }),
      PATCH: endpoint({
        summary:
          'Saves an item as a write to wp/v2 does, unless a field that is sent was changed since it was read: 409 polydesk_conflict. The draft of an editor goes in the same change.',
        args: ItemWriteArgs,
        answers: v.record(v.string(), v.unknown()),
        traits: { batch: true },
        permit(site, params, call) {
          const write = writeOf({ site, table: table() }, params, call);
          return write instanceof RestError ? write : write.save.refusal();
        },
        run(site, params, call) {
          const write = writeOf({ site, table: table() }, params, call);
          if (write instanceof RestError) throw write;
          const names = comparedFields(params);
          if (names.length > 0) refuseConflicts(params, bodyMap(write.read(names).run()));
          const isChanged = Object.keys(params.fields).length > 0;
          const { body, summary } = (isChanged ? write.save : write.read()).run();
          const { kind, id, draft } = params;
          if (params.marks.length > 0) markUnits(site, { kind, id }, params.marks);
          if (params.confirm) confirm(site, kind, id);
          if (draft === undefined) dropDraft(site, { kind, id });
          else keepDraft(site, call.caller, { kind, id, fields: draft });
          const said = isChanged ? summary : saidOf(site, params);
          return { body: bodyMap({ body }), ...(said && { summary: said }) };
        },
      }),
    },
  } satisfies RouteTable;
}

/** The summary of a save that changed no field. */
function saidOf(site: Site, { kind, id, confirm, marks }: ItemWriteArgs): Summary | undefined {
  if (!confirm && marks.length === 0) return undefined;
  return { code: confirm ? 'translation.confirmed' : 'units.marked', params: { item: namedItem(site, kind, id) } };
}

interface Write {
  save: Inner;
  /** Reads the item for editing. */
  read(fields?: readonly string[]): Inner;
}

/** The endpoints of `wp/v2` that read and write an item. A guest does not learn whether the item exists. */
function writeOf(
  host: { site: Site; table: readonly CompiledRoute[] },
  { kind, id, fields = {} }: Pick<ItemWriteArgs, 'kind' | 'id'> & { fields?: Dict },
  { caller, request }: Call,
): Write | RestError {
  const { site } = host;
  const base = restBaseOf(site, kind, id);
  if (base === undefined)
    return caller.role === null
      ? refusal(caller, 'rest_cannot_edit', 'You may not change this item.')
      : new RestError('polydesk_not_found', 'No item has this number.', 404);
  const path = `/wp/v2/${base}/${id}`;
  const floats = (request.floats ?? []).filter(([first]) => first === 'fields').map((names) => names.slice(1));
  return {
    save: innerRequest(host, { method: 'PATCH', path, body: fields, floats }, { caller }),
    read: (names) =>
      innerRequest(
        host,
        { method: 'GET', path, query: { context: 'edit', ...(names && { _fields: names.join(',') }) } },
        { caller },
      ),
  };
}
