import { createCipheriv, createDecipheriv, randomBytes, randomUUID, scryptSync } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import type { SecretStore } from '../../rest/secrets.ts';
import { createPrivately, readPrivately } from './private-file.ts';
import { createVault } from './vault.ts';

/** Keeps secrets for as long as the process runs: for sites in memory. */
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
  /** Secrets of one site are swept without touching those of another. */
  siteId: string;
  /** POLYDESK_SECRETS_KEY; undefined: uses a key file. */
  passphrase?: string | undefined;
}

/**
 * Secrets of headless mode, without a keyring (`security.md` 3.6): `secrets.json`, readable by its owner only, each value
 * encrypted with AES-256-GCM. A value that can no longer be read counts as missing ("enter it again"); it never stops the
 * program.
 */
export function createFileSecrets({ folder, siteId, passphrase }: FileSecretsOptions): SecretStore {
  let key: Buffer | undefined;
  const keyOnce = (): Buffer =>
    (key ??= passphrase ? scryptSync(passphrase, siteId, 32) : fileKey(join(folder, 'secrets', 'key')));
  return createVault(join(folder, 'secrets', siteId, 'secrets.json'), {
    sealed: Sealed,
    encrypt: (id, value) => encrypt(keyOnce(), id, value),
    decrypt: (id, sealed) => decrypt(keyOnce(), id, sealed),
  });
}

/** One encrypted value: each part in base64. */
const Sealed = v.object({ iv: v.string(), tag: v.string(), data: v.string() });
type Sealed = v.InferOutput<typeof Sealed>;

function encrypt(key: Buffer, id: string, value: string): Sealed {
  const iv = randomBytes(12);
  // The id is authenticated as well, so that two values cannot be swapped.
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

/** The key of this computer, created on first use. A second process reads the key that the first one created. */
function fileKey(path: string): Buffer {
  createPrivately(path, randomBytes(32).toString('base64'));
  const key = Buffer.from(readPrivately(path) ?? '', 'base64');
  if (key.length !== 32) throw new Error(`${path} is not a key`);
  return key;
}
