import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { WordsArgs } from '../../schema/desk/words.ts';
import { JobStarted } from '../../schema/site/job.ts';
import { languagesOf } from '../../transfer/words/words.ts';
import type { Json } from '../../types.ts';

/** The words left, by how well the memory matches them (`contract/extras.md`). */
export const wordsRoutes = {
  '/polydesk/v1/words': {
    POST: endpoint({
      summary: 'Counts the words that are left, by how well the translation memory knows them, as a job.',
      args: WordsArgs,
      answers: JobStarted,
      traits: { noTransaction: true },
      permit: needs('edit_others', 'rest_forbidden', 'Only an editor can count the words that are left.'),
      run(site, order) {
        languagesOf(site, order);
        return { job: { kind: 'words', input: order as unknown as Json } };
      },
    }),
  },
} satisfies RouteTable;
