import { randomUUID } from 'node:crypto';
import type { CompiledRoute } from '../rest/path.ts';
import { seal, type SecretStore } from '../rest/secrets.ts';
import { liveSecrets } from '../domain/live/live.ts';
import { secretsInUse } from '../domain/settings/settings.ts';
import type { Site } from '../site.ts';
import type { RestRequest } from '../types.ts';

/** The secrets of a site: sealed before a request runs, forgotten when no row references them any more. */
export interface Secrets {
  seal(table: readonly CompiledRoute[], request: RestRequest): RestRequest | Promise<RestRequest>;
  /** The value of a secret, stored or held for one order. */
  get(id: string): Promise<string | undefined>;
  /** Called when a sealed request was answered, whether or not it was stored. */
  answered(sealed: readonly string[]): void;
}

/**
 * One transaction over two stores (`security.md` 3.6): the secret is stored first, then the row that references it is committed,
 * then unreferenced secrets are removed; a crash in between leaves an orphan that is removed at the next start.
 */
export function createSecrets(site: Site, store: SecretStore): Secrets {
  const waiting = new Set<string>();
  const held = createHeld();
  const sweep = (): void => {
    // A secret that cannot be removed now is removed at the next start: nothing depends on it.
    store.sweep(new Set([...secretsInUse(site), ...liveSecrets(site), ...waiting])).catch(() => undefined);
  };
  sweep();
  return {
    seal: (table, request) =>
      seal(table, { ...store, put: (value) => noting(store.put(value), waiting), hold: held.put }, request),
    get: (id) => Promise.resolve(held.get(id) ?? store.get(id)),
    answered(sealed) {
      for (const id of sealed) waiting.delete(id);
      sweep();
    },
  };
}

/** Secrets of running orders: only the most recent ones, since nothing reports when an order is done with its secret. */
function createHeld(): { put(value: string): string; get(id: string): string | undefined } {
  const MOST = 20;
  const values = new Map<string, string>();
  return {
    put(value) {
      const id = randomUUID();
      values.set(id, value);
      for (const old of [...values.keys()].slice(0, -MOST)) values.delete(old);
      return id;
    },
    get: (id) => values.get(id),
  };
}

async function noting(id: Promise<string>, waiting: Set<string>): Promise<string> {
  const known = await id;
  waiting.add(known);
  return known;
}
