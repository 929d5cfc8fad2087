import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import * as v from 'valibot';
import type { SecretStore } from '../../rest/secrets.ts';
import { readPrivately, writePrivately } from './private-file.ts';

/** Encrypts one value. The id is encrypted with it, so that two values cannot be swapped. */
export interface Cipher<T> {
  /** The schema of an encrypted value in the file. */
  sealed: v.GenericSchema<unknown, T>;
  encrypt(id: string, value: string): T | Promise<T>;
  /** Throws for a value it did not encrypt under this id. */
  decrypt(id: string, sealed: T): string | Promise<string>;
}

/**
 * Secrets in one file that only its owner may read. A value that can no longer be read counts as missing ("enter it again"); it
 * never stops the program.
 */
export function createVault<T>(path: string, cipher: Cipher<T>): SecretStore {
  const Vault = v.record(v.string(), cipher.sealed);
  return {
    async put(value) {
      const id = randomUUID();
      const sealed = await cipher.encrypt(id, value);
      // No await from here on: two calls never interleave between reading and replacing the file.
      const vault = readVault(path, Vault) ?? setAside(path);
      writeVault(path, { ...vault, [id]: sealed });
      return id;
    },
    async get(id) {
      try {
        const sealed = readVault(path, Vault)?.[id];
        return sealed === undefined ? undefined : await cipher.decrypt(id, sealed);
      } catch {
        // Another key, a damaged file, or a file of another user: the secret has to be entered again.
        return undefined;
      }
    },
    sweep: (keep) => later(() => sweepVault(path, readVault(path, Vault), keep)),
  };
}

async function later<T>(work: () => T): Promise<T> {
  await Promise.resolve();
  return work();
}

function sweepVault(path: string, vault: Record<string, unknown> | undefined, keep: ReadonlySet<string>): number {
  if (!vault) return 0;
  const entries = Object.entries(vault);
  const kept = entries.filter(([id]) => keep.has(id));
  if (kept.length < entries.length) writeVault(path, Object.fromEntries(kept));
  return entries.length - kept.length;
}

/** Every secret by id; undefined if the file exists but cannot be parsed. */
function readVault<T>(
  path: string,
  schema: v.GenericSchema<unknown, Record<string, T>>,
): Record<string, T> | undefined {
  const text = readPrivately(path);
  if (text === undefined) return {};
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

function writeVault(path: string, vault: Record<string, unknown>): void {
  writePrivately(path, `${JSON.stringify(vault, null, 2)}\n`);
}

/** Renames an unreadable file instead of overwriting it. */
function setAside(path: string): Record<string, never> {
  renameSync(path, `${path}.unreadable-${Date.now()}`);
  return {};
}
