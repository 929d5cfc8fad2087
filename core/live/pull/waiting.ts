import { languageBySlug } from '../../store/languages/languages.ts';
import { stateOf, type LiveKey } from '../../store/live/states.ts';
import type { Json } from '../../types.ts';
import { mapOf } from '../canonical.ts';
import { isSame, type Fields } from '../compare.ts';
import { compareOne, comparing, type Comparing } from '../compared.ts';
import { lineName } from '../line-name.ts';
import { decidePull, type PlannedLine } from './decide.ts';

/** Stable keys in a value, including texts. */
const KEYS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What a value refers to that is not here: each may be a post or a term. */
export function missingHere(
  numbers: Pick<Comparing['numbers'], 'idOf'>,
  value: Json | undefined,
): { kind: 'post' | 'term'; uuid: string }[] {
  const keys = JSON.stringify(value ?? null).match(KEYS) ?? [];
  return keys
    .filter((uuid) => KINDS.every((kind) => numbers.idOf(kind, uuid) === undefined))
    .flatMap((uuid) => KINDS.map((kind) => ({ kind, uuid })));
}

const KINDS = ['post', 'term'] as const;

/**
 * Whether a field of the live site references an item or a language that is in the plan but not here yet: it is written later.
 * @param made UUIDs of items that are about to be created
 */
function isWaiting(
  { site, live, numbers }: Comparing,
  [name, value]: readonly [string, Json | undefined],
  made: ReadonlySet<string> = new Set(),
): boolean {
  const isPlanned = (key: LiveKey): boolean => stateOf(site.db, live.id, key) !== undefined;
  const codes = name === 'lang' ? [value] : name === 'translations' ? Object.keys(value ?? {}) : [];
  return (
    missingHere(numbers, value).some((key) => !made.has(key.uuid) && isPlanned(key)) ||
    codes.some(
      (code) =>
        typeof code === 'string' && !languageBySlug(site.db, code) && isPlanned({ kind: 'language', uuid: code }),
    )
  );
}

/** Returns the lines of missing languages of the items to be pulled: an item is never pulled without its language. */
export function missingLanguages(context: Comparing, planned: readonly PlannedLine[]): PlannedLine[] {
  const { site, live } = context;
  const codes = new Set(planned.map(({ compared }) => compared.there?.fields['lang']));
  return [...codes].flatMap((code) => {
    if (typeof code !== 'string' || code === '' || languageBySlug(site.db, code)) return [];
    const key = { kind: 'language', uuid: code } as const;
    if (planned.some(({ key: { kind, uuid } }) => kind === key.kind && uuid === code)) return [];
    const row = stateOf(site.db, live.id, key);
    if (!row) return [];
    const compared = compareOne(context, key);
    // A language deleted here is restored with the items that have it: it is never deleted there.
    const isBack = compared.line.state === 'deleted_here' && row.choice === null;
    const decision = decidePull(compared, isBack ? 'there' : row.choice);
    return decision.act === 'create' ? [{ key, name: lineName(key), decision, compared }] : [];
  });
}

interface Written {
  settled: Fields;
  written: readonly (readonly [string, Json])[];
  isHeld: boolean;
  isFaced: boolean;
}

/** Whether a set or a group names an item there that no check has identified yet: it has a number only. */
const hasNumber = (value: Json): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).some((one) => typeof one === 'number');

/**
 * Returns the fields settled after a line was written here: a field that references a missing item, or the group of a held line, is
 * settled with its current local value, so that it stays in the plan until that item is pulled, or the conflict is decided. Of a group
 * or a set everything else is settled as it is there: who left it here stays out, and what was added here is still to be sent.
 *
 * @param isFaced a value that is written as it is there has a face, if it is stored otherwise here
 */
export function withoutWaiting(
  context: Comparing,
  key: LiveKey,
  { settled, written, isHeld, isFaced }: Written,
): Fields {
  const isLeft = ([name, value]: Written['written'][number]): boolean =>
    (isHeld && name === 'translations') || (hasNumber(value) && !(isFaced && isSame(value, settled[name])));
  const waiting = written.filter((field) => isWaiting(context, field) || isLeft(field)).map(([name]) => name);
  if (waiting.length === 0) return settled;
  const here = compareOne(comparing(context.site, context.live), key).here?.fields ?? {};
  const agreed = Object.entries(settled).filter(([name]) => !waiting.includes(name));
  const left = written.flatMap(([name, wanted]): [string, Json][] => {
    if (!waiting.includes(name)) return [];
    const value = agreedPart(settled[name], { wanted, here: here[name], isHeld: isHeld && name === 'translations' });
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries([...agreed, ...left]);
}

function agreedPart(
  there: Json | undefined,
  { wanted, here, isHeld }: { wanted: Json; here: Json | undefined; isHeld: boolean },
): Json | undefined {
  if (isHeld) return here;
  if (Array.isArray(there)) {
    const [meant, own] = [listOf(wanted), listOf(here)];
    return there.filter((one) => !meant.includes(one) || own.includes(one));
  }
  return typeof there === 'object' ? withoutMissing(there, { wanted, here }) : here;
}

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/**
 * Leaves merged texts undecided that refer to an item which is neither here nor pulled along: written without its number, they would
 * look as if that part had been written here.
 */
export function postponeMerged(context: Comparing, lines: readonly PlannedLine[]): void {
  const made = new Set(lines.flatMap(({ key, decision }) => (decision.act === 'create' ? [key.uuid] : [])));
  for (const line of lines) {
    if (line.decision.act !== 'fields') continue;
    const fields = line.decision.fields.map((one) => {
      const { field, value } = one;
      const there = line.compared.there?.fields[field];
      const isMerged = typeof value === 'string' && field !== 'lang' && !isSame(value, there);
      return isMerged && isWaiting(context, [field, value], made) ? { field, isSettled: false } : one;
    });
    line.decision = { act: 'fields', fields };
  }
}

/** A group as it is there, without the members that were to be linked here and are not. */
function withoutMissing(
  there: Json | undefined,
  { wanted, here }: { wanted: Json; here: Json | undefined },
): Record<string, Json> {
  const [meant, linked] = [mapOf(wanted), mapOf(here)];
  return Object.fromEntries(
    Object.entries(mapOf(there)).filter(([code, key]) => meant[code] !== key || linked[code] === key),
  );
}
