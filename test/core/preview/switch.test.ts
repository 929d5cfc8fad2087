import { expect, onTestFinished, test } from 'vitest';
import { createPreview } from '../../../core/server/preview/preview.ts';
import { openBench } from '../../support/engine.ts';

const servers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

test('switched on, off and on again in quick succession there is one preview, and none once closed', async () => {
  const bench = openBench({ homeUrl: 'https://example.org' });
  onTestFinished(() => bench.engine.close());
  const before = servers();
  const failed: string[] = [];
  const preview = createPreview(bench.engine.site, (text) => failed.push(text));
  for (const isOn of [true, false, true, false, true]) preview.turn(isOn);
  await expect.poll(() => preview.url).not.toBe('');
  expect((await fetch(preview.url.replace(/\/\/[^:]+/, '//127.0.0.1'), { redirect: 'manual' })).status).toBe(302);
  preview.close();
  expect(preview).toMatchObject({ isOn: false, url: '' });
  await expect.poll(servers).toBe(before);
  expect(failed).toEqual([]);
});
