import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoFaults, press } from '../../helpers.ts';
import { demoLive, line, RUN } from './demo-live.ts';
import { openLive } from './open-live.ts';

const row = (name: string | RegExp) => page.getByRole('row', { name });
const list = () => page.getByRole('treegrid');
const button = (name: string | RegExp) => page.getByRole('button', { name });

test('differences are listed with their ticks, the selected line field by field, and axe finds nothing', async () => {
  await openLive(demoLive());
  await expect.element(page.getByRole('tab', { name: 'To push 7' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(row('Réparer une crevaison French post, changed here, 2 fields, ticked')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Réparer une crevaison' })).toBeVisible();
  await expect.element(page.getByText(/en dix minutes/)).toBeVisible();
  await expect.element(button(/Push 5 changes/)).toBeVisible();
  await expectNoFaults();
});

test('items that a field refers to are named by title, with the language where it is another', async () => {
  await openLive(demoLive());
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  // Inserted words are isolated.
  const words = (name: string) =>
    card(name)
      .element()
      .textContent?.replace(/[\u2066-\u2069]/g, '');
  await expect.element(card('Tags')).toBeVisible();
  expect(words('Tags')).toMatch(/removed Débutants.*added Atelier, Repairs \(English\), and another item/);
  expect(words('Translations')).toContain('English: How to fix a flat tyre');
});

test('a new line says what it translates; heads are lower than lines, and none covers another', async () => {
  await openLive(demoLive());
  const spring = row(/Frühjahrscheck fürs Rad German post, new here, translation of “Spring maintenance checklist”/);
  await expect
    .element(spring.getByText('Translation of “Spring maintenance checklist”', { exact: true }))
    .toBeVisible();
  const rows = page.getByRole('treegrid').getByRole('row').elements();
  const places = rows.map((one) => one.getBoundingClientRect());
  const heights = rows.map((one, at) => [one.getAttribute('aria-level'), places[at]?.height]);
  expect(new Set(heights.map(String))).toEqual(new Set(['1,28', '2,46']));
  places.slice(1).forEach(({ top }, at) => expect(top).toBe(places[at]?.bottom));
});

test('Ctrl+G leads to a line far below, which is then in view', async () => {
  await openLive(demoLive({ lines: Array.from({ length: 300 }, (_, at) => line(5000 + at, {})) }));
  await expect.element(row(/Post 5000/)).toBeVisible();
  list().element().focus();
  await press('Ctrl+g');
  await page.getByRole('dialog').getByRole('spinbutton').fill('250');
  await press('Enter');
  await expect.element(row(/Post 5249/)).toBeInViewport({ ratio: 1 });
});

test('deletions and unsendable lines are not ticked; Space ticks, and the button counts', async () => {
  await openLive(demoLive());
  await expect.element(row(/Winter sale 2025.*not ticked/)).toBeVisible();
  await expect.element(row(/Rund um den Bodensee/)).toBeVisible();
  await expect.element(row(/Rund um den Bodensee.*ticked/)).not.toBeInTheDocument();
  list().element().focus();
  await press(' ');
  await expect.element(row(/Réparer une crevaison.*not ticked/)).toBeVisible();
  await expect.element(button(/Push 4 changes/)).toBeVisible();
  await press('Ctrl+a');
  await expect.element(button(/Push 5 changes/)).toBeVisible();
});

test('ticks outlive a filter; the filter is reached by Ctrl+F', async () => {
  await openLive(demoLive());
  await expect.element(row(/Réparer/)).toBeVisible();
  list().element().focus();
  await press(' ');
  await press('Ctrl+f');
  await page.getByRole('searchbox', { name: 'Filter by title' }).fill('night');
  await expect.element(row(/Réparer/)).not.toBeInTheDocument();
  await expect.element(row(/Night riding/)).toBeVisible();
  await expect.element(button(/Push 4, 3 not shown…/)).toBeVisible();
});

test('the button counts ticks that the filter hides, and says so', async () => {
  await openLive(demoLive());
  await expect.element(button(/Push 5 changes/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter by title' }).fill('night');
  await expect.element(button(/Push 5, 4 not shown…/)).toBeVisible();
  list().element().focus();
  await expect.element(row(/Night riding/)).toBeVisible();
  await press('ArrowDown', ' ');
  await expect.element(button(/Push 4, 4 not shown…/)).toBeVisible();
});

test('] leads from the list to the first conflict, [ to the last', async () => {
  await openLive(demoLive());
  await expect.element(list()).toBeVisible();
  list().element().focus();
  await press(']');
  await expect
    .element(page.getByRole('option', { name: /How to fix a flat/ }))
    .toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: /^To push/ }).click();
  await press('[');
  await expect.element(page.getByRole('option', { name: /زيارة باريس/ })).toHaveAttribute('aria-selected', 'true');
});

test('many items that seem to be gone are a question, and are left alone all at once', async () => {
  const gone = Array.from({ length: 25 }, (_, at) =>
    line(3000 + at, { state: 'deleted_there', fields: [], there: '' }),
  );
  const demo = demoLive({ lines: [...demoLive().lines, ...gone] });
  await openLive(demo);
  await expect.element(page.getByText('26 items seem to be gone from the site')).toBeVisible();
  await expectNoFaults();
  await button('Show them').click();
  await expect.element(page.getByRole('tab', { name: /^To pull/ })).toHaveAttribute('aria-selected', 'true');
  await expect.element(row(/^Deletions 26/)).toBeVisible();
  await button('Leave all alone').click();
  await expect.element(page.getByText('26 items seem to be gone from the site')).not.toBeInTheDocument();
  const last = demo.sent.at(-1)?.body as { choices: Record<string, string> } | undefined;
  expect(Object.values(last?.choices ?? {})).toEqual(Array.from({ length: 26 }, () => 'leave'));
});

test('before the first full check a push begins with one, and goes on after it', async () => {
  const demo = demoLive({ full_check_at: null });
  demo.first = ({ method, path }) => {
    if (method === 'POST' && path === '/polydesk/v1/live/checks') demo.full_check_at = demo.checked_at;
    return undefined;
  };
  await openLive(demo);
  await expect.element(page.getByText('A full check comes first.')).toBeVisible();
  await button(/^Push 5 changes/).click();
  await expect.element(page.getByRole('heading', { name: 'Push to veloatlas.example?' })).toBeVisible();
  expect(demo.sent).toEqual([{ method: 'POST', path: '/polydesk/v1/live/checks', body: { full: true } }]);
});

test('Enter leads to the fields, Escape back; a field that is not ticked stays out', async () => {
  const demo = demoLive();
  await openLive(demo);
  list().element().focus();
  await expect.element(page.getByText(/en dix minutes/)).toBeVisible();
  await press('Enter');
  await expect.element(page.getByRole('region', { name: 'Réparer une crevaison' })).toHaveFocus();
  await page.getByRole('checkbox', { name: 'Send Title' }).click();
  await expect
    .poll(() => demo.sent)
    .toEqual([
      {
        method: 'PATCH',
        path: '/polydesk/v1/live/choices',
        body: { choices: { [demo.lines[2]?.key ?? '']: { title: 'leave' } } },
      },
    ]);
  await press('Escape');
  await expect.element(list()).toHaveFocus();
});

test('To pull brings exactly what is ticked', async () => {
  const demo = demoLive();
  await openLive(demo, 'pull');
  await row(/Canal-side picnics/).click();
  await expect.element(page.getByText(/shady/)).toBeVisible();
  await expect.element(button(/Pull 3 changes/)).toBeVisible();
  const keyOf = (at: number) => demo.lines.find(({ key }) => key.endsWith(String(at)))?.key;
  list().element().focus();
  await press(' ');
  await row(/Winter sale 2024/).click();
  list().element().focus();
  await press(' ');
  await button(/Pull 3 changes/).click();
  await expect
    .poll(() => demo.sent)
    .toEqual([
      { method: 'POST', path: '/polydesk/v1/live/pulls', body: { except: [keyOf(733)], lines: [keyOf(991)] } },
    ]);
});

test('a narrow window shows the fields over the list', async () => {
  await openLive(demoLive());
  await page.viewport(900, 600);
  await expect.element(page.getByRole('region', { name: 'Réparer une crevaison' })).not.toBeInTheDocument();
  list().element().focus();
  await press('Enter');
  await expect.element(page.getByText(/en dix minutes/)).toBeVisible();
  await press('Escape');
  await expect.element(list()).toHaveFocus();
});

test('nothing differs only after a look at everything', async () => {
  const quick = demoLive({ lines: [] });
  await openLive(quick);
  await expect.element(page.getByRole('heading', { name: 'No newer changes found.' })).toBeVisible();
  await expect.element(page.getByText(/^Full check: /)).toBeVisible();
});

test('after a full look nothing differs as of its time', async () => {
  await openLive(demoLive({ lines: [], full_check_at: '2026-11-23T10:41:00.000Z' }));
  await expect.element(page.getByRole('heading', { name: /^Nothing differs as of/ })).toBeVisible();
  await expectNoFaults();
});

test('lines stand below the heads of their types; a head ticks its group, and folds it', async () => {
  await openLive(demoLive());
  const posts = row(/^Posts 5/);
  await expect.element(posts).toHaveAttribute('aria-expanded', 'true');
  await expect.element(row(/^Pages 1/)).toHaveAttribute('aria-level', '1');
  await expect.element(row(/^Deletions 1 not ticked/)).toBeVisible();
  list().element().focus();
  await press('ArrowLeft');
  await expect.element(posts).toHaveAttribute('aria-selected', 'true');
  await press(' ');
  await expect.element(row(/^Posts 5 not ticked/)).toBeVisible();
  await expect.element(button(/Push 1 change/)).toBeVisible();
  await press('ArrowDown');
  await press(' ');
  await expect.element(row(/^Posts 5 partly ticked/)).toBeVisible();
  await press('ArrowLeft');
  await press('ArrowLeft');
  await expect.element(posts).toHaveAttribute('aria-expanded', 'false');
  await expect.element(row(/Réparer une crevaison/)).not.toBeInTheDocument();
  await expectNoFaults();
  await press('ArrowRight');
  await expect.element(row(/Réparer une crevaison/)).toBeVisible();
});

test('a group of a large plan is unticked as a whole, and the order is a rule', async () => {
  const posts = Array.from({ length: 3000 }, (_, at) => line(10_000 + at, {}));
  const pages = [line(1, { type: 'page', title: 'About' }), line(2, { type: 'page', title: 'Contact' })];
  const demo = demoLive({ lines: [...posts, ...pages] });
  await openLive(demo);
  await expect.element(button('Push 3,002 changes…')).toBeVisible();
  await expect.element(row(/^Posts 3,000/)).toBeVisible();
  list().element().focus();
  await press('Home', ' ');
  await expect.element(row(/^Posts 3,000 not ticked/)).toBeVisible();
  await button('Push 2 changes…').click();
  await expect.element(page.getByRole('heading', { name: '2 become public at once' })).toBeVisible();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Push 2/ })
    .click();
  const group = { kind: 'post', type: 'post', states: ['here', 'merged', 'new_here'], is_on: false };
  await expect
    .poll(() => demo.sent.at(-1)?.body)
    .toEqual({
      ...{ except: [], lines: [], groups: [group], seen: 4 },
      ...{ as_draft: false, dry: false, deletes: [], settings: [] },
    });
});

test('items that a check did not get to are named', async () => {
  const report = { unchecked: 40, unchecked_titles: ['Helmets', 'Bells', 'Lamps', 'Locks'] };
  await openLive(demoLive({ run: { ...RUN, report } }));
  await expect.element(page.getByText('40 items were not checked')).toBeVisible();
  await expect.element(page.getByText(/Among them: Helmets, Bells, and Lamps\./)).toBeVisible();
  await expectNoFaults();
});
