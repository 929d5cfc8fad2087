import * as v from 'valibot';
import { RestError } from '../errors.ts';
import type { Summary } from '../schema/site/summaries.ts';
import type { Caller, RestRequest, RestResponse } from '../types.ts';
import { itemRequest } from './batch-item.ts';
import { errorResponse, prepare, runNoted, type Host, type Prepared } from './dispatch.ts';
import { enveloped } from './present.ts';
import { endpoint, type RouteTable } from './route.ts';

const MAX_REQUESTS = 25;

const BatchItem = v.object({
  method: v.optional(v.picklist(['POST', 'PUT', 'PATCH', 'DELETE']), 'POST'),
  path: v.string(),
  body: v.optional(v.record(v.string(), v.unknown())),
  headers: v.optional(v.record(v.string(), v.union([v.string(), v.array(v.string())]))),
});
type BatchItem = v.InferOutput<typeof BatchItem>;

/** How items are run inside the running transaction. */
export interface BatchRoom {
  /** Runs one item under a savepoint: what it stored is rolled back if its answer is an error. */
  saved(work: () => { value: RestResponse; keep: boolean }): RestResponse;
  /** Runs all of them without one, with the number of statements so far; undefined: nothing of it is stored. */
  attempt<T>(work: (runs: () => number) => T | undefined): T | undefined;
}

/** `POST /batch/v1` (`interface.md` 5): up to 25 writes, one transaction, one journal entry. */
export function batchRoute(getHost: () => Host, room: BatchRoom): RouteTable {
  return {
    '/batch/v1': {
      POST: endpoint({
        summary: 'Up to 25 writes as one change, each with its own answer.',
        traits: { isBatch: true },
        args: {
          validation: v.optional(
            v.pipe(
              v.picklist(['require-all-validate', 'normal']),
              v.description('Whether one bad request stops them all.'),
            ),
            'normal',
          ),
          requests: v.pipe(v.array(BatchItem), v.maxLength(MAX_REQUESTS), v.description('Requests to run, in order.')),
        },
        run: (_site, { validation, requests }, { caller, request }) => {
          const host = getHost();
          const floats = request.floats ?? [];
          const prepared = requests.map((item, at) =>
            prepareItem(host, { item, floats: floatsOf(floats, at) }, caller),
          );
          const failed = prepared.some((one) => one instanceof RestError);
          if (validation === 'require-all-validate' && failed) {
            return {
              status: 207,
              body: {
                failed: 'validation',
                responses: prepared.map((one) => (one instanceof RestError ? enveloped(errorResponse(one)) : null)),
              },
            };
          }
          const { responses, summaries } =
            room.attempt((runs) => runAtOnce(host, prepared, runs)) ?? runOneByOne(host, prepared, room);
          return { status: 207, body: { responses: responses.map(enveloped) }, ...summaryOf(summaries) };
        },
      }),
    },
  };
}

/** Checks match, batch support, required and typed parameters: what `require-all-validate` covers. */
function prepareItem(
  host: Host,
  { item, floats }: { item: BatchItem; floats: Floats },
  caller: Caller,
): Prepared | RestError {
  try {
    const prepared = prepare(host, { ...itemRequest(item), floats }, caller);
    if (!prepared.endpoint.traits.batch)
      return new RestError('rest_batch_not_allowed', 'This route cannot be used in a batch.', 400);
    return prepared.fault ?? prepared;
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
}

type Floats = NonNullable<RestRequest['floats']>;

/** The floats in the body of one item. */
function floatsOf(floats: Floats, at: number): Floats {
  const own = floats.filter(([list, item, part]) => list === 'requests' && item === String(at) && part === 'body');
  return own.map((path) => path.slice(3));
}

/** The results of the items. */
interface Ran {
  responses: RestResponse[];
  /** Only of the items that are kept. */
  summaries: Summary[];
}

/** Nearly every batch succeeds as a whole. Undefined if an item failed after it had run a statement. */
function runAtOnce(host: Host, items: readonly (Prepared | RestError)[], runs: () => number): Ran | undefined {
  const ran: Ran = { responses: [], summaries: [] };
  for (const item of items) {
    const before = runs();
    const { keep } = runItem(host, item, ran);
    if (!keep && runs() !== before) return undefined;
  }
  return ran;
}

function runOneByOne(host: Host, items: readonly (Prepared | RestError)[], { saved }: BatchRoom): Ran {
  const ran: Ran = { responses: [], summaries: [] };
  for (const item of items) saved(() => runItem(host, item, ran));
  return ran;
}

function runItem(host: Host, item: Prepared | RestError, ran: Ran): { value: RestResponse; keep: boolean } {
  const { response, note } =
    item instanceof RestError ? { response: errorResponse(item), note: undefined } : runNoted(host, item);
  const keep = response.status < 400;
  ran.responses.push(response);
  if (keep && note?.summary) ran.summaries.push(note.summary);
  return { value: response, keep };
}

function summaryOf(parts: readonly Summary[]): { summary?: Summary } {
  const [only] = parts;
  if (parts.length > 1) return { summary: { code: 'batch', params: { parts } } };
  return only ? { summary: only } : {};
}
