import { LINE_KINDS } from '../schema/live/plan.ts';
import type { LiveKey } from '../store/live/states.ts';

/** The name of a line in addresses and choices. */
export function lineName({ kind, uuid }: LiveKey): string {
  return `${kind}-${uuid}`;
}

/** Parses the name of a line: its kind, a hyphen, and its key. */
export function keyOf(name: string): LiveKey | undefined {
  const at = name.indexOf('-');
  const kind = LINE_KINDS.find((one) => one === name.slice(0, at));
  return kind && { kind, uuid: name.slice(at + 1) };
}
