import type { CompiledRoute } from '../rest/path.ts';
import { seal, type SecretStore } from '../rest/secrets.ts';
import { secretsInUse } from '../domain/settings/settings.ts';
import type { Site } from '../site.ts';
import type { RestRequest } from '../types.ts';

/** The secrets of a site: sealed before a request runs, forgotten when nothing names them any more. */
export interface Secrets {
  seal(table: readonly CompiledRoute[], request: RestRequest): RestRequest | Promise<RestRequest>;
  /** Called when a sealed request was answered, kept or not. */
  answered(sealed: readonly string[]): void;
}

/**
 * One transaction over two stores (`security.md` 3.6): the secret is stored first, then the row that names
 * it is committed, then what nobody names is removed; a crash in between leaves an orphan that goes at the next start.
 */
export function createSecrets(site: Site, store: SecretStore): Secrets {
  const waiting = new Set<string>();
  const sweep = (): void => {
    // A secret that cannot be removed now is removed at the next start: nothing depends on it.
    store.sweep(new Set([...secretsInUse(site), ...waiting])).catch(() => undefined);
  };
  sweep();
  return {
    seal: (table, request) => seal(table, { ...store, put: (value) => noting(store.put(value), waiting) }, request),
    answered(sealed) {
      for (const id of sealed) waiting.delete(id);
      sweep();
    },
  };
}

async function noting(id: Promise<string>, waiting: Set<string>): Promise<string> {
  const known = await id;
  waiting.add(known);
  return known;
}
