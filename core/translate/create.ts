import { createDeepL } from './deepl.ts';
import type { Provider } from './provider.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** The provider of this program. */
export function createProvider(env: Environment, version: string): Provider {
  return createDeepL({ version, serverUrl: standIn(env) });
}

/**
 * The server that plays the service in tests: `POLYDESK_TEST_TRANSLATOR`, on this very computer. Any other address counts
 * for nothing, so that no setting and no variable sends texts and key elsewhere.
 */
export function standIn(env: Environment): string | undefined {
  const endpoint = env['POLYDESK_TEST_TRANSLATOR'] ?? '';
  return URL.canParse(endpoint) && LOOPBACK.has(new URL(endpoint).hostname) ? new URL(endpoint).origin : undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;
