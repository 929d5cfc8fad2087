import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import Thumb from '../../../renderer/ui/Thumb.svelte';

test.each([
  ['an imported picture', 'image/png', 'https://example.com/a.png', true],
  ['an imported text, which has no picture anyway', 'application/pdf', 'https://example.com/a.pdf', false],
])('%s', async (_name, mime_type, source_url, isSaid) => {
  await render(Thumb, { file: { mime_type, source_url } as never });
  await expect.poll(() => document.querySelector('.thumb svg')).not.toBeNull();
  expect(page.getByText('The file is not on this computer').elements()).toHaveLength(isSaid ? 1 : 0);
});
