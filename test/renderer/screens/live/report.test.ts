// The report of a push: what was stored, what was not, and its undo.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { app } from '../../../../renderer/lib/state.svelte.ts';
import { expectNoFaults, press } from '../../helpers.ts';
import { demoLive, RUN } from './demo-live.ts';
import { step } from './demo-push.ts';
import { openLive } from './open-live.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const pushed = { ...RUN, kind: 'push' as const, done: 4, total: 4 };

test('the report begins with what needs attention; the push is undone with permanent items ticked by hand', async () => {
  const demo = demoLive({ pushes: [pushed] });
  await openLive(demo, 'report');
  await expect.element(page.getByRole('heading', { name: '2 of 4 pushed' })).toBeVisible();
  const groups = [...document.querySelectorAll('main .list .group')].map((one) =>
    one.textContent?.replace(/\s*\d+$/, ''),
  );
  expect(groups).toEqual(['Conflict', 'Skipped', 'Altered by the site', 'Done, as sent']);
  // What this push overwrote is not lost: it is shown.
  await button(/Louer un vélo/).click();
  await expect.element(page.getByText('Words of somebody else')).toBeVisible();
  await button(/Night riding, safely/).click();
  const content = page.getByRole('region', { name: 'Content', exact: true });
  await expect.element(content.getByText('You sent')).toBeVisible();
  await expect.element(content.getByText('The site stored')).toBeVisible();
  await expect.element(content.getByText('removed left')).toBeVisible();
  await expectNoFaults();
  await button('Undo this push…').click();
  await expect.element(button('Cancel')).toHaveFocus();
  await expect.element(page.getByRole('heading', { name: '1 gets its old values back' })).toBeVisible();
  await expect.element(page.getByText('Title: Réparer · Content: Les mots d’avant.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: '1 was edited there since: left alone' })).toBeVisible();
  await expectNoFaults();
  await page.getByRole('checkbox', { name: 'Atelier' }).click();
  await expect.element(button('Undo 3 changes')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Atelier' }).click();
  await button('Undo 2 changes').click();
  await expect
    .poll(() => demo.sent.at(-1))
    .toMatchObject({
      path: '/polydesk/v1/live/pushes/7/undo',
      body: { deletes: [] },
    });
});

test('the report says what became public, what each line is and when it was stored', async () => {
  const stored = { public: 2, drafts: 1, others: 0, deleted: 1 };
  const at = '2026-11-23T10:52:09.000Z';
  const steps = [
    step(1, { title: 'Réparer une crevaison', fields: ['title'], remote_id: 812, at }),
    step(2, { title: 'Sicherheit', lang: 'de', is_new: true, status: 'publish', remote_id: 4420, at }),
    step(3, { title: 'Louer un vélo', altered: ['content', 'slug'], code: 'altered', remote_id: 813, at }),
    step(4, { title: 'Winter sale', action: 'trash', remote_id: 814, at }),
    step(5, { title: 'Helmets', state: 'skipped', code: 'changed_here', remote_id: 815 }),
  ];
  const push = { ...pushed, report: { ...(pushed.report as object), stored, backup: 'site-before-a-push.polydesk' } };
  await openLive(demoLive({ pushes: [push], steps }), 'report');
  await expect
    .element(page.getByText(/2 are public, 1 is a draft,? and 1 was deleted\. The backup of .+ is kept\.$/))
    .toBeVisible();
  const entry = (name: RegExp) => page.getByRole('main').getByRole('button', { name });
  for (const words of [
    /Réparer une crevaison Title .*Changed$/,
    /Sicherheit New, published .*New, #4420$/,
    /Louer un vélo .*2 fields$/,
    /Winter sale Move it to the trash .*Deleted$/,
    /Helmets .*In the next push$/,
  ])
    await expect.element(entry(words)).toBeVisible();
  await entry(/Réparer une crevaison/).click();
  await expect.element(page.getByText(/^Post · French · #812 · stored at \d+:\d+:09/)).toBeVisible();
  await expectNoFaults();
});

test('Enter on a line of the report leads to its details, Escape back, and O opens the item here', async () => {
  const steps = [
    step(1, { title: 'Réparer une crevaison', id: 1204 }),
    step(2, { title: 'Gone here', id: 0, lang: 'en' }),
    step(3, { title: 'Site title', key: 'settings-site', kind: 'settings', type: 'settings', id: 0, lang: '' }),
  ];
  await openLive(demoLive({ pushes: [pushed], steps }), 'report');
  const entry = (name: RegExp) => page.getByRole('main').getByRole('button', { name });
  await entry(/Réparer une crevaison/).click();
  await press('Enter');
  await expect.element(page.getByRole('region', { name: 'Réparer une crevaison' })).toHaveFocus();
  await press('Escape');
  await expect.element(entry(/Réparer une crevaison/)).toHaveFocus();
  const open = page.getByRole('button', { name: 'Open', exact: true });
  await expect.element(open).toBeVisible();
  await press('ArrowDown');
  await expect.element(entry(/Gone here/)).toHaveFocus();
  await expect.element(open).not.toBeInTheDocument();
  await press('o');
  expect(app.place.screen).toBe('live');
  await press('ArrowUp', 'o');
  await expect.poll(() => location.hash).toMatch(/^#\/edit\/post\/1204/);
});

test('what the site stored differently is taken over here, and then said to be here', async () => {
  const demo = demoLive({ pushes: [pushed] });
  await openLive(demo, 'report');
  await button(/Night riding, safely/).click();
  await expect.element(page.getByText(/This file keeps your version/)).toBeVisible();
  const same = page
    .getByRole('region', { name: 'Content', exact: true })
    .getByRole('button', { name: '1 block is the same' });
  await same.click();
  await expect.element(page.getByText('See the junction.')).toBeVisible();
  button('Take the site’s version').element().focus();
  await press('Enter');
  await expect.poll(() => demo.sent.at(-1)?.path).toBe('/polydesk/v1/live/pushes/7/steps/2/take');
  await expect.element(page.getByText('This file has the site’s version.')).toBeVisible();
  await expect.element(button('Take the site’s version')).not.toBeInTheDocument();
  demo.stored = { ...demo.stored, here: 'other' };
  await button(/Helmets/).click();
  await button(/Night riding, safely/).click();
  await expect.element(page.getByText('Your version was changed here or pushed again since.')).toBeVisible();
  await expectNoFaults();
});
