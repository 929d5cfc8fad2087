import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
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
  const isTyped = process.stdin.isTTY === true;
  // At a terminal readline shows what is typed on its output. It takes over before the prompt invites anybody to type.
  const lines = createInterface({ input: process.stdin, output: nowhere(), terminal: isTyped });
  if (isTyped)
    call.output.note('Paste the application password, then press Enter. It is not shown, and stored encrypted.');
  lines.once('SIGINT', () => {
    lines.close();
    process.kill(process.pid, 'SIGINT');
  });
  try {
    for await (const line of lines) if (line.trim() !== '') return { text: line.trim(), isStored: true };
  } finally {
    lines.close();
  }
  throw usageError('The password is missing: write it to standard input, or set POLYDESK_LIVE_PASSWORD.');
}

const nowhere = (): Writable => new Writable({ write: (_text, _encoding, done) => done() });
