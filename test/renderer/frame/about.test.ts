import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import AboutDialog from '../../../renderer/frame/AboutDialog.svelte';
import { app } from '../../../renderer/lib/state.svelte.ts';
import { expectNoFaults, press } from '../helpers.ts';

const list = {
  version: '0.1.0',
  packages: [
    {
      name: 'qs',
      version: '6.17.1',
      licence: 'BSD-3-Clause',
      text: 'Redistribution and use in source and binary forms',
    },
    { name: 'svelte', version: '5.57.3', licence: 'MIT', text: 'Permission is hereby granted, free of charge' },
  ],
};

/** The licence file as a server returns it, instead of the built one. */
function serve(status: number): void {
  vi.spyOn(window, 'fetch').mockImplementation((address) => {
    expect(address).toBe('/polydesk/ui/licences.json');
    return Promise.resolve(new Response(JSON.stringify(list), { status }));
  });
}

beforeEach(async () => {
  delete window.polydesk;
  await render(AboutDialog, {});
});
afterEach(() => {
  app.isAboutOpen = false;
  vi.restoreAllMocks();
});

test('the About box tells the version and every package with its licence, and axe finds nothing', async () => {
  serve(200);
  app.isAboutOpen = true;
  await expect.element(page.getByRole('dialog', { name: 'About Polydesk' })).toBeVisible();
  await expect.element(page.getByText('Version 0.1.0')).toBeVisible();
  await expect.element(page.getByText('2 packages, each with its licence.')).toBeVisible();
  await page.getByRole('button', { name: /^qs 6\.17\.1/ }).click();
  await expect.element(page.getByText(/^Redistribution and use/)).toBeVisible();
  await expect.element(page.getByText(/^Permission is hereby granted/)).not.toBeInTheDocument();
  await expectNoFaults();
  await press('Escape');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('in the window it names what it runs on', async () => {
  serve(200);
  const about = { version: '0.1.0', platform: 'linux', electron: '45.4.1', chromium: '150.0', node: '24.1.0' };
  window.polydesk = {
    rest: () => Promise.reject(new Error('not asked')),
    run: () => Promise.resolve({ ...about, site: '/x.polydesk', hasKeyring: true }),
    on: () => () => undefined,
  } as unknown as NonNullable<typeof window.polydesk>;
  app.isAboutOpen = true;
  await expect.element(page.getByText('With Electron 45.4.1, Chromium 150.0 and Node 24.1.0')).toBeVisible();
  await expect.element(page.getByText(/LICENSES\.chromium\.html/)).toBeVisible();
});

test('if the list is missing, a message is shown and the rest stays', async () => {
  serve(404);
  app.isAboutOpen = true;
  await expect.element(page.getByText(/The list of licences could not be read/)).toBeVisible();
  await expect.element(page.getByText(/under the MIT licence/)).toBeVisible();
});
