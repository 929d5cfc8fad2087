import * as v from 'valibot';
import { item, whole } from '../wire/answer-field.ts';
import { ROLES } from '../../types.ts';

/** A date and time in answers, "" for never. */
const Moment = (text: string) => v.pipe(v.string(), v.description(text), v.metadata({ readonly: true }));

/** Whether a text is a date and time in ISO 8601 with a zone, or a day; `v.check` names the fault. */
export function isMoment(value: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  );
}

/**
 * A token, as answered by `polydesk/v1/tokens`; the secret itself only once, to the request that created it
 * (`contract/extras.md`).
 */
export const Token = item('token', {
  id: v.pipe(v.number(), v.integer(), v.description('Number of the token.'), v.metadata({ readonly: true })),
  name: v.pipe(
    v.string(),
    v.regex(/^\S(?:.*\S)?$/),
    v.maxLength(100),
    v.description('What the token is for; the history shows it with each change.'),
  ),
  role: v.pipe(v.picklist(ROLES), v.description('Rights of the token; never more than those of its user.')),
  user: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[^\s:,][^:,]{0,58}[^\s:,]$/),
      v.description(
        'Login or e-mail address of the user it acts for. A new name makes a new user with this role. When left out: the first administrator.',
      ),
    ),
  ),
  created_at: Moment('When it was made.'),
  last_used: Moment('Day of its last use, "" when never used.'),
  expires_at: v.optional(
    v.pipe(
      v.string(),
      v.check(isMoment, 'rest_invalid_date'),
      v.description('From this moment on it is refused. When left out: never.'),
    ),
  ),
  revoked_at: Moment('When it was revoked, "" while it is valid.'),
  unconfirmed: v.pipe(
    v.boolean(),
    v.description('It came in the file and is refused until a person of this computer confirms it.'),
    v.metadata({ readonly: true }),
  ),
});

const answered = { ...Token.entries, expires_at: Moment('From this moment on it is refused, "" for never.') };

/** A token in answers. */
export const TokenAnswer = whole(item('token', answered));
export type TokenView = v.InferOutput<typeof TokenAnswer>;

/** A newly created token, with its secret. */
export const NewToken = whole(
  item('new-token', {
    ...answered,
    token: v.pipe(v.string(), v.description('The secret: it is not shown again.'), v.metadata({ readonly: true })),
  }),
);
