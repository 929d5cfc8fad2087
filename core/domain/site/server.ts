import { basename } from 'node:path';
import * as v from 'valibot';
import { Server, type ServerOptions } from '../../schema/settings/server.ts';
import type { Edition, Site } from '../../site.ts';
import { confirmedAccess, updateConfirmed, type AccessOptions } from '../access/trust.ts';
import { siteRow } from '../../store/site/site.ts';
import { readServerOption, readServerOptions, writeServerOption } from '../../store/settings/server-options.ts';
import type { ReadDb } from '../../store/sql.ts';
import type { Json } from '../../types.ts';

/** What the person chose; the port is 0 while the server may choose. */
export type StoredOptions = Omit<
  ServerOptions,
  'base_url' | 'site_id' | 'moved_from' | 'file_name' | 'read_only' | 'check' | 'unconfirmed' | 'formats'
>;

const DEFAULTS: StoredOptions = {
  port: 0,
  anonymous_read: true,
  allowed_origins: [],
  allowed_hosts: [],
  share_slugs: false,
  edition: 'extended',
};

/** The options of the local server as `/server` answers them (`contract/extras.md`). While the server chooses its port, `port` is the one it has. */
export function serverOptions(site: Site): Omit<ServerOptions, 'unconfirmed' | 'formats'> {
  const stored = storedServerOptions(site);
  const facts = {
    base_url: site.serverUrl,
    site_id: siteRow(site.db).site_id,
    moved_from: site.movedFrom,
    file_name: nameOfFile(site),
    read_only: site.readOnly,
    check: checkState(site),
  };
  return { ...facts, ...stored, port: stored.port || currentPort(site) };
}

/** Its name without folder and ending, as people call a site that has no title yet. */
function nameOfFile({ file }: Site): string {
  return file === ':memory:' ? '' : basename(file).replace(/\.polydesk$/i, '');
}

/** The options as stored, defaults filled in: what a start goes by. */
export function storedServerOptions(site: Site): StoredOptions {
  const stored = readServerOptions(site.db);
  const fit = <K extends keyof StoredOptions>(name: K): StoredOptions[K] => fitting(name, stored.get(name));
  return {
    port: fit('port'),
    anonymous_read: fit('anonymous_read'),
    allowed_origins: fit('allowed_origins'),
    allowed_hosts: fit('allowed_hosts'),
    share_slugs: fit('share_slugs'),
    edition: fit('edition'),
  };
}

/** Of the stored options what a person of this computer confirmed: who comes in without a token, from where, and under which names. */
export function openAccess(site: Site): AccessOptions {
  return confirmedAccess(site, storedServerOptions(site));
}

/** Stores what is given and leaves the rest. Origins, hosts and anonymous read count from the next request on, the rest from the next start on. */
export function updateServerOptions(
  site: Site,
  changes: { [K in keyof StoredOptions]?: StoredOptions[K] | undefined },
): Omit<ServerOptions, 'unconfirmed' | 'formats'> {
  const { anonymous_read, allowed_origins, allowed_hosts } = changes;
  updateConfirmed(site, storedServerOptions(site), {
    ...(anonymous_read !== undefined && { anonymous_read }),
    ...(allowed_origins && { allowed_origins }),
    ...(allowed_hosts && { allowed_hosts }),
  });
  for (const name of Object.keys(DEFAULTS) as (keyof StoredOptions)[]) {
    const value = changes[name];
    if (value !== undefined) writeServerOption(site.db, name, Array.isArray(value) ? [...new Set(value)] : value);
  }
  return serverOptions(site);
}

/** Whether items of different languages may share a slug (`content.md` 5.10); extended edition only. */
export function mayShareSlugs(site: Site): boolean {
  return site.edition === 'extended' && option(site.db, 'share_slugs');
}

/** The edition this copy is served in unless the start says otherwise. */
export function storedEdition(db: ReadDb): Edition {
  return option(db, 'edition');
}

/** The port this copy had last when it could choose: it keeps it while it is free (`security.md` 3.1). */
export function lastPort(site: Site): number | undefined {
  const port = readServerOption(site.db, 'last_port');
  return typeof port === 'number' ? port : undefined;
}

export function rememberPort(site: Site, port: number): void {
  writeServerOption(site.db, 'last_port', port);
}

/** Remembers where the interface is, and whether it was elsewhere at the start before (`Site.movedFrom`). */
export function noteAddress(site: Site): void {
  const before = readServerOption(site.db, 'served_at');
  if (typeof before === 'string' && before !== site.serverUrl) site.movedFrom = before;
  if (!site.readOnly) writeServerOption(site.db, 'served_at', site.serverUrl);
}

function option<K extends keyof StoredOptions>(db: ReadDb, name: K): StoredOptions[K] {
  return fitting(name, readServerOption(db, name));
}

/** A stored value that no longer fits its schema is answered as the default (`interface.md` 1.7). */
function fitting<K extends keyof StoredOptions>(name: K, stored: Json | undefined): StoredOptions[K] {
  if (stored === undefined) return DEFAULTS[name];
  return v.is(Server.entries[name], stored) ? (stored as StoredOptions[K]) : DEFAULTS[name];
}

/** Whether every page and rule of the file was checked, and what came of it (`security.md` 5.9). */
function checkState(site: Site): ServerOptions['check'] {
  if (site.findings.length > 0) return 'found';
  return site.isUnchecked ? 'running' : 'done';
}

function currentPort(site: Site): number {
  return URL.canParse(site.serverUrl) ? Number(new URL(site.serverUrl).port) : 0;
}
