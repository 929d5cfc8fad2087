import type { Handoff, HandoffWithItems } from '../../schema/desk/handoffs.ts';
import { operands, type Command } from '../run/arguments.ts';
import { EXIT, usageError } from '../run/failure.ts';
import { counted } from '../run/output.ts';
import { openSiteClient } from '../run/site-client.ts';

/** `polydesk handoffs` (`contract/extras.md`, Command line). */
export const handoffs: Command = {
  about: 'list the files that went out to translators, and what is not back yet',
  help: `polydesk handoffs SITE [NUMBER] [--lang CODE] [--forget] [--json] [--quiet]

Lists the files that were exported for translators, newest first: when, for which
language, how many texts, how many came back, and how many are out. A text that was
exported again is out with its last file only. With NUMBER lists the items of this file
that are still out.

  --lang C  only files for this language
  --forget  with NUMBER: takes the file off the list, nothing of it is expected back
  --json    print one JSON document

Examples:
  polydesk handoffs site.polydesk --lang fr
  polydesk handoffs site.polydesk 3

While a server has the site open, the command runs through that server.`,
  options: { lang: { type: 'string' }, forget: { type: 'boolean' } },
  async run(call) {
    const [site, number] = operands(call, 'SITE', 'NUMBER?');
    if (number !== undefined && !/^\d{1,15}$/.test(number))
      throw usageError(`"${number}" is not the number of a file.`);
    if (call.has('forget') && number === undefined) throw usageError('Name the file to forget by its number.');
    const lang = call.text('lang');
    const client = await openSiteClient(site, call);
    try {
      if (number === undefined) {
        const query = lang === undefined ? {} : { lang };
        const list = (await client.send({ method: 'GET', path: HANDOFFS, query })) as Handoff[];
        call.output.result(list, list.length === 0 ? 'No file went out to a translator.' : list.map(lineOf).join('\n'));
      } else if (call.has('forget')) {
        const answer = await client.send({ method: 'DELETE', path: `${HANDOFFS}/${number}` });
        const { previous } = answer as { previous: Handoff };
        call.output.result(answer, `${previous.file} is off the list.`);
      } else {
        const one = (await client.send({ method: 'GET', path: `${HANDOFFS}/${number}` })) as HandoffWithItems;
        call.output.result(one, [lineOf(one), ...one.out.map(itemLine)].join('\n'));
      }
    } finally {
      client.close();
    }
    return EXIT.done;
  },
};

const HANDOFFS = '/polydesk/v1/handoffs';

function lineOf({ id, file, from, to, at, texts, returned, texts_out }: Handoff): string {
  return `${id}  ${at.slice(0, 10)}  ${from} to ${to}  ${file}  ${counted(texts, 'text')}, ${returned} returned, ${texts_out} out`;
}

function itemLine({ kind, id, type, title, texts }: HandoffWithItems['out'][number]): string {
  const name = kind === 'site' ? 'strings of the site' : `${type} ${id}  ${title}`;
  return `  ${name}  ${counted(texts, 'text')}`;
}
