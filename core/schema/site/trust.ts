import * as v from 'valibot';
import { ROLES } from '../../types.ts';
import { isOrigin, Server } from '../settings/server.ts';
import { field, item } from '../wire/answer-field.ts';
import { TokenAnswer } from './token.ts';

/** What came in the site file and is not trusted on this computer yet (`contract/extras.md`, `/trust`). */
export const UnconfirmedAccess = item('trust', {
  tokens: field(v.array(TokenAnswer), 'Tokens that are refused until they are confirmed here.'),
  anonymous_read: field(v.boolean(), 'Reading without a token is switched on in the file, and refused.'),
  allowed_origins: field(v.array(v.string()), 'Origins of the file that are refused.'),
  allowed_hosts: field(v.array(v.string()), 'Names of the file under which the server does not answer.'),
  kept_in: field(v.string(), 'The file of this computer that holds what was confirmed.'),
});
export type UnconfirmedAccess = v.InferOutput<typeof UnconfirmedAccess>;

/** What to confirm; `all`: everything that is not confirmed yet. */
export const ConfirmArgs = {
  all: v.optional(v.pipe(v.boolean(), v.description('Everything that is not confirmed.'))),
  tokens: v.optional(v.pipe(v.array(v.pipe(v.number(), v.integer())), v.description('Numbers of tokens.'))),
  anonymous_read: v.optional(v.pipe(v.boolean(), v.description('Reading without a token.'))),
  allowed_origins: v.optional(Server.entries.allowed_origins),
  allowed_hosts: v.optional(Server.entries.allowed_hosts),
};

export interface Confirmation {
  all?: boolean | undefined;
  tokens?: number[] | undefined;
  anonymous_read?: boolean | undefined;
  allowed_origins?: string[] | undefined;
  allowed_hosts?: string[] | undefined;
}

/** The file on this computer with what was confirmed of a site. */
export const TrustFile = v.strictObject({
  site_id: v.string(),
  tokens: v.record(
    v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    v.strictObject({ role: v.picklist(ROLES), expires_at: v.string() }),
  ),
  anonymous_read: v.boolean(),
  allowed_origins: v.array(v.pipe(v.string(), v.check(isOrigin))),
  allowed_hosts: v.array(v.string()),
  live: v.optional(v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{64})?$/)), ''),
});
export type TrustFile = v.InferOutput<typeof TrustFile>;
