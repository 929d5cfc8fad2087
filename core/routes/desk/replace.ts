import { languagesOf } from '../../domain/memory/answers.ts';
import { replacerOf } from '../../domain/replace/replacer.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { ReplaceArgs } from '../../schema/desk/replace.ts';
import { JobStarted } from '../../schema/site/job.ts';
import type { Json } from '../../types.ts';

/** Find and replace over many items (`contract/extras.md`). */
export const replaceRoutes = {
  '/polydesk/v1/replace': {
    POST: endpoint({
      summary: 'Finds words in all items of a language, as a job; with `preview: false` exchanges them.',
      args: ReplaceArgs,
      answers: JobStarted,
      traits: { noTransaction: true },
      permit: needs('edit_others', 'rest_forbidden', 'Only an editor can change many items at once.'),
      run(site, order) {
        languagesOf(site, { from: order.lang, to: order.lang });
        replacerOf(order);
        return { job: { kind: 'replace', input: order as unknown as Json } };
      },
    }),
  },
} satisfies RouteTable;
