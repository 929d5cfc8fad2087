import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openSite } from '../../../core/site.ts';

/**
 * Call once per test file: returns a function that gives each run the file of a new site in its own folder. They are removed
 * after the last test.
 */
export function freshSites(): () => string {
  let folder = '';
  let number = 0;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'polydesk-faults-'));
    mkdirSync(join(folder, 'before'));
    openSite(join(folder, 'before/a.polydesk'), { version: '1.0.0' }).close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => {
    const to = join(folder, `run-${number++}`);
    cpSync(join(folder, 'before'), to, { recursive: true });
    return join(to, 'a.polydesk');
  };
}
