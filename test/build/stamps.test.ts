import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fingerprint } from '../../build/bootstrap/stamps.mjs';

test('the product is rebuilt when its sources change, not when a tool writes its cache among their packages', () => {
  const sources = mkdtempSync(join(tmpdir(), 'polydesk-stamps-'));
  onTestFinished(() => rmSync(sources, { recursive: true, force: true }));
  const step = { reads: [relative(resolve(import.meta.dirname, '../..'), sources)] };
  writeFileSync(join(sources, 'page.ts'), 'one');
  const before = fingerprint(step);
  mkdirSync(join(sources, 'node_modules'));
  writeFileSync(join(sources, 'node_modules/cache.json'), '{}');
  expect(fingerprint(step)).toBe(before);
  writeFileSync(join(sources, 'page.ts'), 'two');
  expect(fingerprint(step)).not.toBe(before);
});
