import { REPLACE_FIELDS, REPLACE_STATUSES, type ReplaceReport } from '../../schema/desk/replace.ts';
import { choice, operands, type Command } from '../run/arguments.ts';
import { EXIT, usageError } from '../run/failure.ts';
import { runJob } from '../run/job.ts';
import { interruptible } from '../run/lifetime.ts';
import { counted } from '../run/output.ts';
import { openSiteClient } from '../run/site-client.ts';

/** `polydesk replace` (`contract/extras.md`, Command line). */
export const replace: Command = {
  about: 'find words in the items of a language and replace them',
  help: `polydesk replace SITE FIND TEXT --lang CODE [--type TYPE] [--status STATUS]
                   [--field FIELD] [--match-case] [--parts] [--regex] [--yes] [--json] [--quiet]

Lists the texts that hold FIND; with --yes replaces them by TEXT, in one step that
"polydesk undo" takes back. Titles, excerpts, contents and texts of pictures are changed;
addresses, tags and blocks are not. A capital at the start stays a capital.

  --lang C      the language of the items
  --type T      only this post type or taxonomy; may be given several times
  --status S    only items of this status: ${REPLACE_STATUSES.join(', ')};
                may be given several times. Terms and files count as publish
  --field F     only these texts: ${REPLACE_FIELDS.join(', ')}; may be given
                several times. alt is the text of a picture
  --match-case  other cases are other words
  --parts       also within longer words
  --regex       FIND is a regular expression; TEXT may hold $1, $<name> and $&
  --yes         replace them; without it nothing is changed
  --json        print one JSON document

Example:
  polydesk replace site.polydesk "phare avant" "éclairage avant" --lang fr
  polydesk replace site.polydesk "(\\d+) km" "$1 kilometres" --regex --lang en

Exit code 0; without --yes 1 when there is something to replace. While a server has the
site open, the command runs through that server.`,
  options: {
    lang: { type: 'string' },
    type: { type: 'string', multiple: true },
    'match-case': { type: 'boolean' },
    parts: { type: 'boolean' },
    regex: { type: 'boolean' },
    status: { type: 'string', multiple: true },
    field: { type: 'string', multiple: true },
    yes: { type: 'boolean' },
  },
  async run(call) {
    const [site, q, to] = operands(call, 'SITE', 'FIND', 'TEXT');
    const [lang, types, preview] = [call.text('lang'), call.list('type'), !call.has('yes')];
    if (lang === undefined) throw usageError('Name the language with --lang.');
    const statuses = call.list('status')?.map((one) => choice('a status', one, REPLACE_STATUSES));
    const fields = call.list('field')?.map((one) => choice('a text of an item', one, REPLACE_FIELDS));
    const options = { match_case: call.has('match-case'), whole_words: !call.has('parts'), regex: call.has('regex') };
    const body = {
      q,
      to,
      lang,
      ...options,
      preview,
      ...(types && { types }),
      ...(statuses && { statuses }),
      ...(fields && { fields }),
    };
    const work = { output: call.output, name: 'The replacing', undone: 'Nothing was changed.' };
    return interruptible(work, async (running) => {
      const client = await openSiteClient(site, call);
      try {
        const job = await runJob(client, { method: 'POST', path: '/polydesk/v1/replace', body }, running);
        const report = job.report as ReplaceReport;
        call.output.result(report, textOf(report, preview));
        return preview && report.places > 0 ? EXIT.refused : EXIT.done;
      } finally {
        client.close();
      }
    });
  },
};

function textOf({ places, texts, items, skipped, hits }: ReplaceReport, isPreview: boolean): string {
  if (places === 0 && skipped === 0) return 'Nothing found.';
  const lines = isPreview ? hits.map(({ kind, id, before, after }) => `${kind}/${id}  ${before}\n  -> ${after}`) : [];
  const more = isPreview && texts > hits.length ? [`… and ${texts - hits.length} more texts.`] : [];
  const counts = `${counted(places, 'place')} in ${counted(texts, 'text')} of ${counted(items, 'item')}`;
  const sum = isPreview ? `${counts}. Run it with --yes to replace them.` : `Replaced ${counts}.`;
  return [...lines, ...more, sum, ...(skipped > 0 ? [`${skipped} items could not be written.`] : [])].join('\n');
}
