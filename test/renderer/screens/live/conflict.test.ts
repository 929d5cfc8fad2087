import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { preferences } from '../../../../renderer/lib/preferences.svelte.ts';
import { expectNoFaults, press } from '../../helpers.ts';
import { demoLive, itemOf, line, LINES } from './demo-live.ts';
import { paragraph } from './demo-push.ts';
import { openLive } from './open-live.ts';

const part = (name: RegExp) => page.getByRole('radiogroup', { name });
const save = () => page.getByRole('button', { name: /^Save/ });

test('each part is chosen by itself by keys, own words too, and the result is written in one step', async () => {
  const demo = demoLive();
  await openLive(demo, 'conflicts');
  await expect.element(part(/Paragraph 1, edited here, edited on the site, not chosen/)).toBeVisible();
  await expect.element(part(/Paragraph 2, edited here, edited on the site, Merged for you/)).toBeVisible();
  await expect.element(part(/Paragraph 3, edited here, deleted on the site, not chosen/)).toBeVisible();
  await expect.element(page.getByText('2 parts left to choose')).toBeVisible();
  await expect.element(save()).toHaveAttribute('aria-disabled', 'true');
  // The number of conflicts stands out.
  const colour = (tab: RegExp) => {
    const count = page.getByRole('tab', { name: tab }).element().querySelector('.count');
    return getComputedStyle(count ?? document.body).color;
  };
  expect(colour(/^Conflicts/)).not.toBe(colour(/^To push/));
  await expectNoFaults();
  page.getByRole('listbox').element().focus();
  await press('Enter');
  await expect.element(part(/Paragraph 1/)).toHaveFocus();
  await press('2');
  await expect.element(part(/Paragraph 1.*Your choice: on the site/)).toHaveFocus();
  await press('ArrowDown', 'ArrowDown');
  await expect.element(part(/Paragraph 3/)).toHaveFocus();
  await press('e');
  await expect.element(page.getByRole('textbox', { name: /Paragraph 3/ })).toHaveFocus();
  await page.getByRole('textbox', { name: /Paragraph 3/ }).fill('Glue is not needed.');
  await press('Escape');
  await expect.element(part(/Paragraph 3.*Your own words/)).toHaveFocus();
  await expect.element(page.getByText('Everything is chosen')).toBeVisible();
  const [line] = demo.lines;
  await press('Ctrl+Enter');
  await expect.poll(() => demo.sent.length).toBe(1);
  expect(demo.sent[0]).toEqual({
    method: 'POST',
    path: `/polydesk/v1/live/plan/${line?.key}/resolve`,
    body: {
      fields: {
        content: [
          paragraph('Use two tyre levers, a hand apart.'),
          paragraph('Inflate the tube a little before you fit it, so that it does not twist.'),
          paragraph('Glue is not needed.'),
        ].join('\n\n'),
      },
      here: 'here-655',
      there: 'there-655',
    },
  });
  await expect.element(page.getByText('The conflict in How to fix a flat tyre is resolved.')).toBeVisible();
});

test('single keys can be switched off: the buttons remain', async () => {
  preferences.hasSingleKeys = false;
  try {
    await openLive(demoLive(), 'conflicts');
    const first = part(/Paragraph 1/);
    await expect.element(first).toBeVisible();
    first.element().focus();
    await press('2', ']');
    await expect.element(part(/Paragraph 1.*not chosen/)).toBeVisible();
    await first.getByRole('radio', { name: 'Use: On the site' }).click();
    await expect.element(part(/Paragraph 1.*Your choice: on the site/)).toBeVisible();
  } finally {
    preferences.hasSingleKeys = true;
  }
});

test('saving leads to the next conflict, none is left out', async () => {
  const state = 'conflict' as const;
  const more = [line(657, { title: 'Second', state }), line(658, { title: 'Third', state })];
  await openLive(demoLive({ lines: [...LINES.slice(0, 1), ...more] }), 'conflicts');
  await page.getByRole('button', { name: 'Keep all of mine' }).click();
  await save().click();
  await expect.element(page.getByRole('option', { name: /How to fix/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole('option', { name: /Second/ })).toHaveAttribute('aria-selected', 'true');
});

test('an item deleted there and edited here is kept or deleted', async () => {
  const demo = demoLive();
  await openLive(demo, 'conflicts');
  await page.getByRole('option', { name: /زيارة باريس/ }).click();
  await expect.element(page.getByText('Deleted on the site, edited here.')).toBeVisible();
  await page.getByRole('radio', { name: 'Keep it' }).click();
  await save().click();
  const key = demo.lines[1]?.key ?? '';
  await expect
    .poll(() => demo.sent)
    .toEqual([
      { method: 'PATCH', path: '/polydesk/v1/live/choices', body: { choices: { [key]: 'here' } } },
      { method: 'POST', path: '/polydesk/v1/live/pulls', body: { lines: [key] } },
    ]);
});

test('a file that was deleted there and is not here is kept by adding it first', async () => {
  const demo = demoLive();
  const gone = demo.lines[1] ?? expect.fail('No line');
  demo.first = ({ path }) =>
    path.endsWith(`/live/plan/${gone.key}`) ? { body: { ...itemOf(gone), lacks_file: true } } : undefined;
  await openLive(demo, 'conflicts');
  await page.getByRole('option', { name: /زيارة باريس/ }).click();
  await expect
    .element(page.getByRole('radio', { name: 'Keep it' }))
    .toHaveAccessibleDescription(/^Its file is not here. Add it under Media/);
  await expectNoFaults();
});

test('a side that changed meanwhile is reported, and nothing was saved', async () => {
  const demo = demoLive();
  demo.first = ({ method, path }) =>
    method === 'POST' && path.endsWith('/resolve')
      ? { status: 409, body: { code: 'polydesk_conflict', message: 'Changed.', data: { status: 409 } } }
      : undefined;
  await openLive(demo, 'conflicts');
  await page.getByRole('button', { name: 'Keep all of mine' }).click();
  await save().click();
  await expect.element(page.getByText(/Somebody changed it meanwhile/)).toBeVisible();
  await expect.element(page.getByText('2 parts left to choose')).toBeVisible();
});

test('at 900 × 600 the columns have the room; below 760 the result is first, with one side at a time', async () => {
  await openLive(demoLive(), 'conflicts');
  await expect.element(part(/Paragraph 1/)).toBeVisible();
  await page.viewport(900, 600);
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await expect.element(page.getByText('veloatlas.example')).not.toBeInTheDocument();
  const columns = () => getComputedStyle(part(/Paragraph 1/).element()).gridTemplateColumns.split(' ').length;
  expect(columns()).toBe(3);
  await expectNoFaults();
  await page.getByRole('button', { name: 'Conflict 1 of 2' }).click();
  await page.getByRole('menuitem', { name: /زيارة باريس/ }).click();
  await expect.element(page.getByText('Deleted on the site, edited here.')).toBeVisible();
  await press('[');
  await expect.element(part(/Paragraph 1/)).toBeVisible();
  await page.viewport(720, 600);
  await expect.poll(columns).toBe(1);
  const top = (words: string) =>
    part(/Paragraph 1/)
      .getByText(words)
      .element()
      .getBoundingClientRect().top;
  expect(top('or write your own')).toBeLessThan(top('Paragraph 1 · edited'));
  await page.getByRole('radio', { name: 'On the site', exact: true }).click();
  await expect.element(part(/Paragraph 1/).getByText(/a hand/)).toBeVisible();
  await expectNoFaults();
});

test('what was edited of an item that is gone on the other side is shown', async () => {
  await openLive(demoLive({ lines: demoLive().lines.slice(1) }), 'conflicts');
  await expect.element(page.getByText(/0 of 1 chosen/)).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Title' })).toBeVisible();
});

test('a twin is a question: Y pairs, N keeps two, and both can be taken back', async () => {
  const demo = demoLive();
  await openLive(demo, 'pairs');
  await expect.element(page.getByRole('heading', { name: 'Is this the same item?' })).toBeVisible();
  await expect.element(page.getByRole('rowheader', { name: 'Slug' })).toBeVisible();
  await expectNoFaults();
  await press('n');
  await expect.element(page.getByRole('heading', { name: 'No questions left.' })).toBeVisible();
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect.element(page.getByRole('heading', { name: 'Is this the same item?' })).toBeVisible();
  await press('y');
  const one = demo.lines.find(({ id }) => id === 902);
  await expect.poll(() => demo.sent.at(-1)?.body).toEqual({ choices: { [one?.key ?? '']: 'same' } });
  await press('Ctrl+z');
  await expect.poll(() => demo.sent.at(-1)?.body).toEqual({ choices: {}, apart: { [one?.key ?? '']: one?.twin } });
});

test('blocks that are the same stand folded at their place, and are unfolded by keys', async () => {
  const [first] = LINES.slice(0, 1);
  const content = (...words: string[]) => words.map(paragraph).join('\n\n');
  const sides = {
    base: content('First words.', 'Second one.', 'Third words.', 'Fourth words.'),
    here: content('First words.', 'Second from here.', 'Third words.', 'Fourth words.'),
    there: content('First words.', 'Second from there.', 'Third words.', 'Fourth words.'),
  };
  const field = { field: 'content', state: 'conflict', ...sides, merged: sides.here, choice: null };
  const item = first && { ...itemOf(first), fields: [field] };
  await openLive(
    demoLive({ first: ({ path }) => (path === `/polydesk/v1/live/plan/${first?.key}` ? { body: item } : undefined) }),
    'conflicts',
  );
  await expect.element(part(/Paragraph 2/)).toBeVisible();
  const folds = page.getByRole('button', { name: /the same/ });
  expect(folds.elements().map((one) => one.textContent?.trim())).toEqual([
    '1 block is the same',
    '2 blocks are the same',
  ]);
  const order = [folds.elements()[0], part(/Paragraph 2/).element(), folds.elements()[1]];
  const tops = order.map((one) => one?.getBoundingClientRect().top ?? 0);
  expect(tops.toSorted((a, b) => a - b)).toEqual(tops);
  await expect.element(page.getByText('Fourth words.')).not.toBeInTheDocument();
  (folds.elements()[1] as HTMLElement).focus();
  await press('Enter');
  await expect.element(page.getByText('Fourth words.')).toBeVisible();
  await expect.element(folds.nth(1)).toHaveAttribute('aria-expanded', 'true');
  await expectNoFaults();
});
