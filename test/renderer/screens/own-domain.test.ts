import { expect, onTestFinished, test } from 'vitest';
import { Draft } from '../../../renderer/lib/draft.svelte.ts';
import { site } from '../../../renderer/lib/site.svelte.ts';
import type { SettingsForm } from '../../../renderer/screens/settings/form.ts';
import { settings } from '../../../renderer/screens/settings/state.svelte.ts';
import { fakeEngine } from '../helpers.ts';

const saved = { force_lang: 1, domains: {}, browser: false } as unknown as SettingsForm;
const full = { en: 'https://example.com', fr: 'https://example.fr' };
const MISSING = '“Own domain” needs a domain for this language.';

test.each([
  ['without domains', 1, { force_lang: 3 }, { 'domains[en]': MISSING, 'domains[fr]': MISSING }],
  ['one is missing', 1, { force_lang: 3, domains: { en: full.en, fr: ' ' } }, { 'domains[fr]': MISSING }],
  ['each has one', 1, { force_lang: 3, domains: full }, undefined],
  ['another mode', 1, { force_lang: 2 }, undefined],
  // Something stored by another program does not block the other settings.
  ['stored so already', 3, { browser: true }, undefined],
])('own domain, %s', async (_name, before, edits, faults) => {
  const { asked } = fakeEngine(({ body }) => ({ body: { ...saved, ...(body as object) } }));
  site.languages.set([{ slug: 'en' }, { slug: 'fr' }] as never);
  settings.draft = new Draft({ ...saved, force_lang: before } as SettingsForm);
  onTestFinished(() => void (settings.draft = undefined));
  Object.assign(settings.draft.value, edits);
  await settings.save();
  expect(settings.draft.errors).toEqual(faults ?? {});
  expect(asked).toEqual(faults ? [] : ['PATCH /pll/v1/settings']);
});
