import { refusal } from '../errors.ts';
import type { Capability } from '../types.ts';
import type { Endpoint } from './route.ts';

/** A permission that is one capability: 401 for a guest, 403 for a caller without it, with the same code (`interface.md` 1.11). */
export function needs(capability: Capability, code: string, text: string): NonNullable<Endpoint['permit']> {
  return (_site, _params, { caller }) => (caller.can(capability) ? undefined : refusal(caller, code, text));
}
