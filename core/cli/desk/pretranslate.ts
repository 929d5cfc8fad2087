import type { PretranslateReport } from '../../schema/desk/pretranslate.ts';
import type { Dict } from '../../types.ts';
import { operands, wholeNumber, type Call, type Command } from '../run/arguments.ts';
import { EXIT, usageError } from '../run/failure.ts';
import { runJob } from '../run/job.ts';
import { interruptible } from '../run/lifetime.ts';
import { openSiteClient } from '../run/site-client.ts';

/** `polydesk pretranslate` (`contract/extras.md`, Command line). */
export const pretranslate: Command = {
  about: 'fill untranslated texts from the translation memory',
  help: `polydesk pretranslate SITE --lang CODE [--from CODE] [--min N] [--type TYPE]
                       [--published] [--preview] [--json] [--quiet]

Fills texts that are not translated with what the site has translated before. The same
text is taken as it is; a similar one (below 100%) is kept to be checked. New versions are
drafts, translations that somebody wrote stay, and "polydesk undo" takes all of it back.

  --lang C     the language to translate into
  --from C     the language to translate from; the default one when left out
  --min N      the least match in percent, 70 to 100; 100 when left out
  --type T     only this post type or taxonomy; may be given several times
  --published  also versions that visitors see
  --preview    only say what would be filled
  --json       print one JSON document

Example:
  polydesk pretranslate site.polydesk --lang fr --min 85 --preview

While a server has the site open, the command runs through that server.`,
  options: {
    lang: { type: 'string' },
    from: { type: 'string' },
    min: { type: 'string' },
    type: { type: 'string', multiple: true },
    published: { type: 'boolean' },
    preview: { type: 'boolean' },
  },
  async run(call) {
    const [site] = operands(call, 'SITE');
    const isPreview = call.has('preview');
    const body = orderOf(call);
    const work = { output: call.output, name: 'The filling', undone: 'Nothing was changed.' };
    return interruptible(work, async (running) => {
      const client = await openSiteClient(site, call);
      try {
        const job = await runJob(client, { method: 'POST', path: '/polydesk/v1/pretranslate', body }, running);
        const report = job.report as PretranslateReport;
        call.output.result(report, textOf(report, isPreview));
      } finally {
        client.close();
      }
      return EXIT.done;
    });
  },
};

function orderOf(call: Call): Dict {
  const [lang, from, min, types] = [call.text('lang'), call.text('from'), call.text('min'), call.list('type')];
  if (lang === undefined) throw usageError('Name the language with --lang.');
  return {
    ...{ lang, published: call.has('published'), preview: call.has('preview') },
    ...(from !== undefined && { from }),
    ...(min !== undefined && { min: wholeNumber('a percentage', min, { from: 70, to: 100 }) }),
    ...(types && { types }),
  };
}

function textOf({ texts, exact, fuzzy, items, created, skipped }: PretranslateReport, isPreview: boolean): string {
  const left = texts - exact - fuzzy;
  return [
    `${texts} untranslated texts: ${exact} the same in the memory, ${fuzzy} similar, ${left} without a match.`,
    isPreview
      ? `${items} items would be filled, ${created} of them new drafts.`
      : `${items} items filled, ${created} of them new drafts.`,
    ...(skipped > 0 ? [`${skipped} texts were left as they are.`] : []),
  ].join('\n');
}
