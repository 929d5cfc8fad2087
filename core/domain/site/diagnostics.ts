import type * as v from 'valibot';
import { arch, release, totalmem } from 'node:os';
import { Settings } from '../../schema/settings/settings.ts';
import type { Diagnostics } from '../../schema/site/diagnostics.ts';
import { forEdition } from '../../schema/wire/args.ts';
import { itemOf, partsOf } from '../../schema/wire/walk.ts';
import type { Site } from '../../site.ts';
import { fileFacts, sizes } from '../../store/site/diagnostics.ts';
import { readPragmas } from '../../store/file/pragmas.ts';
import type { Dict } from '../../types.ts';
import { backups } from './backups.ts';
import { faultLog } from './fault-log.ts';
import { requestLog } from './request-log.ts';
import { secretsInUse, storedSettings } from '../settings/settings.ts';

/**
 * Diagnostics of this program and site for support: versions, counts, file settings, errors. Every value is a number, a constant,
 * or the name of a program part; it contains no user data: no text, title, address, name, path, token or key.
 * @param routeOf the route template of an address
 */
export function diagnostics(site: Site, routeOf: (path: string) => string): Diagnostics {
  return {
    polydesk: site.version,
    made_at: site.now().toISOString(),
    system: systemFacts(),
    site: {
      edition: site.edition,
      in_memory: site.file === ':memory:',
      read_only: site.readOnly,
      ...fileFacts(site.db),
      pragmas: readPragmas(site.db),
      broken_rules: site.findings.map(({ name }) => name),
    },
    numbers: { ...sizes(site.db), backups: backups(site).length },
    settings: settingFacts(site),
    failed_requests: requestLog(site)
      .failures(50)
      .map(({ path, ...rest }) => ({ ...rest, route: routeOf(path) })),
    faults: faultLog(site)
      .list()
      .map((fault) => ({ ...fault })),
  };
}

function systemFacts(): Dict {
  const { node, v8, electron = '', chrome = '' } = process.versions;
  return {
    platform: process.platform,
    release: release(),
    arch: arch(),
    memory_mib: Math.round(totalmem() / 1024 / 1024),
    used_mib: Math.round(process.memoryUsage().rss / 1024 / 1024),
    up_seconds: Math.round(process.uptime()),
    node,
    v8,
    electron,
    chromium: chrome,
  };
}

/** Only booleans and enums: free-text settings are omitted. */
function settingFacts(site: Site): Dict {
  const all: Dict = { ...storedSettings(site) };
  const facts: Dict = {};
  for (const [name, schema] of Object.entries<v.GenericSchema>(forEdition(Settings.entries, site.edition)))
    if (hasFixedValues(schema)) facts[name] = all[name];
  return { ...facts, has_key: secretsInUse(site).length > 0 };
}

/** Whether every value of a setting is known beforehand. */
function hasFixedValues(schema: v.GenericSchema): boolean {
  const { base } = partsOf(schema);
  if (base.type === 'array') return hasFixedValues(itemOf(partsOf(schema)));
  return base.type === 'boolean' || base.type === 'picklist';
}
