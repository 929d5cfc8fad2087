// `polydesk preview SITE --check` on a site file, as text and as JSON.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { say } from '../../support/command-line.ts';
import { FIXTURE, temporaryFolder } from '../../transfer/support.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => (folder = temporaryFolder()));
afterEach(() => folder.remove());

test('the check of the finished site names what is wrong, and ends with 1', async () => {
  const site = join(folder.path, 'site.polydesk');
  await say(['import', site, FIXTURE, '--quiet']);
  const { stdout, code } = await say(['preview', site, '--check', '--json', '--quiet']);
  const report = JSON.parse(stdout) as { pages: number; found: number; counts: Record<string, number> };
  expect(report.pages).toBeGreaterThan(20);
  expect(code).toBe(report.found === 0 ? 0 : 1);
  expect(Object.values(report.counts).reduce((sum, n) => sum + n, 0)).toBe(report.found);
  const text = await say(['preview', site, '--check', '--quiet']);
  expect(text.stdout).toContain(`${report.pages} pages`);
});
