import { resolve } from 'node:path';
import { salvagedName, salvageSite, type Salvage } from '../store/salvage/salvage.ts';
import { operands, type Command } from './run/arguments.ts';
import { command, EXIT } from './run/failure.ts';
import { productVersion } from './version.ts';

/** `polydesk salvage` (`contract/extras.md`, Command line). */
export const salvage: Command = {
  about: 'read what can be read of a damaged site that has no backup',
  help: `polydesk salvage SITE [FILE] [--json] [--quiet]

Reads every row of a damaged site that can be read, and writes a new site FILE with it,
else "NAME salvaged.polydesk" beside it, with the media files. What is missing is listed
in a file next to it, one row a line. The damaged site is only read. Where it has a
backup, "polydesk check SITE --repair" brings back more.

The history, tokens and options of the server stay behind.

  --json   print one JSON document, with every missing row

Example:
  polydesk salvage site.polydesk

Exit code 0 when nothing is missing, 1 when something is.`,
  options: {},
  run(call) {
    const [site, file] = operands(call, 'SITE', 'FILE?');
    const found = salvageSite(site, file === undefined ? salvagedName(site) : resolve(file), {
      version: productVersion(),
    });
    call.output.result(found, textOf(found));
    return Promise.resolve(found.list === undefined ? EXIT.done : EXIT.refused);
  },
};

function textOf(salvaged: Salvage): string {
  const { file, list, rows, missing, lostPages, unplaced, languages, isHeadRead, cutPages, isNewer, faults } = salvaged;
  const parts = lostPages.reduce((sum, { count }) => sum + count, 0);
  const lost = [
    ...(missing.length > 0 ? [`${missing.length} ${missing.length === 1 ? 'row is' : 'rows are'} missing`] : []),
    ...(parts > 0 ? [`${parts} ${parts === 1 ? 'part' : 'parts'} of its tables could not be read`] : []),
    ...(cutPages > 0
      ? [
          `${cutPages} ${cutPages === 1 ? 'page' : 'pages'} at the end of the file ${cutPages === 1 ? 'is' : 'are'} gone`,
        ]
      : []),
    ...(isNewer ? ['a newer version of Polydesk wrote the file, and what this one does not know stayed behind'] : []),
    ...(unplaced > 0 ? [`${unplaced} ${unplaced === 1 ? 'row' : 'rows'} could not be assigned to a table`] : []),
  ];
  return [
    `${rows} rows came back: ${file}`,
    lost.length === 0 ? 'Nothing is missing but the history, tokens and options of the server.' : `${lost.join('; ')}.`,
    ...(list === undefined ? [] : [`The list of what is missing: ${list}`]),
    ...(languages.length === 0
      ? []
      : [
          `Only the codes of these languages were recovered. Check their locale and direction: ${languages.join(', ')}`,
        ]),
    ...(isHeadRead
      ? []
      : ['The start of the file could not be read, so rows that had been deleted may be among them.']),
    ...(faults.length > 0 ? [`Repair the new site before you use it: ${command('check', file, '--repair')}`] : []),
  ].join('\n');
}
