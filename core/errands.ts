import { noKey, readTranslation, refusal } from './domain/translate.ts';
import { errorResponse, late, type Host } from './rest/dispatch.ts';
import type { SecretStore } from './rest/secrets.ts';
import type { Account, Provider, TranslationOrder } from './translate/provider.ts';
import type { Errand, RestRequest, RestResponse } from './types.ts';

export interface OutsideParts {
  secrets: SecretStore;
  /** Left out: nothing leaves this computer. */
  provider?: Provider | undefined;
}

/** The last step of a request: what has to be asked outside is asked, everything else stays as it is. */
export interface Outside {
  /** Rejects only for a bug. */
  soon(request: RestRequest, response: RestResponse): Promise<RestResponse>;
  /** Where nobody waits: what would have to be asked is refused. */
  now(request: RestRequest, response: RestResponse): RestResponse;
}

/** @param answered hears when the secrets of a request are not needed any more */
export function createOutside(host: Host, parts: OutsideParts, answered: (sealed: readonly string[]) => void): Outside {
  return {
    async soon(request, response) {
      const { errand, ...pending } = response;
      if (!errand) return response;
      try {
        return late(host, request, await run(pending, errand, parts));
      } finally {
        if (request.sealed) answered(request.sealed);
      }
    },
    now(request, response) {
      if (!response.errand) return response;
      if (request.sealed) answered(request.sealed);
      const text = 'Ask for this alone, of a running server or in the window. Nothing was sent.';
      return late(host, request, errorResponse(refusal('alone', text)));
    },
  };
}

async function run(pending: RestResponse, errand: Errand, { secrets, provider }: OutsideParts): Promise<RestResponse> {
  try {
    if (!provider) throw refusal('off', 'This program cannot reach a translation service. Nothing was sent.');
    const key = await secrets.get(errand.secret);
    if (key === undefined) throw noKey();
    return { ...pending, body: await ask(provider, key, errand) };
  } catch (error) {
    const refused = errorResponse(error);
    return { ...refused, headers: { ...pending.headers, ...refused.headers } };
  }
}

type Order = Omit<TranslationOrder, 'texts'> & { from: string; to: string; texts: string[] };

async function ask(provider: Provider, key: string, { kind, input }: Errand): Promise<unknown> {
  if (kind === 'usage') {
    const { used, limit }: Account = await provider.account(key);
    return { provider: 'DeepL', used, limit };
  }
  const order = input as unknown as Order;
  return readTranslation(order, await provider.translate(key, order));
}
