import { homedir } from 'node:os';
import { join } from 'node:path';

/** What we need to know about the host; a plain object in tests. */
export interface Host {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  home: string;
}

export function thisHost(): Host {
  return { env: process.env, platform: process.platform, home: homedir() };
}

/**
 * Where Polydesk keeps its files: the platform's local data folder, which no service synchronises (`security.md` 5.8).
 * POLYDESK_DATA overrides it.
 */
export function dataFolder({ env, platform, home }: Host): string {
  if (env['POLYDESK_DATA']) return env['POLYDESK_DATA'];
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'Polydesk');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Polydesk');
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'polydesk');
}

/** Where running servers publish how to reach them (`security.md` 3.1). */
export function runFolder(host: Host): string {
  const runtime = host.env['XDG_RUNTIME_DIR'];
  return runtime ? join(runtime, 'polydesk') : join(dataFolder(host), 'run');
}
