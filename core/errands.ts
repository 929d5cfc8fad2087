import { noKey, readTranslation, refusal } from './domain/translate.ts';
import { errorResponse, late, type Host } from './rest/dispatch.ts';
import type { RestError } from './errors.ts';
import type { SecretStore } from './rest/secrets.ts';
import type { Account, Provider, TranslationOrder } from './translate/provider.ts';
import type { Errand, Leaving, RestRequest, RestResponse } from './types.ts';

export interface OutsideParts {
  secrets: SecretStore;
  /** Left out: nothing leaves this computer. */
  provider?: Provider | undefined;
  /** Milliseconds for everything that one request asks outside. */
  longestErrand?: number | undefined;
}

/** The last step of a request: what has to be asked outside is asked, everything else stays as it is. */
export interface Outside {
  /** Rejects only for a bug. What is asked is given up when who asked has left. */
  soon(request: RestRequest, response: RestResponse, leaving?: Leaving): Promise<RestResponse>;
  /** Where nobody waits: what would have to be asked is refused. */
  now(request: RestRequest, response: RestResponse): RestResponse;
  /** Gives up whatever is being asked. */
  close(): void;
}

/** A translation is asked for in parts, one after another: so long for all of them. */
const LONGEST_MS = 60_000;

/** @param answered hears when the secrets of a request are not needed any more */
export function createOutside(host: Host, parts: OutsideParts, answered: (sealed: readonly string[]) => void): Outside {
  const open = new Set<AbortController>();
  return {
    async soon(request, response, leaving) {
      const { errand, ...pending } = response;
      if (!errand) return response;
      const left = new AbortController();
      open.add(left);
      leaving?.(() => left.abort());
      const signal = AbortSignal.any([left.signal, AbortSignal.timeout(parts.longestErrand ?? LONGEST_MS)]);
      try {
        return late(host, request, await run(pending, { errand, signal }, parts));
      } finally {
        open.delete(left);
        if (request.sealed) answered(request.sealed);
      }
    },
    now(request, response) {
      if (!response.errand) return response;
      if (request.sealed) answered(request.sealed);
      const text = 'Ask for this alone, of a running server or in the window. Nothing was sent.';
      return late(host, request, errorResponse(refusal('alone', text)));
    },
    close() {
      for (const each of open) each.abort();
    },
  };
}

/** Something to ask, and when to give it up. */
interface Asking {
  errand: Errand;
  signal: AbortSignal;
}

async function run(
  pending: RestResponse,
  { errand, signal }: Asking,
  { secrets, provider }: OutsideParts,
): Promise<RestResponse> {
  try {
    if (!provider) throw refusal('off', 'This program cannot reach a translation service. Nothing was sent.');
    const key = await secrets.get(errand.secret);
    if (key === undefined) throw noKey();
    return { ...pending, body: await unlessGivenUp(ask(provider, key, { errand, signal }), signal) };
  } catch (error) {
    const refused = errorResponse(signal.aborted ? givenUp(signal) : error);
    return { ...refused, headers: { ...pending.headers, ...refused.headers } };
  }
}

type Order = Omit<TranslationOrder, 'texts'> & { from: string; to: string; texts: string[] };

/** A provider that does not hear that nobody waits any more is not waited for. */
function unlessGivenUp<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(givenUp(signal));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

function givenUp({ reason }: AbortSignal): RestError {
  const isLate = reason instanceof DOMException && reason.name === 'TimeoutError';
  if (!isLate) return refusal('left', 'Nobody waits for this any more, so it was given up. Nothing was changed.', 503);
  const text = 'The translation service took too long. Nothing was changed; try again, with fewer texts at once.';
  return refusal('slow', text, 504);
}

async function ask(provider: Provider, key: string, { errand, signal }: Asking): Promise<unknown> {
  const { kind, input } = errand;
  if (kind === 'usage') {
    const { used, limit }: Account = await provider.account(key, signal);
    return { provider: 'DeepL', used, limit };
  }
  const order = input as unknown as Order;
  return readTranslation(order, await provider.translate(key, order, signal));
}
