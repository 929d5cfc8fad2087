// The bases after a pull.
import { SETTINGS_NAMES } from '../../schema/live/settings.ts';
import { dropBase, knownOf, lostBases, putBase, putBody, unsettledItems } from '../../store/live/items.ts';
import { dropState, leaveQueue, type LiveKey } from '../../store/live/states.ts';
import { pack, type LiveBody } from '../body.ts';
import type { Json } from '../../types.ts';
import { isPart, isSame, type Fields } from '../compare.ts';
import { compareOne, comparing, type Compared, type Comparing } from '../compared.ts';
import { readHere } from '../here.ts';
import { compareAndStore } from '../states.ts';
import type { Decision, PlannedLine } from './decide.ts';
import { facesOf } from './faces.ts';
import { withoutWaiting } from './waiting.ts';

/** Lines reread before any of their bases is stored: cached facts about the site stay valid that long. */
const READ_AT_ONCE = 200;

/** Stores the new bases of lines that were written here. @param held names of those whose group was left as it is here */
export function moveBases(context: Comparing, lines: readonly PlannedLine[], held: ReadonlySet<string>): void {
  const { site, live } = context;
  // Created after all writes, because it caches ids.
  const written = comparing(site, live);
  for (let at = 0; at < lines.length; at += READ_AT_ONCE) {
    const part = lines.slice(at, at + READ_AT_ONCE).map((line) => ({ line, same: bodyOfSame(written, line) }));
    for (const { line, same } of part)
      if (same === undefined) moveBase(context, line, held.has(line.name));
      else {
        putBase(site.db, live.id, { ...line.key, body: same, modified: line.compared.known.modified ?? '' });
        dropState(site.db, live.id, line.key);
        leaveQueue(site.db, line.key);
      }
  }
}

/**
 * Most items are stored here exactly as they are there: then their body there is the base, and nothing has to be compared.
 * Returns that body; undefined if any field was stored differently, or was not written.
 */
function bodyOfSame(
  { site, cursors, numbers }: Comparing,
  { key, decision, compared: { there, known } }: PlannedLine,
): number | undefined {
  if ((key.kind !== 'post' && key.kind !== 'term') || (decision.act !== 'create' && decision.act !== 'fields'))
    return undefined;
  if (!there || known.seen === null) return undefined;
  const here = readHere(site, key, { numbers, meta: cursors.meta ?? {} });
  if (here?.type !== there.type) return undefined;
  const names = Object.keys(there.fields).filter((name) => Object.hasOwn(here.fields, name));
  return names.every((name) => isSame(here.fields[name], there.fields[name])) ? known.seen : undefined;
}

/** Stores the base of a line; if it differs from what was stored here, the local form is recorded with it. */
function moveBase(context: Comparing, { key, decision: made, compared }: PlannedLine, isHeld: boolean): void {
  const { site, live } = context;
  const { there, base, known } = compared;
  const decision = isHeld ? withoutGroup(made) : made;
  if (decision.act === 'delete' || decision.act === 'forget') dropBase(site.db, live.id, key);
  else if (there) {
    const decided = decision.act === 'fields' ? settledFields(decision, compared) : there.fields;
    const written = writtenOf(decision, decided);
    const settled = withoutWaiting(context, key, { settled: decided, written, isHeld, isFaced: true });
    const body: LiveBody = { type: there.type, fields: settled, unknown: there.unknown };
    const isThere = isSame(body.fields, there.fields);
    const id = isThere && known.seen !== null ? known.seen : putBody(site.db, pack(body));
    const face = faceOf(context, { key, decision, compared }, settled);
    putBase(site.db, live.id, { ...key, body: id, here_body: face, modified: known.modified ?? '' });
  } else if (base && decision.act === 'settle') dropBase(site.db, live.id, key);
  compareAndStore(comparing(site, live), key);
}

/** Its group is left undecided. */
function withoutGroup(decision: Decision): Decision {
  if (decision.act !== 'fields') return decision;
  const fields = decision.fields.map((one) =>
    one.field === 'translations' ? { field: one.field, isSettled: false } : one,
  );
  return { act: 'fields', fields };
}

function settledFields({ fields }: Extract<Decision, { act: 'fields' }>, { there, base, line }: Compared): Fields {
  const settled = new Set(fields.filter(({ isSettled }) => isSettled).map(({ field }) => field));
  const open = new Set(line.fields.map(({ field }) => field).filter((field) => !settled.has(field)));
  const own = Object.entries(there?.fields ?? {}).filter(([name]) => !open.has(name));
  const left = Object.entries(base?.fields ?? {}).filter(([name]) => open.has(name));
  return Object.fromEntries([...own, ...left]);
}

/** A value that was stored here differently from what was written is not a difference: its body; null if there is none. */
function faceOf(
  context: Comparing,
  { key, decision, compared }: Pick<PlannedLine, 'key' | 'decision' | 'compared'>,
  settled: Fields,
): number | null {
  const written = writtenOf(decision, settled);
  if (written.length === 0) return keptFace(context, compared, settled);
  const kept = keptFaces(context, compared, settled);
  const { here } = compareOne(comparing(context.site, context.live), key);
  if (!here) return null;
  // A group with more members here was not stored differently: those links are still to be sent.
  const isLinked = (name: string, value: Json): boolean => name === 'translations' && isPart(value, here.fields[name]);
  const altered = written.filter(
    ([name, value]) =>
      Object.hasOwn(here.fields, name) &&
      !isSame(here.fields[name], value) &&
      isSame(value, settled[name]) &&
      !isLinked(name, value),
  );
  const own = Object.fromEntries(altered.map(([name]) => [name, here.fields[name]])) as Fields;
  return putFace(context, { ...kept, ...own }, { type: here.type, settled });
}

/** Values the site altered earlier stay recorded if neither side has changed since. */
function keptFaces({ site }: Comparing, { base, known, here }: Compared, settled: Fields): Fields {
  const fields = base?.fields ?? {};
  const kept = Object.entries(facesOf(site, known, fields)).filter(
    ([name, value]) => isSame(here?.fields[name], value) && isSame(settled[name], fields[name]),
  );
  return Object.fromEntries(kept);
}

/** The body of the same; null if there is none. */
export function keptFace(context: Comparing, compared: Compared, settled: Fields): number | null {
  return putFace(context, keptFaces(context, compared, settled), { type: compared.type, settled });
}

function putFace(
  { site }: Comparing,
  faces: Fields,
  { type, settled }: { type: string; settled: Fields },
): number | null {
  if (Object.keys(faces).length === 0) return null;
  return putBody(site.db, pack({ type, fields: { ...settled, ...faces }, unknown: [] }));
}

/** The fields that were written here, with their values there. */
function writtenOf(decision: Decision, settled: Fields): [string, Fields[string]][] {
  if (decision.act === 'create') return Object.entries(settled);
  if (decision.act !== 'fields') return [];
  return decision.fields.flatMap(({ field, value }) =>
    value === undefined || !(field in settled) ? [] : [[field, value]],
  );
}

function faceOfSame(context: Comparing, key: LiveKey): number | null {
  const { site, live } = context;
  if (knownOf(site.db, live.id, key).here_body === null) return null;
  const compared = compareOne(context, key);
  const { there } = compared;
  if (!there) return null;
  return keptFace(context, compared, there.fields);
}

/** A value that is the same on both sides is the base; one that is on neither side is dropped. */
export function settleSame(context: Comparing): void {
  const { site, live } = context;
  // Any write may have affected them: a new language may become the default.
  for (const uuid of SETTINGS_NAMES) compareAndStore(comparing(site, live), { kind: 'settings', uuid });
  for (const { kind, uuid, body, modified } of unsettledItems(site.db, live.id)) {
    putBase(site.db, live.id, { kind, uuid, body, here_body: faceOfSame(context, { kind, uuid }), modified });
    leaveQueue(site.db, { kind, uuid });
  }
  for (const key of lostBases(site.db, live.id)) {
    dropBase(site.db, live.id, key);
    leaveQueue(site.db, key);
  }
}
