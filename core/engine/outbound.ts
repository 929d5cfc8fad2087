import { noKey, readTranslation, refusal } from '../domain/translations/machine.ts';
import { errorResponse, late, type Host } from '../rest/dispatch.ts';
import type { RestError } from '../errors.ts';
import { liveFault } from '../live/faults.ts';
import { askLive, isLiveOrder } from './live.ts';
import type { SecretStore } from '../rest/secrets.ts';
import type { Account, Provider, TranslationOrder } from '../translate/provider.ts';
import type { OutboundRequest, RestRequest, RestResponse } from '../types.ts';

export interface OutboundParts {
  secrets: Pick<SecretStore, 'get'>;
  /** If left out, nothing leaves this computer. */
  provider?: Provider | undefined;
  /** Milliseconds for all outbound calls of one request. */
  longestOutbound?: number | undefined;
}

/** The last step of a request: an outbound request that its answer waits for. */
export interface Outbound {
  /** Sends it. Rejects only for a bug. `waits` receives a function that cancels it. */
  send(request: RestRequest, response: RestResponse, waits?: (abort: () => void) => void): Promise<RestResponse>;
  /** For callers that cannot wait: refuses what would have to be sent. */
  refuse(request: RestRequest, response: RestResponse): RestResponse;
  /** Cancels all open outbound requests. */
  close(): void;
}

/** A translation is requested in parts, one after another: this is for all of them. */
const LONGEST_MS = 60_000;

/** @param answered called when a request is done with its secrets */
export function createOutbound(
  host: Host,
  parts: OutboundParts,
  answered: (sealed: readonly string[]) => void,
): Outbound {
  const open = new Set<AbortController>();
  return {
    async send(request, response, waits) {
      const { outbound, ...pending } = response;
      if (!outbound) return response;
      const left = new AbortController();
      open.add(left);
      waits?.(() => left.abort());
      const signal = AbortSignal.any([left.signal, AbortSignal.timeout(parts.longestOutbound ?? LONGEST_MS)]);
      try {
        return late(host, request, await run(pending, { outbound, signal }, { ...parts, site: host.site }));
      } finally {
        open.delete(left);
        if (request.sealed) answered(request.sealed);
      }
    },
    refuse(request, response) {
      if (!response.outbound) return response;
      if (request.sealed) answered(request.sealed);
      const text = 'Send this request alone, to a running server or in the window. Nothing was sent.';
      return late(host, request, errorResponse(refusal('alone', text)));
    },
    close() {
      for (const each of open) each.abort();
    },
  };
}

/** An outbound request with its abort signal. */
interface Asking {
  outbound: OutboundRequest;
  signal: AbortSignal;
}

async function run(
  pending: RestResponse,
  { outbound, signal }: Asking,
  { secrets, provider, site }: OutboundParts & Pick<Host, 'site'>,
): Promise<RestResponse> {
  const isLive = isLiveOrder(outbound);
  try {
    if (isLive) {
      const password = outbound.secret === '' ? '' : await secrets.get(outbound.secret);
      if (password === undefined) throw liveFault('asleep');
      return { ...pending, body: await unlessGivenUp(askLive(site, outbound, { password, signal }), signal) };
    }
    if (!provider) throw refusal('off', 'This program cannot reach a translation service. Nothing was sent.');
    const key = await secrets.get(outbound.secret);
    if (key === undefined) throw noKey();
    return { ...pending, body: await unlessGivenUp(ask(provider, key, { outbound, signal }), signal) };
  } catch (error) {
    const refused = errorResponse(signal.aborted && !isLive ? givenUp(signal) : error);
    return { ...refused, headers: { ...pending.headers, ...refused.headers } };
  }
}

type Order = Omit<TranslationOrder, 'texts'> & { from: string; to: string; texts: string[] };

/** Stops waiting for a provider that ignores the abort signal. */
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
  if (!isLate) return refusal('left', 'The request was cancelled. Nothing was changed.', 503);
  const text = 'The translation service took too long. Nothing was changed; try again, with fewer texts at once.';
  return refusal('slow', text, 504);
}

async function ask(provider: Provider, key: string, { outbound, signal }: Asking): Promise<unknown> {
  const { kind, input } = outbound;
  if (kind === 'usage') {
    const { used, limit }: Account = await provider.account(key, signal);
    return { provider: 'DeepL', used, limit };
  }
  const order = input as unknown as Order;
  return readTranslation(order, await provider.translate(key, order, signal));
}
