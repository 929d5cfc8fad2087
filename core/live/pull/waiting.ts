import { languageBySlug } from '../../store/languages/languages.ts';
import { stateOf, type LiveKey } from '../../store/live/states.ts';
import type { Json } from '../../types.ts';
import type { Fields } from '../compare.ts';
import { mapOf } from '../canonical.ts';
import { compareOne, comparing, type Comparing } from '../compared.ts';
import { lineName } from '../line-name.ts';
import { decidePull, type PlannedLine } from './decide.ts';

/** Stable keys in a value, including texts. */
const KEYS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Whether a field of the live site references an item or a language that is in the plan but not here yet: it is written later.
 */
function isWaiting({ site, live, numbers }: Comparing, [name, value]: readonly [string, Json | undefined]): boolean {
  const isPlanned = (key: LiveKey): boolean => stateOf(site.db, live.id, key) !== undefined;
  const keys = JSON.stringify(value ?? null).match(KEYS) ?? [];
  const codes = name === 'lang' ? [value] : name === 'translations' ? Object.keys(value ?? {}) : [];
  return (
    keys.some((uuid) =>
      (['post', 'term'] as const).some((kind) => numbers.idOf(kind, uuid) === undefined && isPlanned({ kind, uuid })),
    ) ||
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

/**
 * Returns the fields settled after a line was written here: a field that references a missing item, or the group of a held line, is
 * settled with its current local value, so that it stays in the plan until that item is pulled, or the conflict is decided. Of a group
 * everything else is settled as it is there: who left it here stays out.
 */
export function withoutWaiting(
  context: Comparing,
  key: LiveKey,
  { settled, written, isHeld }: { settled: Fields; written: readonly [string, Fields[string]][]; isHeld: boolean },
): Fields {
  const waiting = written
    .filter((field) => isWaiting(context, field) || (isHeld && field[0] === 'translations'))
    .map(([name]) => name);
  if (waiting.length === 0) return settled;
  const here = compareOne(comparing(context.site, context.live), key).here?.fields ?? {};
  const agreed = Object.entries(settled).filter(([name]) => !waiting.includes(name));
  const left = written.flatMap(([name, wanted]): [string, Json][] => {
    if (!waiting.includes(name)) return [];
    const isGroup = name === 'translations' && !isHeld;
    const value = isGroup ? withoutMissing(settled[name], { wanted, here: here[name] }) : here[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries([...agreed, ...left]);
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
