import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { toasts } from '../../../renderer/lib/toasts.svelte.ts';
import CodeBlock from '../../../renderer/ui/CodeBlock.svelte';
import CopyField from '../../../renderer/ui/controls/CopyField.svelte';
import CoverageBar from '../../../renderer/ui/CoverageBar.svelte';
import Flag from '../../../renderer/ui/Flag.svelte';
import LangChip from '../../../renderer/ui/LangChip.svelte';
import StateCell from '../../../renderer/ui/StateCell.svelte';
import Dialog from '../../../renderer/ui/overlays/Dialog.svelte';
import Toasts from '../../../renderer/ui/overlays/Toasts.svelte';
import UrlPreview from '../../../renderer/ui/UrlPreview.svelte';
import { preferences } from '../../../renderer/lib/preferences.svelte.ts';
import { expectNoFaults, fakeEngine, press } from '../helpers.ts';
import List from './List.svelte';

test('a long list: the box keeps the focus, arrows choose, Enter takes', async () => {
  const onchoose = vi.fn();
  await render(List, { onchoose });
  const options = () => page.getByRole('option').elements();
  expect(options().length).toBeLessThan(30);
  await page.getByRole('searchbox', { name: 'Search' }).fill('70');
  await press('ArrowDown', 'ArrowDown', 'Enter');
  expect(onchoose).toHaveBeenCalledWith('Language 170');
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
  await expectNoFaults();
  await press('Escape', 'Tab', 'End');
  await expect.element(page.getByRole('option', { name: 'Language 700' })).toHaveAttribute('aria-selected', 'true');
});

test('each message has its own time, whatever comes after it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    const { container } = await render(Toasts, {});
    toasts.done('First saved');
    await vi.advanceTimersByTimeAsync(6000);
    toasts.done('Second saved');
    await vi.advanceTimersByTimeAsync(2500);
    expect(container.textContent).not.toContain('First saved');
    expect(container.textContent).toContain('Second saved');
    await vi.advanceTimersByTimeAsync(6000);
    expect(container.textContent).not.toContain('Second saved');
  } finally {
    for (const { id } of toasts.list) toasts.close(id);
    vi.useRealTimers();
  }
});

test('a message is shown above an open dialog, not on its buttons', async () => {
  const { container } = await render(Toasts, {});
  toasts.done('Saved before');
  await expect.element(page.getByText('Saved before')).toBeVisible();
  const top = () => container.querySelector('.toast')?.getBoundingClientRect().top ?? 0;
  expect(top()).toBeGreaterThan(innerHeight / 2);
  const dialog = await render(Dialog, { title: 'A question', isOpen: true, onprimary: () => undefined });
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(top()).toBeLessThan(innerHeight / 4);
  await dialog.unmount();
  await expect.poll(top).toBeGreaterThan(innerHeight / 2);
  for (const { id } of toasts.list) toasts.close(id);
});

test('a toast offers Undo, waits while it is pointed at, and can be closed', async () => {
  const engine = fakeEngine(({ method }) => (method === 'POST' ? { body: {} } : undefined));
  await render(Toasts, {});
  toasts.done('Language deleted', 12);
  await expect.element(page.getByRole('status').getByText('Language deleted')).toBeVisible();
  await expectNoFaults();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Undone')).toBeVisible();
  expect(engine.asked).toEqual(['POST /polydesk/v1/history/12/undo']);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByText('Undone')).not.toBeInTheDocument();
});

test('a failure is shown with all its errors', async () => {
  await render(Toasts, {});
  toasts.failed(new Error('The disk is full.'));
  await expect.element(page.getByText('The disk is full.')).toBeVisible();
  await expectNoFaults();
  await page.getByRole('button', { name: 'Close' }).click();
});

test('a secret is hidden until it is shown, and copied either way', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await render(CopyField, { value: 'abcd EFGH', label: 'Password', isSecret: true });
  const box = page.getByLabelText('Password', { exact: true });
  await expect.element(box).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Copy Password' }).click();
  expect(write).toHaveBeenCalledWith('abcd EFGH');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.element(box).toHaveAttribute('type', 'text');
  await expectNoFaults();
});

test('hostile text is only text', async () => {
  const name = '<img src=x onerror="window.hit=1">';
  await render(LangChip, { language: { name, slug: 'x', locale: 'xx', flag_code: '../../etc' } });
  await render(CodeBlock, { label: 'Answer', json: { name } });
  await expect.element(page.getByText(name, { exact: true }).first()).toBeVisible();
  expect(document.querySelectorAll('img')).toHaveLength(0);
  expect(page.getByRole('region', { name: 'Answer' }).element().textContent).toBe(JSON.stringify({ name }, null, 2));
});

test('a language shows its code where flags are turned off or there is none', async () => {
  fakeEngine(() => undefined);
  preferences.hasFlags = false;
  const language = { name: 'العربية', slug: 'ar', locale: 'ar', flag_code: 'arab' };
  await render(LangChip, { language, uiName: 'Arabic' });
  await expect.element(page.getByText('ar', { exact: true })).toBeVisible();
  await expect.element(page.getByText('العربية')).toHaveAttribute('lang', 'ar');
  await expect.element(page.getByText('Arabic')).toBeVisible();
  preferences.hasFlags = true;
  await expect.element(page.getByText('ar', { exact: true })).not.toBeInTheDocument();
});

test.each(['', '../x', 'FR', 'a b', 'fr.svg'])('a flag of the code %j asks for nothing', async (code) => {
  const fetched = vi.spyOn(window, 'fetch');
  await render(Flag, { code });
  expect(fetched).not.toHaveBeenCalled();
  expect(document.querySelector('img')).toBe(null);
});

test('the share is rounded down, so that 100 % means all', async () => {
  await render(CoverageBar, { label: 'Arabic', translated: 995, update: 4, total: 1000 });
  await expect.element(page.getByRole('meter', { name: 'Arabic' })).toHaveAttribute('aria-valuetext', '99%');
  await expectNoFaults();
});

test('a state is named in full for screen readers', async () => {
  await render(StateCell, { state: 'update', language: 'Arabic', detail: 'source changed today' });
  await expect.element(page.getByText('Arabic: needs update, source changed today')).toBeInTheDocument();
});

test('an address reads from left to right, whatever its words are written in', async () => {
  const { container } = await render(UrlPreview, { url: 'https://site.example/ar/%D8%B3%D8%B1/' });
  const text = [...container.querySelectorAll('bdi')].at(-1)?.firstChild;
  const place = (from: number, to: number) => {
    const range = new Range();
    range.setStart(text ?? document, from);
    range.setEnd(text ?? document, to);
    return range.getBoundingClientRect();
  };
  expect(text?.textContent).toBe('سر/');
  expect(place(2, 3).left, 'the slash behind the word').toBeGreaterThanOrEqual(place(0, 2).right - 1);
});
