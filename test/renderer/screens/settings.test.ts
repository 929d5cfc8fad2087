import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../renderer/lib/api/api-error.ts';
import { Draft } from '../../../renderer/lib/draft.svelte.ts';
import { formFields } from '../../../renderer/lib/forms.ts';
import Advanced from '../../../renderer/screens/settings/Advanced.svelte';
import { defaultsOf } from '../../../renderer/screens/settings/defaults.ts';
import { exported, maskedForm, unmasked } from '../../../renderer/screens/settings/export.ts';
import { maskedBody, placed } from '../../../renderer/screens/settings/form.ts';
import type { SettingsForm } from '../../../renderer/screens/settings/form.ts';
import type { SettingsAnswer } from '../../../renderer/lib/settings-data.ts';
import { sectionOf } from '../../../renderer/screens/settings/placement.ts';
import { settings } from '../../../renderer/screens/settings/state.svelte.ts';
import { stagedWords } from '../../../renderer/ui/layout/staged-words.ts';
import { REDIRECT_FILES } from '../../../renderer/screens/settings/urls/redirects.ts';

const withKey = (api_key: string) => ({ mt_provider: { api_key, formality: 'prefer_more' as const } });
const form = (parts: object) => parts as SettingsForm;

test.each([
  ['domains[fr]', 'urls'],
  ['media.duplicate', 'content'],
  ['sync[0]', 'sync'],
  ['machine_translation_services.mt_provider.api_key', 'machine-translation'],
  ['nav_menus', 'menus'],
  ['version', 'advanced'],
  ['something_new', 'advanced'],
])('%s is drawn in %s', (name, section) => {
  expect(sectionOf(name)).toBe(section);
});

test('a setting without a place has a control under Advanced, named by its message or else by its API name', async () => {
  const schema = {
    properties: {
      // Known to the messages, and has no place of its own.
      previous_version: { type: 'boolean', description: 'Described.' },
      something_new: { type: 'boolean', description: 'Described as well.' },
    },
  };
  settings.route.set({ namespace: 'pll/v1', methods: [], endpoints: [], schema });
  const draft = new Draft(form({ previous_version: false, something_new: false }));
  await render(Advanced, { draft });
  await page.getByRole('switch', { name: 'Previous version' }).click();
  await page.getByRole('switch', { name: 'something_new' }).click();
  expect(draft.changes).toEqual({ previous_version: true, something_new: true });
  await expect.element(page.getByText('Described as well.')).toBeVisible();
});

test('faults without a field, and their companions, stand at the fields they are of', () => {
  const error = new ApiError(400, {
    code: 'pll_unknown_domains_languages',
    message: 'No language here has this code: xx.',
    data: { status: 400 },
    additional_errors: [
      { code: 'pll_empty_domains', message: 'Give an address to each language.' },
      { code: 'pll_invalid_language', message: 'No language here has the code yy.' },
    ],
  });
  expect((placed(error) as ApiError).fields).toEqual({
    domains: 'No language here has this code: xx. Give an address to each language.',
    default_lang: 'No language here has the code yy.',
  });
  const other = new ApiError(403, { code: 'rest_forbidden_context', message: 'No.' });
  expect(placed(other)).toBe(other);
});

test('a key is never shown: not in the request, the JSON or the export', () => {
  const changes = { browser: true, machine_translation_services: withKey('secret') };
  expect(maskedBody(changes)).toEqual({
    body: { browser: true, machine_translation_services: withKey('********') },
    isMasked: true,
  });
  expect(maskedBody({ browser: true })).toEqual({ body: { browser: true }, isMasked: false });
  expect(JSON.stringify(maskedForm(form(changes)))).not.toContain('secret');
  const file = exported(form({ ...changes, version: '1' }) as unknown as SettingsAnswer);
  expect(file).not.toContain('api_key');
  expect(file).toContain('prefer_more');
});

test.each([
  ['a mask keeps what was typed before', '********', 'secret', 'secret'],
  ['a new key replaces it', 'other', 'secret', 'other'],
  ['an empty one clears it', '', 'secret', ''],
])('JSON taken over: %s', (_name, edited, before, expected) => {
  const wanted = form({ machine_translation_services: withKey(edited) });
  const known = form({ machine_translation_services: withKey(before) });
  expect(unmasked(wanted, known).machine_translation_services).toEqual(withKey(expected));
});

test('back to defaults: only what differs; domains one by one; the default language and the key stay', () => {
  const fields = formFields({
    properties: {
      force_lang: { type: 'integer', enum: [1, 2, 3], default: 1 },
      domains: { type: 'object', default: {} },
      hide_default: { type: 'boolean', default: true },
      default_lang: { type: 'string', default: '' },
      machine_translation_services: { type: 'object', default: { mt_provider: [] } },
      version: { type: 'string', readonly: true, default: '' },
    },
  });
  const saved = {
    force_lang: 3,
    domains: { en: 'http://en.example', fr: '' },
    hide_default: true,
    default_lang: 'fr',
    machine_translation_services: withKey('********'),
    version: '1',
  };
  expect(defaultsOf(fields, form(saved))).toEqual({
    force_lang: 1,
    domains: { en: '', fr: '' },
    machine_translation_services: { mt_provider: { api_key: '********', formality: 'default' } },
  });
  expect(
    defaultsOf(
      fields,
      form({ ...saved, force_lang: 1, domains: {}, machine_translation_services: { mt_provider: [] } }),
    ),
  ).toEqual({});
});

const moved = [
  { from: 'https://a.example/fr/', to: 'https://fr.a.example/' },
  { from: 'https://a.example/fr/%C3%A9t%C3%A9/', to: 'https://fr.a.example/%C3%A9t%C3%A9-%24/' },
];

test.each([
  ['csv', moved, 'from,to\r\nhttps://a.example/fr/,https://fr.a.example/\r\n'],
  ['csv', [{ from: 'https://a.example/x,"y"/', to: 'b' }], '"https://a.example/x,""y""/",b'],
  ['nginx', moved, '  "a.example/fr/%C3%A9t%C3%A9/" "https://fr.a.example/%C3%A9t%C3%A9-%24/";'],
  ['nginx', moved, 'map $host$polydesk_path $polydesk_target {'],
  // Decoded, because that is what Apache compares; each % of the target is a literal, not a backreference.
  ['apache', moved, 'RewriteCond "%{HTTP_HOST}%{REQUEST_URI}" "=a.example/fr/été/"'],
  ['apache', moved, 'RewriteRule "^" "https://fr.a.example/\\%C3\\%A9t\\%C3\\%A9-\\%24/" [R=301,L,NE]'],
  [
    'apache',
    [{ from: 'https://a.example/?p=1&lang=fr', to: 'https://b.example/x/' }],
    '"%{QUERY_STRING}" "=p=1&lang=fr"',
  ],
  ['nginx', [{ from: 'https://a.example/?p=1&lang=fr', to: 'https://b.example/x/' }], 'map $host$request_uri $poly'],
] as const)('redirects as %s', (kind, redirects, expected) => {
  expect(REDIRECT_FILES[kind].write(redirects)).toContain(expected);
});

test.each([
  ['sync', ['a', 'b'], ['a', 'c'], 'sync: + c − b'],
  ['sync', [], ['a', 'b', 'c', 'd'], 'sync'],
  ['sync', ['a', 'b'], ['b', 'a'], 'sync'],
  ['browser', false, true, 'browser'],
])('the bar says of %s, %j → %j: %s', (name, before, after, words) => {
  expect(stagedWords(name, before, after)).toBe(words);
});
