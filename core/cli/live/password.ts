import { createInterface } from 'node:readline/promises';
import type { Call } from '../run/arguments.ts';
import { usageError } from '../run/failure.ts';

/** Source of a password: one from the environment is never stored. */
export interface Password {
  text: string;
  isStored: boolean;
}

/** The password from the environment; undefined if not set. */
export function passwordOfEnvironment({ host }: Call): string | undefined {
  const text = host.env['POLYDESK_LIVE_PASSWORD'];
  return text === undefined || text === '' ? undefined : text;
}

/**
 * Reads the password from the environment, else from the first line of standard input. Never from an argument: those are visible
 * to all users.
 */
export async function readPassword(call: Call): Promise<Password> {
  const known = passwordOfEnvironment(call);
  if (known !== undefined) return { text: known, isStored: false };
  if (process.stdin.isTTY)
    call.output.note('Paste the application password, then press Enter. It is stored encrypted.');
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) if (line.trim() !== '') return { text: line.trim(), isStored: true };
  } finally {
    lines.close();
  }
  throw usageError('The password is missing: write it to standard input, or set POLYDESK_LIVE_PASSWORD.');
}
