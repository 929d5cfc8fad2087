import { randomUUID } from 'node:crypto';

/** Values of one key, in order. */
export function valuesOf(meta: readonly { key: string; value: string }[], key: string): string[] {
  return meta.filter((one) => one.key === key).map((one) => one.value);
}

/** The UUID from the file if it is the first such one, otherwise a new one. */
export function freshUuid(wanted: string, seen: Set<string>): string {
  if (wanted === '' || seen.has(wanted)) return randomUUID();
  seen.add(wanted);
  return wanted;
}
