import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { expectNoFaults } from '../helpers.ts';
import SettingsForm from './SettingsForm.svelte';

test('a form made from the schema can change every kind of field', async () => {
  const { component } = await render(SettingsForm, {});
  await page.getByRole('radio', { name: '3', exact: true }).click();
  await page.getByRole('switch', { name: 'browser' }).click();
  await page.getByRole('checkbox', { name: 'post_date' }).click();
  await page.getByRole('textbox', { name: 'default_lang' }).fill('fr');
  await page.getByRole('group', { name: 'media' }).getByRole('switch', { name: 'duplicate' }).click();
  await page.getByRole('textbox', { name: 'nav_menus' }).fill('{ "t": {');
  await expect.element(page.getByText('This is not valid JSON yet.')).toBeVisible();
  await page.getByRole('textbox', { name: 'nav_menus' }).fill('{ "t": {} }');
  await expect.element(page.getByText('This is not valid JSON yet.')).not.toBeInTheDocument();
  expect(component.changes()).toEqual({
    force_lang: 3,
    browser: true,
    sync: ['post_date'],
    default_lang: 'fr',
    media: { duplicate: true },
    nav_menus: { t: {} },
  });
});

test('a map takes new keys and gives them up again', async () => {
  const { component } = await render(SettingsForm, {});
  const map = page.getByRole('group', { name: 'domains' });
  await map.getByRole('textbox', { name: 'Name' }).fill('fr');
  await map.getByRole('button', { name: 'Add' }).click();
  await map.getByRole('textbox', { name: 'fr' }).fill('fr.example');
  expect(component.changes()).toEqual({ domains: { fr: 'fr.example' } });
  await map.getByRole('button', { name: 'Remove fr' }).click();
  expect(component.changes()).toEqual({});
});

test('what is read-only stays, and axe finds nothing', async () => {
  await render(SettingsForm, {});
  await expect.element(page.getByRole('textbox', { name: 'version', exact: true })).toHaveAttribute('readonly');
  await expectNoFaults();
});
