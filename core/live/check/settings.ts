import * as v from 'valibot';
import { SETTINGS_NAMES, type SettingsName } from '../../schema/live/settings.ts';
import type { Json } from '../../types.ts';
import { getIfAllowed, pathIn } from '../api.ts';
import type { SiteFacts } from '../probe.ts';
import type { Remote } from '../remote.ts';
import { SETTINGS_ROUTES } from '../settings/settings.ts';

/** The settings of a site that exist and are readable for the user: none unless an administrator. */
export async function readSettings(
  remote: Remote,
  { root, may, mode, strings }: SiteFacts,
  signal: AbortSignal,
): Promise<ReadonlyMap<SettingsName, Readonly<Record<string, Json>>>> {
  const found = new Map<SettingsName, Readonly<Record<string, Json>>>();
  if (!may.settings) return found;
  for (const name of SETTINGS_NAMES) {
    if ((name === 'languages' && mode === 'content') || (name === 'strings' && !strings)) continue;
    const path = pathIn(root, SETTINGS_ROUTES[name]);
    const answer = await getIfAllowed(remote, path, v.record(v.string(), v.unknown()), signal);
    if (answer) found.set(name, answer as Readonly<Record<string, Json>>);
  }
  return found;
}
