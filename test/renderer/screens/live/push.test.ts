import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { PlanLine } from '../../../../core/schema/live/plan.ts';
import type { Run } from '../../../../core/schema/live/run.ts';
import { app } from '../../../../renderer/lib/state.svelte.ts';
import { expectNoFaults, press } from '../../helpers.ts';
import { demoLive, line, RUN } from './demo-live.ts';
import { step, uuid } from './demo-push.ts';
import { openLive } from './open-live.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const pushed = { ...RUN, kind: 'push' as const, done: 4, total: 4 };

test('a push is shown as a whole first: what becomes public, what stays a draft, and begins at Cancel', async () => {
  const demo = demoLive();
  await openLive(demo);
  await page.getByRole('row', { name: /Winter sale 2025/ }).click();
  page.getByRole('treegrid').element().focus();
  await press(' ', 'Ctrl+Enter');
  await expect.element(page.getByRole('heading', { name: 'Push to veloatlas.example?' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: '3 become public at once' })).toBeVisible();
  await expect.element(page.getByText('The site may notify people, also of drafts.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: '2 stay drafts' })).toBeVisible();
  await expect.element(button('Cancel')).toHaveFocus();
  await expectNoFaults();
  await button(/^Push 5, delete 1/).click();
  const gone = demo.lines.find(({ title }) => title === 'Winter sale 2025')?.key;
  await expect
    .poll(() => demo.sent.at(-1))
    .toEqual({
      method: 'POST',
      path: '/polydesk/v1/live/pushes',
      body: { except: [], lines: [gone], seen: 4, as_draft: false, dry: false, deletes: [gone], settings: [] },
    });
});

test('at 900 × 600 Ctrl+Enter on a line opens the same, and Enter alone its fields', async () => {
  await openLive(demoLive());
  await page.viewport(900, 600);
  page.getByRole('treegrid').element().focus();
  await press('Ctrl+Enter');
  await expect.element(page.getByRole('heading', { name: 'Push to veloatlas.example?' })).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Réparer une crevaison' })).not.toBeInTheDocument();
  await press('Escape');
  page.getByRole('treegrid').element().focus();
  await press('Enter');
  await expect.element(page.getByRole('button', { name: 'Close' })).toBeVisible();
  await expectNoFaults();
});

test('a dry run sends the same order and is labelled as such', async () => {
  const demo = demoLive();
  await openLive(demo);
  await button('Dry run…').click();
  await button('Dry run').click();
  await expect.poll(() => demo.sent.at(-1)?.body).toMatchObject({ dry: true, deletes: [] });
});

test('a push under way shows its steps and can be paused by P', async () => {
  const demo = demoLive({ run: { ...pushed, state: 'running', done: 1 } });
  await openLive(demo);
  await expect.element(page.getByRole('progressbar', { name: /Pushing to the site/ })).toBeVisible();
  await expect.element(page.getByRole('option', { name: /Louer un vélo/ })).toBeVisible();
  const pane = page.getByRole('complementary', { name: 'What is sent now' });
  await expect.element(pane.getByText(/Each step is noted before it is sent\./)).toBeVisible();
  await expectNoFaults();
  await press('p');
  await expect.poll(() => demo.sent.at(-1)?.path).toBe('/polydesk/v1/live/runs/7/pause');
});

test('beside a push under way stand the steps of the current change', async () => {
  const key = 'post-00000000-0000-4000-8000-000000000004';
  const steps = [
    step(1, { title: 'Réparer une crevaison' }),
    step(2, { key, title: 'Rund um den Bodensee', lang: 'de', action: 'shell' }),
    step(3, { key, title: 'Rund um den Bodensee', lang: 'de', action: 'group' }),
    step(4, { key, title: 'Rund um den Bodensee', lang: 'de', state: 'sent' }),
  ];
  await openLive(demoLive({ run: { ...pushed, state: 'running', done: 1, total: 2 }, steps }));
  const pane = page.getByRole('complementary', { name: 'What is sent now' });
  await expect.element(pane.getByRole('heading', { name: 'Number 2 of 2' })).toBeVisible();
  await expect.element(pane.getByText('Rund um den Bodensee · German')).toBeVisible();
  const items = pane.getByRole('listitem').elements();
  expect(items.map((one) => one.getAttribute('aria-current'))).toEqual([null, null, 'step']);
  expect(items[2]?.textContent).toContain('Read again, then write');
  await expectNoFaults();
});

test('a check under way lists what is read, and what the site could not show', async () => {
  const list = (type: string, state: Run['lists'][number]['state'], done: number, total: number, unreadable = 0) => ({
    ...{ type, label: '', state, done, total, unreadable },
  });
  const lists = [
    list('category', 'read', 24, 24),
    list('post', 'reading', 300, 1200, 1),
    list('page', 'waiting', 0, 0),
    list('post_tag', 'forbidden', 0, 0),
    { ...list('bike_route', 'waiting', 0, 0), label: 'Routes for bikes' },
    list('wp_block', 'waiting', 0, 0),
  ];
  const run = { ...RUN, state: 'running' as const, phase: 'post', done: 300, total: 1200, lists };
  await openLive(demoLive({ run }));
  const rows = page.getByRole('list', { name: 'What is read' }).getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent('Categories 24 read');
  await expect.element(rows.nth(1)).toHaveTextContent('Posts 300 of 1,200');
  await expect.element(rows.nth(2)).toHaveTextContent('Pages Waiting');
  await expect.element(rows.nth(3)).toHaveTextContent('Tags Your account may not read it');
  // A type without a name here is called as on the site, else by what identifies it.
  await expect.element(rows.nth(4)).toHaveTextContent('Routes for bikes Waiting');
  await expect.element(rows.nth(5)).toHaveTextContent('wp_block Waiting');
  // Two of six lists and a quarter of another, of seven parts with the comparison.
  await expect
    .element(page.getByRole('progressbar', { name: 'Checking the site' }))
    .toHaveAttribute('aria-valuenow', '32');
  await expect.element(page.getByText('1 item could not be read')).toBeVisible();
  await expectNoFaults();
});

test('after a check, items that could not be read are named until the next run', async () => {
  const demo = demoLive({ run: { ...RUN, report: { unreadable: 2 } } });
  await openLive(demo);
  await expect.element(page.getByText('2 items could not be read')).toBeVisible();
  await expect.element(page.getByText(/nothing counts as deleted/)).toBeVisible();
  await expectNoFaults();
});

const offline = { code: 'polydesk_live_offline', message: 'The site cannot be reached.' };

test('a stopped push names the change in doubt and when it was sent; Resume has the focus', async () => {
  const steps = [
    step(1, { title: 'Réparer une crevaison', fields: ['title', 'tags'] }),
    step(2, { title: 'Louer un vélo', state: 'sent', at: '2026-11-23T10:52:31.000Z', fields: ['content'] }),
    step(3, { title: 'Sicherheit', state: 'planned', is_new: true, status: 'publish', original: 'Safety' }),
    step(4, { title: 'Winter sale', state: 'planned', action: 'trash' }),
  ];
  // The run is noted now and then: its steps are what counts.
  const demo = demoLive({ run: { ...pushed, state: 'failed', report: offline, done: 0 }, steps });
  await openLive(demo);
  const text = 'The site stopped answering. 1 of 4 is done; number 2 will be looked for first. Nothing is lost.';
  await expect.element(page.getByText(text)).toBeVisible();
  await expect
    .element(page.getByText(/^“Louer un vélo” was sent at Nov 23, 2026, .*:52:31.*, but no answer came\./))
    .toBeVisible();
  await expect.element(page.getByText('1 done · 1 uncertain · 2 waiting')).toBeVisible();
  const bar = page.getByRole('progressbar', { name: 'Push stopped' }).element();
  expect([...bar.children].map((part) => (part instanceof HTMLElement ? part.style.width : ''))).toEqual([
    '25%',
    '25%',
  ]);
  const line = (name: RegExp) => page.getByRole('option', { name });
  await expect.element(line(/Réparer une crevaison Title and Tags .*Stored as sent/)).toBeVisible();
  await expect.element(line(/Louer un vélo Content .*Sent, no answer\. Looked for first/)).toBeVisible();
  await expect.element(line(/Sicherheit .*New, published, translation of “Safety”/)).toBeVisible();
  await expect.element(line(/Winter sale .*Move it to the trash/)).toBeVisible();
  const foot =
    'Stop here ends this push. 3 changes go back to the list; 1 change that is done stays, and you can undo it.';
  await expect.element(page.getByText(foot)).toBeVisible();
  // The buttons stand beside the words.
  const note = page.getByRole('note').getByText(text).element().getBoundingClientRect();
  expect(
    button(/^Resume/)
      .element()
      .getBoundingClientRect().left,
  ).toBeGreaterThan(note.right);
  await expect.element(button(/^Resume/)).toHaveFocus();
  await expectNoFaults();
  await page.viewport(900, 600);
  await expect.element(page.getByText(foot)).toBeInViewport({ ratio: 1 });
  await expectNoFaults();
  await press('Enter');
  await expect.poll(() => demo.sent.at(-1)?.path).toBe('/polydesk/v1/live/pushes/7/resume');
});

test.each([
  ['2026-11-23T10:54:36.000Z', 'Polydesk tried 3 times in 2 minutes. It sends nothing more until you choose Resume.'],
  ['2026-11-23T10:53:01.500Z', 'Polydesk tried 3 times in 31 seconds. It sends nothing more until you choose Resume.'],
  ['2026-11-23T10:52:31.100Z', 'Polydesk tried 3 times in 1 second. It sends nothing more until you choose Resume.'],
])('a stopped push says how often it was tried, and for how long: until %s', async (until, text) => {
  const tries = { count: 3, since: '2026-11-23T10:52:31.000Z', until };
  const steps = [
    step(1, {}),
    // Of a new post the shell is what was tried.
    step(2, { action: 'shell', state: 'planned', is_new: true, tries }),
    step(3, { key: `post-${uuid(2)}`, state: 'planned', is_new: true }),
  ];
  await openLive(demoLive({ run: { ...pushed, state: 'failed', report: offline, done: 1 }, steps }));
  await expect.element(page.getByText(text)).toBeVisible();
  await expectNoFaults();
});

test('a push that stopped before it sent the next change has none in doubt', async () => {
  const steps = [step(1, {}), step(2, { state: 'planned' }), step(3, { state: 'planned' })];
  await openLive(demoLive({ run: { ...pushed, state: 'failed', report: offline, done: 1, total: 3 }, steps }));
  const text = 'The site stopped answering. 1 of 3 is done; number 2 was not sent yet. Nothing is lost.';
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByText('1 done · 2 waiting')).toBeVisible();
  await expect.element(page.getByText(/no answer came/)).not.toBeInTheDocument();
});

test('the list of a stopped push is scrolled to the change in doubt', async () => {
  const steps = Array.from({ length: 90 }, (_, at) =>
    step(at + 1, { title: `Post ${at + 1}`, state: at < 70 ? 'done' : at === 70 ? 'sent' : 'planned' }),
  );
  await openLive(demoLive({ run: { ...pushed, state: 'failed', report: offline, done: 70, total: 90 }, steps }));
  await expect.element(page.getByRole('option', { name: /Post 71/ })).toBeInViewport({ ratio: 1 });
});

test('a password that is refused is asked for again; lists stay usable', async () => {
  const report = { code: 'polydesk_live_hidden', message: 'No.' };
  const demo = demoLive({ run: { ...RUN, state: 'failed', report } });
  await openLive(demo);
  await expect.element(page.getByText('Sign in again.')).toBeVisible();
  await expect.element(button(/Push 5 changes/)).toHaveAttribute('aria-disabled', 'true');
  await button('Make a new password…').click();
  await page.getByRole('textbox', { name: 'Application password' }).fill('abcd efgh');
  await button('Sign in').click();
  await expect
    .poll(() => demo.sent.at(-1))
    .toMatchObject({
      method: 'PUT',
      body: { user: 'jonas.weber', password: 'abcd efgh' },
    });
});

test('what is to be linked by hand names its translations, each with the way to it', async () => {
  const edit = 'https://veloatlas.example/wp-admin/post.php?post=12&action=edit';
  const partners = [
    { lang: 'en', title: 'How to fix a flat tyre', edit_there: edit },
    { lang: 'de', title: 'Frühjahrscheck', edit_there: '' },
  ];
  const hand = step(1, { title: 'Réparer', state: 'skipped', code: 'link_by_hand', action: 'group', partners });
  await openLive(demoLive({ pushes: [pushed], steps: [hand] }), 'report');
  await expect.element(page.getByRole('heading', { name: 'To be linked with' })).toBeVisible();
  const links = page.getByRole('link', { name: /^Open on the site.*flat tyre/ });
  await expect.element(links).toHaveAttribute('href', edit);
  await expect.element(page.getByText('Frühjahrscheck')).toBeVisible();
  await expectNoFaults();
});

test('the confirmation says what is new, what was merged, and which fields change', async () => {
  const own = (id: number, title: string, more: Partial<PlanLine>) => line(id, { title, lang: 'fr', ...more });
  await openLive(
    demoLive({
      lines: [
        own(1204, 'Deux', { fields: ['title', 'content'] }),
        own(1205, 'Beaucoup', { fields: ['title', 'content', 'slug', 'excerpt'] }),
        own(1206, 'Des deux', { state: 'merged', fields: ['content'] }),
        own(910, 'Neuf', { state: 'new_here', there: '', fields: [] }),
      ],
    }),
  );
  await button(/^Push 4 changes/).click();
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog.getByText('3 changed, 1 new')).toBeVisible();
  for (const name of [/Deux.*Title and Content/, /Beaucoup.*4 fields/, /Des deux.*merged/])
    await expect.element(dialog.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  await expectNoFaults();
});

test('"more" in the confirmation opens the list filtered to that group', async () => {
  const lines = Array.from({ length: 6 }, (_, at) => line(1204 + at, { lang: at < 5 ? 'fr' : 'de', fields: [] }));
  const terms = ['A', 'B', 'C', 'D'].map((title, at) =>
    line(at, { kind: 'term', type: 'category', title, lang: 'en' }),
  );
  await openLive(demoLive({ lines: [...lines, ...terms] }));
  await button(/^Push 10 changes/).click();
  await expect.element(page.getByRole('heading', { name: '4 others' })).toBeVisible();
  await button('1 more').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button('Type: Categories')).toBeVisible();
  await expect.element(button('Language: English')).toBeVisible();
});

test('the palette undoes the last push in its report, and says why where there is none', async () => {
  const demo = demoLive({ pushes: [pushed] });
  await openLive(demo);
  await press('Ctrl+k');
  await page.getByRole('combobox').fill('undo the last');
  await page.getByRole('option', { name: /Undo the last push… .*4 changes/ }).click();
  await expect.element(page.getByRole('heading', { name: 'Undo this push?' })).toBeVisible();
  await button('Cancel').click();
  demo.pushes = [];
  await press('Ctrl+k');
  await page.getByRole('combobox').fill('undo the last');
  await expect.element(page.getByRole('option', { name: /Nothing was pushed yet\./ })).toBeVisible();
  await press('Escape');
});

test('at the start a push that was cut off is told on every screen', async () => {
  const report = { code: 'polydesk_live_interrupted', message: 'The program ended.' };
  const demo = demoLive({ run: { ...pushed, state: 'paused', report, done: 1 } });
  await openLive(demo);
  await expect.element(button(/^Resume/)).toHaveFocus();
  app.go('preferences');
  await expect.element(page.getByText('A push was cut off')).toBeVisible();
  await expect.element(page.getByText(/1 of 4 is done; number 2 will be looked for first/)).toBeVisible();
  await expectNoFaults();
  await button('Resume').click();
  await expect.poll(() => demo.sent.at(-1)?.path).toBe('/polydesk/v1/live/pushes/7/resume');
  expect(app.place.screen).toBe('live');
});
