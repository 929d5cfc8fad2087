import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Parameters of `GET /requests`. */
export const RequestsQuery = {
  since: v.optional(v.pipe(count, v.description('Only requests after the one with this number.')), 0),
  limit: v.optional(v.pipe(count, v.minValue(1), v.maxValue(1000), v.description('Most requests to answer.')), 100),
  from: v.optional(
    v.pipe(
      v.picklist(['tools', 'window']),
      v.description('Only what other programs asked, or only what the window itself did; each has lines of its own.'),
    ),
  ),
};

/** An entry of the request log, as answered by `/requests`. */
export const LoggedRequest = item('request', {
  id: field(count, 'Its number, counted from the start of the program.'),
  at: field(v.string(), 'When it was answered.'),
  method: field(v.string(), 'Its method.'),
  path: field(v.string(), 'Its address below the REST root.'),
  query: field(v.record(v.string(), v.unknown()), 'Its query, without secrets.'),
  user: field(v.string(), 'Who asked; empty for a guest.'),
  token: field(v.string(), 'Name of the token used.'),
  status: field(count, 'Status of the answer.'),
  code: field(v.string(), 'Code of the error, if it was one.'),
  took: field(v.number(), 'Milliseconds it took.'),
  request: field(v.unknown(), 'The body that was sent, without secrets; null for none, and for a very large one.'),
  response: field(v.unknown(), 'The body of the answer, without secrets; null for a very large one.'),
  size: field(count, 'Bytes of the answer.'),
});
export type LoggedRequest = v.InferOutput<typeof LoggedRequest>;
