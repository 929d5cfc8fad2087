import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { openSite } from '../../../core/site.ts';
import { say } from '../../support/command-line.ts';
import { openDesk, type Desk } from '../../support/program.ts';
import { FIXTURE } from '../../transfer/support.ts';

/**
 * A site with its folders, shared with the commands that run in this process.
 * @param from the result of `importedOnce`
 */
export function openSiteDesk(from?: string): { desk: Desk; file: string } {
  const desk = openDesk();
  const file = join(desk.folder, 'site.polydesk');
  if (from === undefined) openSite(file, { version: '0.0.0-test' }).close();
  else cpSync(from, desk.folder, { recursive: true });
  useFolders(desk.folder);
  return { desk, file };
}

/** Ends what `openSiteDesk` opened. */
export async function closeSiteDesk(desk: Desk): Promise<void> {
  vi.unstubAllEnvs();
  await desk.close();
}

/**
 * Called once in a file of tests: the folder of a site that the fixture was imported into, for desks of that file to begin
 * with. An import takes longer than most of what is tried with it.
 */
export function importedOnce(): () => string {
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'polydesk-imported-'));
    useFolders(folder);
    const said = await say(['import', join(folder, 'site.polydesk'), FIXTURE]);
    vi.unstubAllEnvs();
    if (said.code !== 0) throw new Error(JSON.stringify(said));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => folder;
}

function useFolders(folder: string): void {
  vi.stubEnv('POLYDESK_DATA', join(folder, 'data'));
  vi.stubEnv('XDG_RUNTIME_DIR', join(folder, 'runtime'));
}
