import type { Finding } from '../domain/check/check.ts';
import { allowRepair } from '../store/file/check.ts';
import { openSite } from '../site.ts';
import { OpenError } from '../store/file/failures.ts';
import type { Host } from '../server/host/folders.ts';
import { stampsOf } from '../server/host/stamps.ts';
import { isKnownByBackups, recoverSite, type Recovery } from '../store/file/recover.ts';
import { operands, type Command } from './run/arguments.ts';
import { openSiteClient, type SiteClient } from './run/site-client.ts';
import { CliError, EXIT } from './run/failure.ts';
import { productVersion } from './version.ts';

/** `polydesk check` (`contract/extras.md`, Command line). */
export const check: Command = {
  about: 'check a site, and repair what can be repaired',
  help: `polydesk check SITE [--repair] [--json] [--quiet]

Looks for broken translation groups, wrong default categories, domains and menus of
languages that are gone, dangling rows, duplicate slugs and violated constraints.

  --repair   mend everything that can be mended, as one entry of the history. A damaged
             file gets new indexes, or it is replaced by its newest intact backup;
             the damaged file is kept next to it under another name. A file that is
             gone is replaced too while its backups are still there. What does not
             belong to a site (triggers, views, indexes and tables of others) is taken
             out
  --json     print one JSON document

Example:
  polydesk check site.polydesk --repair

Exit code 0 if no problems remain, 1 with findings. While a server has the site open,
the command runs through that server.`,
  options: { repair: { type: 'boolean' } },
  async run(call) {
    const [site] = operands(call, 'SITE');
    const recovery = call.has('repair') ? recovered(site, call.host) : undefined;
    if (recovery) call.output.note(recoveryText(site, recovery));
    // A check always reads the whole file, whatever its stamp says; a file that was just repaired has been read.
    const client = await openSiteClient(site, call, { trustsStamp: call.has('repair') });
    try {
      const before = await findings(client);
      const fixable = before.filter(({ repair }) => repair !== null);
      const isRepair = call.has('repair') && fixable.length > 0;
      const left = isRepair ? await repaired(client, fixable) : before;
      const mended = isRepair ? fixable.length : 0;
      call.output.result({ findings: left, repaired: mended, ...(recovery && { recovery }) }, textOf(left, mended));
      return left.length === 0 ? EXIT.done : EXIT.refused;
    } finally {
      client.close();
    }
  },
};

/** Tries to open the file; recovers it if it is damaged or missing. Undefined if neither applies. */
function recovered(file: string, host: Host): Recovery | undefined {
  try {
    openSite(file, { version: productVersion(), create: false, stamps: stampsOf(host) }).close();
    return undefined;
  } catch (error) {
    if (!(error instanceof OpenError)) throw error;
    if (error.code === 'damaged' || error.code === 'foreign') return broughtBack(file);
    if (error.code === 'missing' && isKnownByBackups(file)) return broughtBack(file);
    // Any other error will be reported by the client: a server may have the file open.
    return undefined;
  }
}

/** If recovery is impossible, the hint must not suggest what has just been tried. */
function broughtBack(file: string): Recovery {
  try {
    return recoverSite(file);
  } catch (error) {
    throw error instanceof OpenError && error.code !== 'no_backup'
      ? new CliError(error.exitCode, error.message, { code: error.code })
      : error;
  }
}

function recoveryText(file: string, { how, parts = [], kept, backup = '', lost, access }: Recovery): string {
  if (how === 'schema')
    return `${file} did not have the structure of a Polydesk site, and has it now; nothing was lost. What was wrong: ${parts.join(', ')}. The file as it was is kept: ${kept ?? ''}`;
  const from =
    how === 'indexes' ? 'Its indexes were rebuilt; nothing was lost.' : `The backup “${backup}” replaced it.`;
  const what = lost === undefined ? 'What was changed since is not in it.' : `${lost} later changes are not in it.`;
  const where = kept === undefined ? '' : ` The damaged file is kept: ${kept}`;
  return `${file} was ${kept === undefined ? 'gone' : 'damaged'}. ${from}${how === 'backup' ? ` ${what}` : ''}${access ? accessText(access) : ''}${where}`;
}

function accessText({ known, revoked }: NonNullable<Recovery['access']>): string {
  const tokens = revoked === 1 ? '1 token' : `${revoked} tokens`;
  if (known) return revoked === 0 ? '' : ` ${tokens} of it, revoked since, stay revoked.`;
  return ` The access settings could not be read: ${tokens} of it were revoked, and reading without a token and allowed origins are off. Create new tokens.`;
}

const CHECK = '/polydesk/v1/check';

async function findings(client: SiteClient): Promise<Finding[]> {
  return (await client.send({ method: 'GET', path: CHECK })) as Finding[];
}

async function repaired(client: SiteClient, fixable: readonly Finding[]): Promise<Finding[]> {
  // A file with broken rules is opened read-only.
  if (client.site && client.site.findings.length > 0) allowRepair(client.site.db);
  let left = [...fixable];
  // One repair may reveal another problem.
  for (let round = 0; round < 5; round += 1) {
    const repair = left.filter((finding) => finding.repair !== null).map(({ id }) => id);
    if (repair.length === 0) break;
    left = (await client.send({ method: 'POST', path: CHECK, body: { repair } })) as Finding[];
  }
  return left;
}

function textOf(left: readonly Finding[], mended: number): string {
  const head = [
    ...(mended > 0 ? [`${mended} ${mended === 1 ? 'finding was' : 'findings were'} repaired.`] : []),
    left.length === 0
      ? 'Nothing is wrong with the site.'
      : `${left.length} ${left.length === 1 ? 'finding' : 'findings'}:`,
  ];
  const lines = left.map(
    ({ severity, text, repair }) => `  ${severity}: ${text}${repair === null ? '' : ` ${repair}`}`,
  );
  return [...head, ...lines].join('\n');
}
