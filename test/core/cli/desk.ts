import { join } from 'node:path';
import { vi } from 'vitest';
import { openSite } from '../../../core/site.ts';
import { openDesk, type Desk } from '../../support/program.ts';

/** A desk with a site, whose folders are also those of the commands that run in this process. */
export function openSiteDesk(): { desk: Desk; file: string } {
  const desk = openDesk();
  const file = join(desk.folder, 'site.polydesk');
  openSite(file, { version: '0.0.0-test' }).close();
  vi.stubEnv('POLYDESK_DATA', join(desk.folder, 'data'));
  vi.stubEnv('XDG_RUNTIME_DIR', join(desk.folder, 'runtime'));
  return { desk, file };
}

/** Ends what `openSiteDesk` opened. */
export async function closeSiteDesk(desk: Desk): Promise<void> {
  vi.unstubAllEnvs();
  await desk.close();
}
