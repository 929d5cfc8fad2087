import { expect, test } from 'vitest';
import { describe as describeSchema } from '../../../core/schema/wire/describe.ts';
import { Settings } from '../../../core/schema/settings/settings.ts';
import { emptyValue, formFields, problemOf } from '../../../renderer/lib/forms.ts';
import type { JsonSchema } from '../../../renderer/lib/forms.ts';

const fields = formFields(describeSchema(Settings) as JsonSchema);
const field = (name: string) => fields.find((each) => each.name === name)!;

test('every setting gets a control that fits its type', () => {
  expect(Object.fromEntries(fields.map(({ name, kind }) => [name, kind]))).toMatchObject({
    force_lang: 'choice',
    domains: 'map',
    hide_default: 'boolean',
    rewrite: 'boolean',
    redirect_lang: 'boolean',
    browser: 'boolean',
    media_support: 'boolean',
    post_types: 'list',
    taxonomies: 'list',
    sync: 'checks',
    default_lang: 'text',
    nav_menus: 'json',
    language_taxonomies: 'list',
    media: 'group',
    machine_translation_enabled: 'boolean',
    machine_translation_services: 'group',
    first_activation: 'number',
    previous_version: 'text',
    version: 'text',
  });
  // What is edited as JSON has a control of its own in its section.
  expect(fields.flatMap(({ name, kind }) => (kind === 'json' ? [name] : []))).toEqual(['nav_menus']);
  expect(field('sync').options).toContain('_thumbnail_id');
  expect(field('version').isReadonly).toBe(true);
  expect(field('media').fields.map(({ name }) => name)).toEqual(['duplicate']);
  expect(emptyValue(field('force_lang'))).toBe(1);
});

test.each([
  ['default_lang', 'fr', undefined],
  ['default_lang', '2fr', 'pattern'],
  ['first_activation', -1, 'number'],
  ['first_activation', null, undefined],
])('%s = %j: %s', (name, value, problem) => {
  expect(problemOf(field(name), value)).toBe(problem);
});
