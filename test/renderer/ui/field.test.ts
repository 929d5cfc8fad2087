import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { expectNoFaults, press } from '../helpers.ts';
import Fields from './Fields.svelte';

const box = (name: string) => page.getByRole('textbox', { name });

test('label, help and error belong to the control', async () => {
  const { rerender } = await render(Fields, { error: undefined });
  await expect.element(box('Code (slug)')).toHaveAccessibleDescription('Two letters where it can be.');
  await expect.element(box('Code (slug)')).not.toHaveAttribute('aria-invalid');
  await rerender({ error: 'Start with a letter a–z' });
  await expect
    .element(box('Code (slug)'))
    .toHaveAccessibleDescription('Start with a letter a–z Two letters where it can be.');
  await expect.element(box('Code (slug)')).toHaveAttribute('aria-invalid', 'true');
  await expectNoFaults();
});

test('the one-click repair runs', async () => {
  const fix = vi.fn();
  await render(Fields, { error: 'Use an underscore', fix });
  await page.getByRole('button', { name: 'Use fr_FR' }).click();
  expect(fix).toHaveBeenCalledOnce();
});

test('every control has the name of its field', async () => {
  await render(Fields, {});
  await expect.element(page.getByRole('spinbutton', { name: 'Position' })).toHaveValue('3');
  await expect.element(page.getByRole('switch', { name: 'Hide the code' })).toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: 'Create a default category' })).not.toBeChecked();
  await expect.element(page.getByRole('radiogroup', { name: 'Text direction' })).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Flag' })).toHaveTextContent('France');
  await expect.element(page.getByRole('group', { name: 'Post types' })).toBeVisible();
  await expect
    .element(page.getByRole('radio', { name: 'Subdomain' }))
    .toHaveAccessibleDescription('Needs wildcard DNS.');
});

test('by keyboard alone', async () => {
  const { component } = await render(Fields, {});
  box('Code (slug)').element().focus();
  await userEvent.keyboard('x');
  await press('Tab', 'ArrowUp', 'Tab', ' ', 'Tab', ' ', 'Tab', 'ArrowRight');
  expect(component.values()).toMatchObject({
    slug: 'frx',
    position: 4,
    isHidden: false,
    hasCategory: true,
    isRtl: true,
  });
  // A selected segment keeps the focus.
  await expect.element(page.getByRole('radio', { name: 'Right to left' })).toHaveFocus();
});

test('a number that is none is null, and what was typed stays', async () => {
  const { component } = await render(Fields, {});
  const position = page.getByRole('spinbutton', { name: 'Position' });
  await position.fill('three');
  expect(component.values().position).toBe(null);
  await expect.element(position).toHaveValue('three');
  await position.fill('12');
  expect(component.values().position).toBe(12);
});

test('a select opens with the keyboard, and Escape keeps the value', async () => {
  const { component } = await render(Fields, {});
  page.getByRole('combobox', { name: 'Flag' }).element().focus();
  await press('Enter');
  await expect.element(page.getByRole('option', { name: 'Brazil' })).toBeVisible();
  await expectNoFaults();
  await press('Escape');
  await expect.element(page.getByRole('combobox', { name: 'Flag' })).toHaveFocus();
  await press('Enter', 'ArrowDown', 'Enter');
  expect(component.values().flag).toBe('br');
});

test('a combobox finds without accents and by code', async () => {
  const { component } = await render(Fields, {});
  const language = page.getByRole('combobox', { name: 'Language' });
  await language.fill('francais');
  await expect.element(page.getByRole('option', { name: /Français/ })).toBeVisible();
  expect(page.getByRole('option').elements()).toHaveLength(1);
  await press('Enter');
  expect(component.values().language).toBe('fr');
  await expect.element(language).toHaveValue('Français');
  await language.fill('zzz');
  await press('Escape');
  await expect.element(language).toHaveValue('Français');
});

test('tokens are added and removed by keyboard', async () => {
  const { component } = await render(Fields, {});
  const types = page
    .getByRole('group', { name: 'Post types' })
    .getByRole('combobox')
    .or(page.getByRole('textbox', { name: 'Post types' }));
  await types.first().fill('book,film');
  await press('Enter');
  expect(component.values().types).toEqual(['route', 'book', 'film']);
  await press('Backspace');
  expect(component.values().types).toEqual(['route', 'book']);
  await page.getByRole('button', { name: 'Remove route' }).click();
  expect(component.values().types).toEqual(['book']);
});

test('radio cards are one group with one stop', async () => {
  const { component } = await render(Fields, {});
  const stops = () =>
    page
      .getByRole('radio')
      .elements()
      .filter(({ tabIndex }) => tabIndex === 0);
  // That of the direction, and that of the cards.
  expect(stops()).toHaveLength(2);
  page.getByRole('radio', { name: 'Folder' }).element().focus();
  await press('ArrowRight');
  expect(component.values().mode).toBe(2);
  expect(stops().map(({ ariaChecked }) => ariaChecked)).toEqual(['true', 'true']);
  await expectNoFaults();
});

test.each([
  ['ltr', 'ArrowRight', 'ArrowLeft'],
  ['rtl', 'ArrowLeft', 'ArrowRight'],
])('arrows go on in the direction of the text, %s, and round the ends', async (direction, next, before) => {
  document.documentElement.dir = direction;
  onTestFinished(() => void (document.documentElement.dir = 'ltr'));
  const { component } = await render(Fields, {});
  const chosen = () => component.values().mode;
  page.getByRole('radio', { name: 'Folder' }).element().focus();
  const seen: unknown[] = [];
  for (const key of [next, next, before, 'ArrowDown', 'ArrowUp', 'Home', 'End']) {
    await press(key);
    seen.push(chosen());
  }
  expect(seen).toEqual([2, 1, 2, 1, 2, 1, 2]);
  await expect.element(page.getByRole('radio', { name: 'Subdomain' })).toHaveFocus();
  await press('Ctrl+Home');
  expect(chosen(), 'keys of the page are left alone').toBe(2);
});

test('a label of a card chooses it, and so does its picture', async () => {
  const { component } = await render(Fields, {});
  await page.getByText('Subdomain').click();
  expect(component.values().mode).toBe(2);
  document.querySelector<HTMLElement>('.picture')?.click();
  expect(component.values().mode).toBe(1);
});
