import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { PretranslateArgs } from '../../schema/desk/pretranslate.ts';
import { JobStarted } from '../../schema/site/job.ts';
import { pairOf } from '../../transfer/handoff/choose.ts';
import type { Json } from '../../types.ts';

/** Filling texts from the memory (`contract/extras.md`). */
export const pretranslateRoutes = {
  '/polydesk/v1/pretranslate': {
    POST: endpoint({
      summary: 'Fills untranslated texts from the translation memory, as a job; or says what it would fill.',
      args: PretranslateArgs,
      answers: JobStarted,
      traits: { noTransaction: true },
      permit: needs('edit_others', 'rest_forbidden', 'Only an editor can change many items at once.'),
      run(site, order) {
        pairOf(site, order);
        return { job: { kind: 'pretranslate', input: order as unknown as Json } };
      },
    }),
  },
} satisfies RouteTable;
