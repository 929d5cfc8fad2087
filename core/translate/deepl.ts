import type { DeepLClient, DeepLClientOptions, TargetLanguageCode, SourceLanguageCode, TextResult } from 'deepl-node';
import { refusal } from '../domain/translations/machine.ts';
import { RestError } from '../errors.ts';
import type { Provider, TranslationOrder } from './provider.ts';

export interface DeepLOptions {
  /** Version of the product, sent to the service; nothing else about this computer is sent. */
  version: string;
  /** Another server, for tests. */
  serverUrl?: string | undefined;
  /** Timeout of a request in milliseconds. */
  patience?: number;
}

const PATIENCE_MS = 20_000;
/** Maximum bytes per request: the service accepts 128 KiB, form-encoded. */
const MOST_AT_ONCE = 100_000;
const LARGEST_ANSWER = 4 * 1024 * 1024;

/** DeepL through its official client, which is loaded with the first request, because most sessions never need it. */
export function createDeepL(options: DeepLOptions): Provider {
  return {
    async translate(key, order, signal) {
      const client = await connect(key, options, signal);
      const texts: string[] = [];
      for (const part of partsOf(order.texts)) texts.push(...(await guarded(() => translatePart(client, order, part))));
      return texts;
    },
    async account(key, signal) {
      const client = await connect(key, options, signal);
      const { character } = await guarded(() => client.getUsage());
      if (!character) return { used: 0, limit: null };
      return { used: character.count, limit: character.limit > 0 && character.limit < 1e12 ? character.limit : null };
    },
  };
}

async function translatePart(client: DeepLClient, order: TranslationOrder, texts: string[]): Promise<string[]> {
  const { source, target, formality } = order;
  const languages = [source as SourceLanguageCode, target as TargetLanguageCode] as const;
  const results: TextResult[] = await client.translateText(texts, ...languages, {
    tagHandling: 'xml',
    // Marks are inside sentences, and their position is ours to determine.
    outlineDetection: false,
    nonSplittingTags: ['g', 'x', 'n'],
    ignoreTags: ['x', 'n'],
    preserveFormatting: true,
    splitSentences: 'nonewlines',
    ...(formality !== 'default' && { formality }),
  });
  if (results.length !== texts.length) throw unusable();
  return results.map(({ text }) => text);
}

/** Splits texts into batches that the service accepts. */
function partsOf(texts: readonly string[]): string[][] {
  const parts: string[][] = [];
  let size = MOST_AT_ONCE;
  for (const text of texts) {
    const bytes = encodeURIComponent(text.toWellFormed()).length;
    if (size + bytes > MOST_AT_ONCE) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(text);
    size += bytes;
  }
  return parts;
}

async function connect(
  key: string,
  { version, serverUrl, patience = PATIENCE_MS }: DeepLOptions,
  signal: AbortSignal | undefined,
): Promise<DeepLClient> {
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw wrongKey();
  const { DeepLClient: Base } = await import('deepl-node');
  class Client extends Base {
    constructor() {
      super(key, {
        // No retries: a person is waiting and can try again.
        maxRetries: 0,
        minTimeout: patience,
        sendPlatformInfo: false,
        appInfo: { appName: 'Polydesk', appVersion: version },
        ...(serverUrl !== undefined && { serverUrl, proxy: NO_PROXY }),
      });
      const own = this.httpClient.prepareRequest.bind(this.httpClient);
      // Redirects must not send texts and the key elsewhere, and a response is never larger than a translation can be.
      const more = { ...LIMITS, timeout: patience, ...(signal && { signal }) };
      this.httpClient.prepareRequest = (...words) => ({ ...own(...words), ...more });
    }
  }
  return new Client();
}

const LIMITS = { maxRedirects: 0, maxContentLength: LARGEST_ANSWER };
/** What `axios` accepts for "no proxy", which the type of the client cannot express. */
const NO_PROXY = false as unknown as NonNullable<DeepLClientOptions['proxy']>;

/** Replaces every error of the client by one of ours: its messages quote the service, and may contain texts. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  const { AuthorizationError, ConnectionError, QuotaExceededError, TooManyRequestsError } = await import('deepl-node');
  try {
    return await work();
  } catch (error) {
    if (error instanceof RestError) throw error;
    if (error instanceof AuthorizationError) throw wrongKey();
    if (error instanceof QuotaExceededError)
      throw refusal(
        'quota',
        'The account of the translation service is used up for this period. Nothing was changed.',
        502,
      );
    if (error instanceof TooManyRequestsError)
      throw refusal('busy', 'The translation service has too much to do. Wait a moment, then try again.', 503);
    if (error instanceof ConnectionError) throw unreachable(error);
    throw unusable();
  }
}

function unreachable(error: { error?: unknown }): RestError {
  const { code } = (error.error ?? {}) as { code?: unknown };
  if (code === 'ECONNABORTED' || code === 'ETIMEDOUT')
    return refusal('slow', 'The translation service did not answer in time. Nothing was changed; try again.', 504);
  if (code === 'ERR_BAD_RESPONSE' || code === 'ERR_FR_TOO_MANY_REDIRECTS') return unusable();
  const text =
    'The translation service cannot be reached. Nothing was changed; try again when this computer is online.';
  return refusal('offline', text, 503);
}

function wrongKey(): RestError {
  return refusal('key', 'The translation service does not accept the key. Enter another one under Settings.', 502);
}

function unusable(): RestError {
  return refusal('failed', 'The translation service gave no usable answer. Nothing was changed; try again later.', 502);
}
