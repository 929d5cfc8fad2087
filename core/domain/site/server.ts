import { basename } from 'node:path';
import * as v from 'valibot';
import { Server, type ServerOptions } from '../../schema/settings/server.ts';
import type { Edition, Site } from '../../site.ts';
import { confirmedAccess, updateConfirmed, type AccessOptions } from '../access/trust.ts';
import { siteRow } from '../../store/site/site.ts';
import { readServerOption, readServerOptions, writeServerOption } from '../../store/settings/server-options.ts';
import type { ReadDb } from '../../store/sql.ts';
import type { Json } from '../../types.ts';

/** The user's choices; the port is 0 if chosen by the server. */
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

/**
 * The options of the local server for `/server` (`contract/extras.md`). If the server chooses its port, `port` is the current
 * one.
 */
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

/** The file name without folder and extension, the name of a site without a title. */
function nameOfFile({ file }: Site): string {
  return file === ':memory:' ? '' : basename(file).replace(/\.polydesk$/i, '');
}

/** The options as stored, with defaults: used at startup. */
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

/** The stored access options that were confirmed on this computer: anonymous access, allowed origins and host names. */
export function openAccess(site: Site): AccessOptions {
  return confirmedAccess(site, storedServerOptions(site));
}

/** Stores the given options. Origins, hosts and anonymous read take effect with the next request, others at the next start. */
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

/** The edition in which this copy is served unless overridden at startup. */
export function storedEdition(db: ReadDb): Edition {
  return option(db, 'edition');
}

/** The last port of this copy if chosen automatically: reused while it is free (`security.md` 3.1). */
export function lastPort(site: Site): number | undefined {
  const port = readServerOption(site.db, 'last_port');
  return typeof port === 'number' ? port : undefined;
}

export function rememberPort(site: Site, port: number): void {
  writeServerOption(site.db, 'last_port', port);
}

/** Records the address of the interface, and whether it has changed since the previous start (`Site.movedFrom`). */
export function noteAddress(site: Site): void {
  const before = readServerOption(site.db, 'served_at');
  if (typeof before === 'string' && before !== site.serverUrl) site.movedFrom = before;
  if (!site.readOnly) writeServerOption(site.db, 'served_at', site.serverUrl);
}

function option<K extends keyof StoredOptions>(db: ReadDb, name: K): StoredOptions[K] {
  return fitting(name, readServerOption(db, name));
}

/** A stored value that no longer fits its schema reads as the default (`interface.md` 1.7). */
function fitting<K extends keyof StoredOptions>(name: K, stored: Json | undefined): StoredOptions[K] {
  if (stored === undefined) return DEFAULTS[name];
  return v.is(Server.entries[name], stored) ? (stored as StoredOptions[K]) : DEFAULTS[name];
}

/** State and result of the full file check (`security.md` 5.9). */
function checkState(site: Site): ServerOptions['check'] {
  if (site.findings.length > 0) return 'found';
  return site.isUnchecked ? 'running' : 'done';
}

function currentPort(site: Site): number {
  return URL.canParse(site.serverUrl) ? Number(new URL(site.serverUrl).port) : 0;
}
