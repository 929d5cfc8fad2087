import { expect, test } from 'vitest';
import { acceptedFiles, formatOptions } from '../../../renderer/lib/formats.ts';
import { site } from '../../../renderer/lib/site.svelte.ts';

test('dialogs offer the formats of the engine; one without words goes by its name', () => {
  const server = { formats: ['wxr', 'pretended'].map((id) => ({ id, accept: [`.${id}`, `text/${id}`] })) };
  site.server.set(server as unknown as NonNullable<typeof site.server.value>);
  const [wxr, pretended] = formatOptions('transfer');
  expect(wxr).toMatchObject({ value: 'wxr', label: 'Site export (WordPress, .xml)' });
  expect(wxr?.help).toContain('WordPress with Polylang');
  expect(pretended).toEqual({ value: 'pretended', label: 'pretended' });
  expect(acceptedFiles()).toBe('.wxr,text/wxr,.pretended,text/pretended,.xlf,.xliff,.po,.csv');
});
