import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { preferences } from '../../../../renderer/lib/preferences.svelte.ts';
import Changed from '../../../../renderer/screens/live/plan/Changed.svelte';

afterEach(() => (preferences.locale = 'en'));

test('English text is read from left to right in the Arabic interface', async () => {
  preferences.locale = 'ar';
  const { container } = await render(Changed, { before: 'Two words', after: 'Other words', lang: 'en', names: {} });
  await expect.poll(() => container.querySelector('del')?.textContent).toMatch(/\p{Script=Arabic}.*Two/u);
  expect(getComputedStyle(container.querySelector('p') as Element).direction).toBe('ltr');
});
