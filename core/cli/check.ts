import type { Finding } from '../domain/check/check.ts';
import { allowRepair } from '../store/check.ts';
import { openSite } from '../site.ts';
import { OpenError } from '../store/failures.ts';
import { isKnownByBackups, recoverSite, type Recovery } from '../store/recover.ts';
import { siteWord, type Command } from './arguments.ts';
import { openDoor, type Door } from './door.ts';
import { CliError, EXIT } from './failure.ts';
import { productVersion } from './version.ts';

/** `polydesk check` (`contract/extras.md`, Command line). */
export const check: Command = {
  about: 'look a site over, and mend what can be mended',
  help: `polydesk check SITE [--repair] [--json]

Looks for broken translation groups, wrong default categories, domains and menus of
languages that are gone, rows that lead nowhere, names in addresses that stand twice,
and the rules of the file.

  --repair   mend everything that can be mended, as one entry of the history. A damaged
             file gets new indexes, or its newest sound backup takes its place; the
             damaged one is kept beside it under another name. So does a file that is
             gone while its backups are still there
  --json     print one JSON document

Exit code 0 when nothing is wrong (any more), 1 with findings. While a server has the
site open, the command asks that server.`,
  options: { repair: { type: 'boolean' } },
  async run(call) {
    const site = siteWord(call);
    const recovery = call.has('repair') ? recovered(site) : undefined;
    if (recovery) call.output.note(recoveryText(site, recovery));
    const door = await openDoor(site, call);
    try {
      const before = await findings(door);
      const fixable = before.filter(({ repair }) => repair !== null);
      const isRepair = call.has('repair') && fixable.length > 0;
      const left = isRepair ? await repaired(door, fixable) : before;
      const mended = isRepair ? fixable.length : 0;
      call.output.result({ findings: left, repaired: mended, ...(recovery && { recovery }) }, textOf(left, mended));
      return left.length === 0 ? EXIT.done : EXIT.refused;
    } finally {
      door.close();
    }
  },
};

/** Opens the file to see whether it can be; brings it back when it is damaged or gone. Undefined: it was neither. */
function recovered(file: string): Recovery | undefined {
  try {
    openSite(file, { version: productVersion(), create: false }).close();
    return undefined;
  } catch (error) {
    if (!(error instanceof OpenError)) throw error;
    if (error.code === 'damaged' || (error.code === 'missing' && isKnownByBackups(file))) return broughtBack(file);
    // Whatever else it is, the door meets it too: a server may have it open.
    return undefined;
  }
}

/** Where that cannot be, nobody is told to do what was just tried. */
function broughtBack(file: string): Recovery {
  try {
    return recoverSite(file);
  } catch (error) {
    throw error instanceof OpenError ? new CliError(error.exitCode, error.message) : error;
  }
}

function recoveryText(file: string, { how, kept, backup = '', lost, access }: Recovery): string {
  const from =
    how === 'indexes' ? 'Its indexes were made anew; nothing is lost.' : `The backup “${backup}” took its place.`;
  const what = lost === undefined ? 'What was changed since is not in it.' : `${lost} later changes are not in it.`;
  const where = kept === undefined ? '' : ` The damaged file is kept: ${kept}`;
  return `${file} was ${kept === undefined ? 'gone' : 'damaged'}. ${from}${how === 'backup' ? ` ${what}` : ''}${access ? accessText(access) : ''}${where}`;
}

function accessText({ known, revoked }: NonNullable<Recovery['access']>): string {
  const tokens = revoked === 1 ? '1 token' : `${revoked} tokens`;
  if (known) return revoked === 0 ? '' : ` ${tokens} of it, revoked since, stay revoked.`;
  return ` Who may come in could not be read any more: ${tokens} of it were revoked, and reading without a token and allowed origins are off. Make new tokens.`;
}

const CHECK = '/polydesk/v1/check';

async function findings(door: Door): Promise<Finding[]> {
  return (await door.send({ method: 'GET', path: CHECK })) as Finding[];
}

async function repaired(door: Door, fixable: readonly Finding[]): Promise<Finding[]> {
  // A file with broken rules is open for reading only.
  if (door.site && door.site.findings.length > 0) allowRepair(door.site.db);
  let left = [...fixable];
  // Mending one may bring another to light.
  for (let round = 0; round < 5; round += 1) {
    const repair = left.filter((finding) => finding.repair !== null).map(({ id }) => id);
    if (repair.length === 0) break;
    left = (await door.send({ method: 'POST', path: CHECK, body: { repair } })) as Finding[];
  }
  return left;
}

function textOf(left: readonly Finding[], mended: number): string {
  const head = [
    ...(mended > 0 ? [`${mended} ${mended === 1 ? 'finding was' : 'findings were'} mended.`] : []),
    left.length === 0
      ? 'Nothing is wrong with the site.'
      : `${left.length} ${left.length === 1 ? 'finding' : 'findings'}:`,
  ];
  const lines = left.map(
    ({ severity, text, repair }) => `  ${severity}: ${text}${repair === null ? '' : ` ${repair}`}`,
  );
  return [...head, ...lines].join('\n');
}
