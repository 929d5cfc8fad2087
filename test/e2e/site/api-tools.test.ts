// The API & tools screen: creating and revoking tokens, and the console.
import { expect, test } from 'vitest';
import { holdMessage, undoMessage, untilFocusIn, useApp, type App } from '../app.ts';

let app: App;

const tab = (name: string | RegExp) => app.page.getByRole('tab', { name });
const focused = () => app.page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
const add = () => app.page.keyboard.press(app.key('Control+n'));

/** What another program gets with a token: the number of languages it reads for editing, or the status of a refusal. */
async function statusWith(token: string, path = '/pll/v1/languages'): Promise<number> {
  const { base_url: url } = await app.api<{ base_url: string }>('GET', '/polydesk/v1/server');
  const answer = await fetch(`${url}/wp-json${path}`, { headers: { authorization: `Bearer ${token}` } });
  return answer.status;
}

/** What stands on the clipboard. Taken from the page, since the test may not read the clipboard of the machine. */
async function spyClipboard(): Promise<void> {
  await app.page.evaluate(() => {
    const kept = window as unknown as { copied: string[] };
    kept.copied = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: (text: string) => (kept.copied.push(text), Promise.resolve()) },
    });
  });
}
const copied = () => app.page.evaluate(() => (window as unknown as { copied: string[] }).copied.at(-1) ?? '');

useApp('browser', '#/api-tools/tokens', (opened) => (app = opened));

test('a token by keyboard alone: made, copied once, used, revoked, refused', async () => {
  const { page } = app;
  await page.getByRole('heading', { name: 'No tokens yet' }).waitFor();
  await spyClipboard();
  await add();
  await untilFocusIn(page.getByRole('dialog', { name: 'Create token' }).getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type('deploy script');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog', { name: 'Token “deploy script” is ready' }).waitFor();
  await expect.poll(focused).toBe('Copy');
  const shown = await page.getByRole('textbox', { name: 'Token' }).inputValue();
  expect(shown).toMatch(/^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('status').getByText('Copied').waitFor();
  const token = await copied();
  expect(token).toBe(shown.replaceAll(' ', ''));
  expect(await statusWith(token, '/wp/v2/posts?context=edit')).toBe(200);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(shown);
  await page.getByRole('grid', { name: 'Tokens' }).getByRole('rowheader', { name: 'deploy script' }).click();
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog', { name: 'Revoke “deploy script”?' }).waitFor();
  await expect.poll(focused).toBe('Cancel');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/^Revoked /).waitFor();
  await expect.poll(() => statusWith(token)).toBe(401);
});

test('a token with the mouse: its role counts, and it does not close unasked before it was copied', async () => {
  const { page } = app;
  await page.getByRole('button', { name: /^Create token/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('reader');
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: /^Subscriber/ }).click();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = await dialog.getByRole('textbox', { name: 'Token' }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByText('It was not copied, and it cannot be shown again.').waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText('Not copied yet').waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await dialog.getByRole('button', { name: 'Close anyway' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await statusWith(token.replaceAll(' ', ''))).toBe(200);
  expect(await statusWith(token.replaceAll(' ', ''), '/pll/v1/settings')).toBe(403);
  await page.getByRole('button', { name: 'Revoke reader' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await expect.poll(() => statusWith(token)).toBe(401);
});

test('an error is shown under its field: a name that is taken, no name at all', async () => {
  const { page } = app;
  await app.api('POST', '/polydesk/v1/tokens', { name: 'twice', role: 'editor' });
  await page.getByRole('button', { name: /^Create token/ }).click();
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await untilFocusIn(name);
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
  await name.fill('twice');
  await page.keyboard.press('Control+Enter');
  await page.getByText('There is already a token named "twice".').waitFor();
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('the console by keyboard: find a route, tick a field, confirm the change once, see and undo it', async () => {
  const { page } = app;
  await app.api('POST', '/pll/v1/languages', { name: 'English', slug: 'en', locale: 'en_US' });
  const browser = async () => (await app.api<{ browser: boolean }>('GET', '/pll/v1/settings')).browser;
  await tab('Console').click();
  await page.getByRole('combobox', { name: 'Find a route' }).focus();
  await page.keyboard.type('patch pll settings');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('textbox', { name: 'Path' }).inputValue()).toBe('/pll/v1/settings');
  await page.getByRole('checkbox', { name: 'Send browser', exact: true }).focus();
  await page.keyboard.press('Space');
  const before = await browser();
  await page.getByRole('switch', { name: 'browser' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('alertdialog', { name: 'This changes your site' });
  await untilFocusIn(question);
  expect(await browser()).toBe(before);
  await page.keyboard.press('Control+Enter');
  await holdMessage(page, /Undo/);
  await page.getByRole('status').getByText('200 OK').waitFor();
  await expect.poll(browser).toBe(!before);
  await page.getByRole('region', { name: 'Body' }).getByText('"force_lang"').waitFor();
  await undoMessage(page, /Undo/);
  await expect.poll(browser).toBe(before);
  await page.getByRole('textbox', { name: 'Path' }).focus();
  await page.keyboard.press('Control+Enter');
  await expect.poll(browser).toBe(!before);
  expect(await question.count()).toBe(0);
});

test('form and JSON are in sync, curl contains no token, and an API error is shown under its field', async () => {
  const { page } = app;
  await page.getByRole('combobox', { name: 'Find a route' }).fill('');
  await page
    .getByRole('option', { name: /POST \/languages$/ })
    .first()
    .click();
  expect(await page.getByRole('checkbox', { name: 'Send locale', exact: true }).isChecked()).toBe(true);
  await page.getByRole('textbox', { name: 'locale', exact: true }).fill('not a locale');
  await tab('JSON').click();
  const json = page.getByRole('textbox', { name: 'JSON' });
  expect(JSON.parse(await json.inputValue())).toMatchObject({ locale: 'not a locale' });
  await json.fill(JSON.stringify({ name: 'French', slug: 'fr', locale: 'not a locale', term_group: 3 }));
  await tab('Fields').click();
  await expect.poll(() => page.getByRole('textbox', { name: 'slug', exact: true }).inputValue()).toBe('fr');
  await tab('curl').click();
  const curl = await page.getByRole('region', { name: 'curl' }).textContent();
  expect(curl).toContain('-H "Authorization: Bearer $POLYDESK_TOKEN"');
  expect(curl).toContain(`"slug":"fr"`);
  await tab('Fields').click();
  await page.getByRole('button', { name: /^Send/ }).click();
  await page.getByRole('status').getByText('400 Bad Request').waitFor();
  const locale = page.getByRole('textbox', { name: 'locale', exact: true });
  expect(await locale.getAttribute('aria-invalid')).toBe('true');
  await locale.fill('fr_FR');
  expect(await locale.getAttribute('aria-invalid')).toBe(null);
  await page.getByRole('button', { name: /^Send/ }).click();
  await page.getByRole('status').getByText('200 OK').waitFor();
  await expect
    .poll(() =>
      page
        .getByRole('navigation')
        .getByRole('link', { name: /Languages/ })
        .textContent(),
    )
    .toContain('2');
});

test('a name in the path is asked for; as a guest the answer is that of a guest', async () => {
  const { page } = app;
  await page
    .getByRole('option', { name: /GET \/languages\/\{term_id\}/ })
    .first()
    .click();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => page.getByRole('textbox', { name: 'term_id' }).getAttribute('aria-invalid')).toBe('true');
  const [{ term_id: id } = { term_id: 0 }] = await app.api<{ term_id: number }[]>('GET', '/pll/v1/languages');
  await page.keyboard.type(String(id));
  expect(await page.getByRole('textbox', { name: 'Path' }).inputValue()).toBe(`/pll/v1/languages/${id}`);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('region', { name: 'Body' }).getByText('"is_default"').waitFor();
  await page.getByRole('textbox', { name: 'Path' }).fill('/polydesk/v1/tokens');
  await tab('Headers').first().click();
  await page.getByRole('radio', { name: 'A guest' }).click();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('status').getByText('401 Unauthorized').waitFor();
  await page.getByRole('radio', { name: 'Yourself' }).click();
  await tab('Fields').click();
});

test('a route is found in the palette by its prefix, and opens in the console', async () => {
  const { page } = app;
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('/delete languages');
  await page.getByRole('option', { name: 'DELETE /pll/v1/languages/{term_id}' }).waitFor();
  await page.keyboard.press('Enter');
  const path = page.getByRole('textbox', { name: 'Path' });
  await expect.poll(() => path.inputValue()).toMatch(/^\/pll\/v1\/languages\/(\d+|\{term_id\})$/);
  expect(await page.getByRole('combobox', { name: 'Method' }).textContent()).toContain('DELETE');
});

test('the log: what a program asks appears by itself, without its secrets, and is sent again', async () => {
  const { page } = app;
  const { token } = await app.api<{ token: string }>('POST', '/polydesk/v1/tokens', {
    name: 'robot',
    role: 'editor',
  });
  await tab(/^Requests/).click();
  const { base_url: url } = await app.api<{ base_url: string }>('GET', '/polydesk/v1/server');
  const headers = { authorization: `Bearer ${token.replaceAll(' ', '')}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ title: 'From the robot', status: 'draft', password: 'hush-hush' });
  await fetch(`${url}/wp-json/wp/v2/posts`, { method: 'POST', headers, body });
  const line = page.getByRole('row').filter({ hasText: 'robot' }).first();
  await line.getByText('/wp/v2/posts').click();
  await page.getByRole('region', { name: 'Request' }).getByText('"From the robot"').waitFor();
  const shown = (await page.getByRole('complementary').textContent()) ?? '';
  expect(shown).toContain('201 Created');
  expect(shown).not.toContain(token.slice(0, 4) + token.slice(5, 9));
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('status').getByText('201 Created').waitFor();
  const titles = async () =>
    (await app.api<{ title: { raw: string } }[]>('GET', '/wp/v2/posts?status=draft&context=edit')).map(
      ({ title }) => title.raw,
    );
  await expect.poll(titles).toEqual(['From the robot', 'From the robot']);
  const recent = page.getByRole('region', { name: 'Recent requests' });
  await recent.getByRole('row').filter({ hasText: 'Console' }).first().waitFor();
  await recent.getByRole('button', { name: '/wp/v2/posts' }).last().focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => tab(/^Requests/).getAttribute('aria-selected')).toBe('true');
});

test('the server: an error is shown under its field, valid values apply immediately', async () => {
  const { page } = app;
  const origins = async () =>
    (await app.api<{ allowed_origins: string[] }>('GET', '/polydesk/v1/server')).allowed_origins;
  await tab('Server').click();
  const box = page.getByRole('textbox', { name: 'Pages that may call the server' });
  await box.fill('not-an-origin');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await expect.poll(() => box.getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('http://localhost:5173');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await expect.poll(origins).toEqual(['http://localhost:5173']);
});
