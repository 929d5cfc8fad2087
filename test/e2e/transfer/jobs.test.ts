import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openBench } from '../../support/engine.ts';
import { fillWithPosts } from '../../support/many-posts.ts';
import { built } from '../built.ts';

const HEADLESS = join(built, 'headless/headless.js');

test('the built command line undoes a large entry: its worker is the built one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-built-jobs-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, 'a.polydesk');
  const bench = openBench({ file });
  fillWithPosts(bench, 2100);
  bench.engine.close();
  const undone = spawnSync(process.execPath, [HEADLESS, 'undo', file, '1', '--json'], {
    encoding: 'utf8',
    env: { ...process.env, POLYDESK_DATA: folder },
  });
  expect({ ...undone, stdout: JSON.parse(undone.stdout || 'null') as unknown }).toMatchObject({
    status: 0,
    stderr: '',
    stdout: { kind: 'undo', state: 'done', entry: 2, report: { undoes: 1 } },
  });
  const again = openBench({ file });
  expect(again.ask('GET', '/wp/v2/posts').body).toEqual([]);
  again.engine.close();
});
