import { createDeepL } from './deepl.ts';
import type { Provider } from './provider.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Returns the machine translation provider of this program. */
export function createProvider(env: Environment, version: string): Provider {
  return createDeepL({ version, serverUrl: standIn(env) });
}

/**
 * The address of a stand-in server for tests: `POLYDESK_TEST_TRANSLATOR`, on this computer. Any other address is ignored, so that
 * no setting or variable can send texts and the key elsewhere.
 */
export function standIn(env: Environment): string | undefined {
  const endpoint = env['POLYDESK_TEST_TRANSLATOR'] ?? '';
  return URL.canParse(endpoint) && LOOPBACK.has(new URL(endpoint).hostname) ? new URL(endpoint).origin : undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;
