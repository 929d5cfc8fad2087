import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { isBundle } from '../../transfer/bundle/files.ts';
import type { Call, Options } from '../run/arguments.ts';
import { CliError, EXIT, command } from '../run/failure.ts';
import { oneFile, withScratch } from '../import.ts';
import { notReadable } from '../transfer/kind-of.ts';
import { openSiteClient, type SiteClient, type SiteRequest } from '../run/site-client.ts';

/** Options of the commands about a tree. */
export const TREE_OPTIONS: Options = { prune: { type: 'boolean' } };

/** Opens a site and prepares the request that sends it a tree. Throws a `CliError` if it is not a bundle. */
export async function withTree(
  call: Call,
  about: { site: string; tree: string; query: Record<string, string> },
  run: (client: SiteClient, request: SiteRequest) => Promise<number>,
): Promise<number> {
  const { site, tree, query } = about;
  assertTree(tree, site);
  return withScratch(async (folder) => {
    const path = oneFile(tree, folder);
    const client = await openSiteClient(site, call);
    try {
      return await run(client, {
        ...{ method: 'POST', path: '/polydesk/v1/imports' },
        query: { ...query, apply: '1', ...(call.has('prune') && { prune: '1' }) },
        upload: { path, name: basename(tree) },
      });
    } finally {
      client.close();
    }
  });
}

function assertTree(tree: string, site: string): void {
  const about = statSync(tree, { throwIfNoEntry: false });
  if (about?.isFile() && about.size === 0) throw new CliError(EXIT.refused, `${tree} is empty. Nothing was changed.`);
  if (about?.isFile()) return;
  if (about?.isDirectory() && isBundle(tree)) return;
  const what = !about
    ? `The folder ${tree} does not exist.`
    : about.isDirectory()
      ? `${tree} is a folder, but not a bundle.`
      : notReadable(tree);
  const hint = about ? '' : ` This makes one: ${command('export', site, tree, '--format', 'bundle')}`;
  throw new CliError(EXIT.missing, `${what} Nothing was changed. Check the name.${hint}`);
}
