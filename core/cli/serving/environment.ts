import * as v from 'valibot';
import { checkContentModel } from '../../domain/content/content-model-rules.ts';
import { RestError } from '../../errors.ts';
import { ContentModelSchema, type ContentModel } from '../../schema/content/content-model.ts';
import { explain } from '../../schema/wire/explain.ts';
import type { Edition } from '../../site.ts';
import { ROLES, type Role } from '../../types.ts';
import type { Host } from '../../server/host/folders.ts';
import { choice } from '../run/arguments.ts';
import { usageError } from '../run/failure.ts';

/** Server configuration from the environment (`contract/README.md`, variables). */
export interface Environment {
  tokens: readonly { user: string; role: Role; token: string }[];
  homeUrl: string;
  model: ContentModel | undefined;
  edition: Edition | undefined;
}

/**
 * Parses the environment of `serve` and `start`; invalid values throw a message with exit code 64, before any file is touched.
 */
export function readEnvironment({ env }: Host): Environment {
  return {
    tokens: readTokens(env['POLYDESK_TOKENS'] ?? ''),
    homeUrl: readHomeUrl(env['POLYDESK_HOME_URL'] ?? ''),
    model: readModel(env['POLYDESK_CONTENT_MODEL'] ?? ''),
    edition: env['POLYDESK_EDITION']
      ? choice('an edition (POLYDESK_EDITION)', env['POLYDESK_EDITION'], ['extended', 'standard'])
      : undefined,
  };
}

/** `name:role:password,…`. An invalid entry is named by its position: its text may contain a password. */
function readTokens(text: string): Environment['tokens'] {
  if (text.trim() === '') return [];
  return text.split(',').map((entry, at) => {
    const [user = '', role = '', token = '', ...more] = entry.trim().split(':');
    const where = `Entry ${at + 1} of POLYDESK_TOKENS`;
    if (more.length > 0 || user === '' || !/[A-Za-z0-9]/.test(token)) {
      throw usageError(`${where} cannot be used: write name:role:password, the password of letters and digits.`);
    }
    const known = ROLES.find((one) => one === role);
    if (!known) throw usageError(`${where} has no role that exists: choose one of ${ROLES.join(', ')}.`);
    return { user, role: known, token };
  });
}

function readHomeUrl(text: string): string {
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAddress =
    url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '';
  if (!isAddress) throw usageError('POLYDESK_HOME_URL cannot be used: write an address such as https://example.org.');
  return text.replace(/\/+$/, '');
}

function readModel(text: string): ContentModel | undefined {
  if (text.trim() === '') return undefined;
  const result = v.safeParse(ContentModelSchema, parseJson(text));
  if (!result.success) throw usageError(explain(result.issues[0], 'POLYDESK_CONTENT_MODEL').message);
  try {
    checkContentModel(result.output);
  } catch (error) {
    if (error instanceof RestError) throw usageError(`POLYDESK_CONTENT_MODEL cannot be used. ${error.message}`);
    throw error;
  }
  return result.output;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usageError('POLYDESK_CONTENT_MODEL is not valid JSON.');
  }
}
