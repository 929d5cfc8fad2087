import { safeStorage } from 'electron';
import { join } from 'node:path';
import * as v from 'valibot';
import { createMemorySecrets } from '../../core/server/host/secrets.ts';
import { createVault } from '../../core/server/host/vault.ts';

export interface Keyring {
  store: ReturnType<typeof createVault>;
  /** False: secrets are lost when the process ends, and the interface says so. */
  isKept: boolean;
}

/**
 * Secrets of the window, encrypted by the system keyring (`security.md` 3.6). Without one they stay in memory: Chromium's
 * `basic_text` uses a fixed password. After `ready` only.
 */
export async function openKeyring(place: { folder: string; siteId: string }): Promise<Keyring> {
  if (!(await hasKeyring())) return { store: createMemorySecrets(), isKept: false };
  // Not `secrets.json`, which headless mode writes with its own key.
  const path = join(place.folder, 'secrets', place.siteId, 'keyring.json');
  return { store: createVault(path, { sealed: v.string(), encrypt, decrypt }), isKept: true };
}

async function hasKeyring(): Promise<boolean> {
  const backend = process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : 'system';
  if (backend === 'basic_text' || backend === 'unknown') return false;
  return safeStorage.isAsyncEncryptionAvailable();
}

/** The id is included, so that two values cannot be swapped in the file. */
async function encrypt(id: string, value: string): Promise<string> {
  const bytes = await safeStorage.encryptStringAsync(`${id}\n${value}`);
  return bytes.toString('base64');
}

async function decrypt(id: string, sealed: string): Promise<string> {
  const { result } = await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'));
  if (!result.startsWith(`${id}\n`)) throw new Error('This secret belongs to another id');
  return result.slice(id.length + 1);
}
