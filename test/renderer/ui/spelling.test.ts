import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import TextArea from '../../../renderer/ui/controls/TextArea.svelte';
import TextInput from '../../../renderer/ui/controls/TextInput.svelte';

test.each([
  ['a text in a language', { lang: 'fr' }, 'true'],
  ['a name or a number', {}, 'false'],
  ['an address', { lang: 'fr', isMono: true }, 'false'],
])('spelling of %s', async (_what, props, isChecked) => {
  await render(TextInput, { label: 'One', value: 'Le ruoge', ...props });
  await render(TextArea, { label: 'Many', value: 'Le ruoge', ...props });
  for (const name of ['One', 'Many'])
    await expect.element(page.getByRole('textbox', { name })).toHaveAttribute('spellcheck', isChecked);
});
