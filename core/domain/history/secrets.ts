import type * as v from 'valibot';
import { MASK } from '../../schema/wire/mask.ts';
import { Settings } from '../../schema/settings/settings.ts';
import { entriesOf, partsOf } from '../../schema/wire/walk.ts';
import type { Json } from '../../types.ts';

/** Paths of secrets in settings values, from the schema. The stored value is the ID of a secret. */
const SECRET_PATHS: ReadonlyMap<string, readonly string[][]> = new Map(
  Object.entries(Settings.entries)
    .map(([name, schema]) => [name, secretPathsIn(schema)] as const)
    .filter(([, paths]) => paths.length > 0),
);

export function hasSecrets(setting: string): boolean {
  return SECRET_PATHS.has(setting);
}

/** The value with its secrets masked, for display. */
export function maskSecrets(setting: string, value: Json): Json {
  return replaceAll(setting, value, (secret) => (secret ? MASK : secret));
}

/** The value without its secrets. */
export function withoutSecrets(setting: string, value: Json): Json {
  return replaceAll(setting, value, () => undefined);
}

/**
 * The value an undo writes: the old value with the current secrets. Old secrets are gone (secrets are stored outside the file),
 * current ones must not be lost. null: no row.
 */
export function withSecretsOfNow(setting: string, then: Json | null, now: Json | null): Json | null {
  const kept = (SECRET_PATHS.get(setting) ?? [])
    .map((path) => ({ path, secret: valueAt(now, path) }))
    .filter(({ secret }) => secret);
  const base = then === null ? null : withoutSecrets(setting, then);
  return kept.reduce<Json | null>((done, { path, secret = null }) => putAt(done, path, secret), base);
}

type Replace = (secret: Json) => Json | undefined;

function replaceAll(setting: string, value: Json, replace: Replace): Json {
  return (SECRET_PATHS.get(setting) ?? []).reduce((done, path) => replaceAt(done, path, replace) ?? null, value);
}

/** If `replace` returns undefined, the name is removed from its map. */
function replaceAt(value: Json, [name, ...rest]: readonly string[], replace: Replace): Json | undefined {
  if (name === undefined) return replace(value);
  if (!isMap(value) || !(name in value)) return value;
  const { [name]: old = null, ...others } = value;
  const inner = replaceAt(old, rest, replace);
  return inner === undefined ? others : { ...value, [name]: inner };
}

function putAt(value: Json | null, [name, ...rest]: readonly string[], secret: Json): Json {
  if (name === undefined) return secret;
  const map = isMap(value) ? value : {};
  return { ...map, [name]: putAt(map[name] ?? null, rest, secret) };
}

function valueAt(value: Json | null, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, name) => (isMap(inner) ? inner[name] : undefined), value ?? undefined);
}

function isMap(value: Json | null | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function secretPathsIn(schema: v.GenericSchema): string[][] {
  if (partsOf(schema).facts.secret) return [[]];
  const inner = Object.entries(entriesOf(schema) ?? {}) as [string, v.GenericSchema][];
  return inner.flatMap(([name, one]) => secretPathsIn(one).map((path) => [name, ...path]));
}
