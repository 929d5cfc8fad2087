import { createCaller } from '../../core/domain/access/capabilities.ts';
import { writeContentModel } from '../../core/domain/content/content-model.ts';
import { transact } from '../../core/domain/history/history.ts';
import { ensureUser } from '../../core/domain/access/users.ts';
import { createEngine, type Engine } from '../../core/engine/engine.ts';
import type { SecretStore } from '../../core/rest/secrets.ts';
import type { ContentModel } from '../../core/schema/content/content-model.ts';
import { openSite, type Edition } from '../../core/site.ts';
import type { Provider } from '../../core/translate/provider.ts';
import type { Caller, Dict, RestResponse, Role } from '../../core/types.ts';

/** A real engine on a real in-memory file, with an administrator as the caller. */
export interface Bench {
  engine: Engine;
  admin: Caller;
  as(role: Role): Caller;
  /** GET, or a write when there is a body. */
  ask(method: string, path: string, body?: unknown, caller?: Caller): RestResponse;
  secrets: Map<string, string>;
}

export interface BenchOptions {
  edition?: Edition;
  homeUrl?: string;
  contentModel?: Partial<ContentModel>;
  now?: () => Date;
  file?: string;
  provider?: Provider;
  longestRead?: number;
  longestOutbound?: number;
}

/** Opens a bench; close it with `bench.engine.close()`. */
export function openBench(options: BenchOptions = {}): Bench {
  const { edition = 'extended', homeUrl = '', contentModel, now, file = ':memory:' } = options;
  const site = openSite(file, { version: '0.0.0-test', edition, homeUrl, ...(now && { now }) });
  site.serverUrl = 'http://127.0.0.1:24180';
  const secrets = new Map<string, string>();
  const admin = createCaller({ name: 'admin', userId: 1, role: 'administrator', origin: 'window', serverRights: true });
  const prepare = <T>(work: () => T): T => transact(site, admin, () => ({ value: work(), keep: true })).value;
  if (contentModel)
    prepare(() =>
      writeContentModel(site, {
        post_types: [],
        taxonomies: [],
        post_meta: [],
        term_meta: [],
        page_templates: [],
        ...contentModel,
      }),
    );
  const engine = createEngine(site, {
    secrets: memorySecrets(secrets),
    provider: options.provider,
    longestRead: options.longestRead,
    longestOutbound: options.longestOutbound,
  });
  const as = (role: Role): Caller => {
    const name = role === 'administrator' ? 'admin' : role;
    const user = prepare(() => ensureUser(site, name, role));
    return createCaller({ name, userId: user.id, role, origin: 'token', token: name });
  };
  return {
    engine,
    admin,
    as,
    secrets,
    ask: (method, path, body, caller = admin) =>
      engine.dispatch({ method, path, ...(body !== undefined && { body }) }, caller),
  };
}

/** The body of an answer, seen as a map. */
export function bodyOf(response: RestResponse): Dict {
  return response.body as Dict;
}

function memorySecrets(kept: Map<string, string>): SecretStore {
  return {
    put(value) {
      const id = crypto.randomUUID();
      kept.set(id, value);
      return Promise.resolve(id);
    },
    get: (id) => Promise.resolve(kept.get(id)),
    sweep(keep) {
      const gone = [...kept.keys()].filter((id) => !keep.has(id));
      for (const id of gone) kept.delete(id);
      return Promise.resolve(gone.length);
    },
  };
}
