// Matches of the memory for the row that has the focus.
import { expect, test } from 'vitest';
import { readContent } from '../../../core/units/content.ts';
import { openApi } from '../../../renderer/lib/api/api.ts';
import { MemoryMatches } from '../../../renderer/screens/editor/desk/memory.svelte.ts';
import type { Editor } from '../../../renderer/screens/editor/editor.svelte.ts';
import { Row } from '../../../renderer/screens/editor/rows/row.svelte.ts';
import { fakeEngine } from '../helpers.ts';

test('a row is looked up until the memory has learned all texts, and no longer', async () => {
  let waiting = 2;
  const match = { score: 100, source: 'Ride slowly.', target: 'Roulez lentement.', diff: [], origin: { kind: null } };
  const engine = fakeEngine(({ path }) =>
    path.endsWith('/lookup')
      ? { body: waiting === 0 ? [match] : [] }
      : { body: { is_current: waiting === 0, waiting, making: null, texts: {} } },
  );
  await openApi();
  const { segments } = readContent('<!-- wp:paragraph -->\n<p>Ride slowly.</p>\n<!-- /wp:paragraph -->');
  const row = new Row('s0', { source: segments[0], target: undefined, before: undefined, change: 'same' });
  const editor = { source: { id: 1, lang: 'en' }, lang: 'fr', rows: [row] } as unknown as Editor;
  const memory = new MemoryMatches(editor);
  const stop = memory.follow(row);
  await expect.poll(() => memory.left).toBe(2);
  waiting = 0;
  await expect.poll(() => memory.found?.length).toBe(1);
  const asked = engine.asked.length;
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(engine.asked).toHaveLength(asked);
  stop();
});
