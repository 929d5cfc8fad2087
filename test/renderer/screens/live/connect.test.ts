import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoFaults, press } from '../../helpers.ts';
import { demoLive, facts } from './demo-live.ts';
import { openLive } from './open-live.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const none = { state: 'none' as const, run: null, checked_at: null, full_check_at: null };

test('a site is connected in four steps by keyboard; the redirect is shown and asked', async () => {
  const demo = demoLive({
    ...none,
    probe: ({ url, user }) => {
      if (url === 'veloatlas.example')
        return {
          code: 'polydesk_live_redirect',
          message: 'Moved.',
          data: { address: 'https://www.veloatlas.example' },
        };
      if (user === '') return { code: 'polydesk_live_hidden', message: 'No.' };
      return { ...facts, url: 'https://www.veloatlas.example' };
    },
  });
  await openLive(demo);
  await expect.element(button(/^Connect a site/)).toHaveFocus();
  await expectNoFaults();
  await press('Enter');
  const address = page.getByRole('textbox', { name: 'Address of your site' });
  await expect.element(address).toHaveFocus();
  await address.fill('veloatlas.example');
  await press('Enter');
  await expect.element(page.getByText('This address leads to another one.')).toBeVisible();
  await expectNoFaults();
  await button('Use www.veloatlas.example').click();
  await expect.element(page.getByRole('heading', { name: 'Make a password for Polydesk' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open the page' })).toHaveFocus();
  await page.getByRole('textbox', { name: 'User name' }).fill('jonas.weber');
  await page.getByRole('textbox', { name: 'Application password' }).fill('abcd efgh ijkl');
  await expectNoFaults();
  await press('Ctrl+Enter');
  await expect.element(page.getByRole('heading', { name: 'What this site can do' })).toHaveFocus();
  await expect.element(page.getByRole('row', { name: /Languages and settings.*Not readable/ })).toBeVisible();
  await expectNoFaults();
  await press('Ctrl+Enter');
  await expect.element(page.getByRole('heading', { name: 'Ready for the first check' })).toHaveFocus();
  await expectNoFaults();
  await press('Ctrl+Enter');
  await expect
    .poll(() => demo.sent.slice(-2))
    .toEqual([
      {
        method: 'PUT',
        path: '/polydesk/v1/live',
        body: {
          url: 'https://www.veloatlas.example',
          user: 'jonas.weber',
          password: 'abcd efgh ijkl',
          in_my_network: false,
        },
      },
      { method: 'POST', path: '/polydesk/v1/live/checks', body: { full: true } },
    ]);
});

test('the free edition is offered the plugin; Check again finds it', async () => {
  let isThere = false;
  const demo = demoLive({
    ...none,
    probe: () => ({ ...facts, mode: isThere ? 'full' : 'texts', companion: isThere }),
  });
  await openLive(demo);
  await button(/^Connect a site/).click();
  await page.getByRole('textbox', { name: 'Address of your site' }).fill('https://veloatlas.example');
  await press('Ctrl+Enter');
  await page.getByRole('textbox', { name: 'User name' }).fill('jonas.weber');
  await page.getByRole('textbox', { name: 'Application password' }).fill('abcd');
  await press('Ctrl+Enter');
  await expect.element(page.getByRole('row', { name: /Which items belong together.*Not readable/ })).toBeVisible();
  await expect.element(button('Save the plugin…')).toBeVisible();
  await expectNoFaults();
  isThere = true;
  await button('Check again').click();
  await expect.element(page.getByText('Polydesk Link is there. Everything works.')).toBeVisible();
});

test('an address of the own network is ticked, a fault stays at its box, and Escape leaves', async () => {
  const demo = demoLive({
    ...none,
    probe: ({ in_my_network, user }) => {
      if (!in_my_network) return { code: 'polydesk_live_private', message: 'This site is on your own network.' };
      return user === '' ? { code: 'polydesk_live_hidden', message: 'No.' } : facts;
    },
  });
  await openLive(demo);
  await button(/^Connect a site/).click();
  await page.getByRole('textbox', { name: 'Address of your site' }).fill('nas.local');
  await press('Enter');
  await page.getByRole('checkbox', { name: 'This site is on my own network' }).click();
  await press('Ctrl+Enter');
  await expect.element(page.getByRole('heading', { name: 'Make a password for Polydesk' })).toBeVisible();
  await press('Escape');
  await expect.element(button(/^Connect a site/)).toHaveFocus();
});

test('a connection from another computer asks for its password', async () => {
  await openLive(demoLive({ state: 'asleep' }));
  await expect.element(page.getByText('This connection comes from another computer.')).toBeVisible();
  await button('Enter the password…').click();
  await expect.element(page.getByRole('textbox', { name: 'Application password' })).toHaveFocus();
  await expectNoFaults();
});

test('without a keychain it is said how long the password is kept; the site has no word yet', async () => {
  const about = { site: '/x.polydesk', hasKeyring: false };
  await openLive(demoLive(none), '', { about });
  await expect
    .element(page.getByText('This computer has no keychain. The password is kept until you quit.'))
    .toBeVisible();
  await expect.element(page.getByText('No live site')).toBeVisible();
});
