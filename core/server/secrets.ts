import { createCipheriv, createDecipheriv, randomBytes, randomUUID, scryptSync } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { SecretStore } from '../rest/secrets.ts';
import { createPrivately, readPrivately, writePrivately } from './private-file.ts';

/** Secrets that end with the process: for sites in memory. */
export function createMemorySecrets(): SecretStore {
  const values = new Map<string, string>();
  return {
    put(value) {
      const id = randomUUID();
      values.set(id, value);
      return Promise.resolve(id);
    },
    get: (id) => Promise.resolve(values.get(id)),
    sweep: (keep) => Promise.resolve([...values.keys()].filter((id) => !keep.has(id) && values.delete(id)).length),
  };
}

export interface FileSecretsOptions {
  /** The data folder of the product. */
  folder: string;
  /** Secrets of one site are swept without those of another. */
  siteId: string;
  /** POLYDESK_SECRETS_KEY; a key file of its own when undefined. */
  passphrase?: string | undefined;
}

/**
 * Secrets of headless mode, where there is no keyring (`reliability-and-security.md` 3.6): `secrets.json`, readable by
 * its owner only, each value encrypted with AES-256-GCM. What cannot be read any more counts as not there ("enter it
 * again"); it never stops the program.
 */
export function createFileSecrets({ folder, siteId, passphrase }: FileSecretsOptions): SecretStore {
  const path = join(folder, 'secrets', siteId, 'secrets.json');
  let key: Buffer | undefined;
  const keyOnce = (): Buffer =>
    (key ??= passphrase ? scryptSync(passphrase, siteId, 32) : fileKey(join(folder, 'secrets', 'key')));
  return {
    // Synchronous inside: two calls never interleave between reading and replacing the file.
    put: (value) => later(() => putSecret(path, keyOnce(), value)),
    get: (id) => later(() => getSecret(path, keyOnce, id)),
    sweep: (keep) => later(() => sweepSecrets(path, keep)),
  };
}

/** One encrypted value: each part in base64. */
interface Sealed {
  iv: string;
  tag: string;
  data: string;
}
type Vault = Record<string, Sealed>;

async function later<T>(work: () => T): Promise<T> {
  await Promise.resolve();
  return work();
}

function putSecret(path: string, key: Buffer, value: string): string {
  const vault = readVault(path) ?? setAside(path);
  const id = randomUUID();
  writeVault(path, { ...vault, [id]: encrypt(key, id, value) });
  return id;
}

function getSecret(path: string, key: () => Buffer, id: string): string | undefined {
  try {
    const sealed = readVault(path)?.[id];
    return sealed && decrypt(key(), id, sealed);
  } catch {
    // Another key, a damaged file, a file that is not ours: the person enters the secret again.
    return undefined;
  }
}

function sweepSecrets(path: string, keep: ReadonlySet<string>): number {
  const vault = readVault(path);
  if (!vault) return 0;
  const entries = Object.entries(vault);
  const kept = entries.filter(([id]) => keep.has(id));
  if (kept.length < entries.length) writeVault(path, Object.fromEntries(kept));
  return entries.length - kept.length;
}

/** Every secret by id; undefined when the file is there but says nothing we can read. */
function readVault(path: string): Vault | undefined {
  const text = readPrivately(path);
  if (text === undefined) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return isVault(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isVault(value: unknown): value is Vault {
  const isSealed = (one: unknown): boolean =>
    typeof one === 'object' &&
    one !== null &&
    ['iv', 'tag', 'data'].every((part) => typeof (one as Record<string, unknown>)[part] === 'string');
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isSealed);
}

function writeVault(path: string, vault: Vault): void {
  writePrivately(path, `${JSON.stringify(vault, null, 2)}\n`);
}

/** A file that cannot be read is kept under another name, never overwritten. */
function setAside(path: string): Vault {
  renameSync(path, `${path}.unreadable-${Date.now()}`);
  return {};
}

function encrypt(key: Buffer, id: string, value: string): Sealed {
  const iv = randomBytes(12);
  // The id is signed along, so that two values cannot change places.
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(id));
  const data = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return { iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64'), data: data.toString('base64') };
}

function decrypt(key: Buffer, id: string, sealed: Sealed): string {
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes(sealed.iv), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(id)).setAuthTag(bytes(sealed.tag));
  return decipher.update(bytes(sealed.data), undefined, 'utf8') + decipher.final('utf8');
}

/** The key of this computer, made at the first use. Whoever comes second reads what the first has made. */
function fileKey(path: string): Buffer {
  createPrivately(path, randomBytes(32).toString('base64'));
  const key = Buffer.from(readPrivately(path) ?? '', 'base64');
  if (key.length !== 32) throw new Error(`${path} is no key`);
  return key;
}
