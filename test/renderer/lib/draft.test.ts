import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { ApiError } from '../../../renderer/lib/api/api-error.ts';
import { Draft, isSame } from '../../../renderer/lib/draft.svelte.ts';

interface Saved {
  name: string;
  sync: string[];
  domains: Record<string, string>;
}
const saved = (): Saved => ({ name: 'Arabic', sync: ['post_date'], domains: { fr: 'fr.example' } });

test('only differing fields are changed, and changing back is not a change', () => {
  const draft = new Draft(saved());
  draft.value.sync.push('sticky_posts');
  draft.value.name = 'Arabe';
  expect(draft.changes).toEqual({ name: 'Arabe', sync: ['post_date', 'sticky_posts'] });
  draft.value.name = 'Arabic';
  expect(draft.changed).toEqual(['sync']);
  draft.discard();
  expect(draft.isDirty).toBe(false);
  expect(draft.value.sync).toEqual(['post_date']);
});

test('a change from elsewhere moves what was not touched', () => {
  const draft = new Draft(saved());
  draft.value.name = 'Arabe';
  draft.rebase({ ...saved(), name: 'العربية', sync: [] });
  expect(draft.value).toEqual({ name: 'Arabe', sync: [], domains: { fr: 'fr.example' } });
  expect(draft.changed).toEqual(['name']);
});

test('edits keep their base value until the saved one has been seen', () => {
  const draft = new Draft(saved());
  draft.value.domains['fr'] = 'mine.example';
  draft.rebase({ ...saved(), name: 'العربية', domains: { fr: 'other.example', de: 'new.example' } });
  expect(draft.saved.domains).toEqual({ fr: 'other.example', de: 'new.example' });
  expect(draft.over).toEqual({ ...saved(), name: 'العربية', domains: { fr: 'fr.example', de: 'new.example' } });
  draft.see();
  expect(draft.over).toEqual(draft.saved);
});

test('a change from elsewhere in the same field joins the edits in it', () => {
  const draft = new Draft<Saved>({
    ...saved(),
    sync: ['post_date', 'post_meta'],
    domains: { fr: 'fr.example', de: '' },
  });
  draft.value.sync = ['post_date', 'sticky_posts'];
  draft.value.domains['fr'] = 'mine.example';
  draft.rebase({
    ...saved(),
    sync: ['taxonomies', 'post_date', 'post_meta'],
    domains: { fr: 'fr.example', de: 'de.example', ar: '' },
  });
  expect(draft.value.sync).toEqual(['taxonomies', 'post_date', 'sticky_posts']);
  expect(draft.value.domains).toEqual({ fr: 'mine.example', de: 'de.example', ar: '' });
  expect(draft.changed).toEqual(['sync', 'domains']);
});

test('saving takes the stored form; what was edited meanwhile stays a change', async () => {
  const draft = new Draft(saved());
  draft.value.name = ' Arabe ';
  const saving = draft.save(async (changes) => {
    expect(changes).toEqual({ name: ' Arabe ' });
    draft.value.sync = [];
    await Promise.resolve();
    return { ...saved(), name: 'Arabe' };
  });
  expect(draft.isSaving).toBe(true);
  await saving;
  expect(draft.value.name).toBe('Arabe');
  expect(draft.changed).toEqual(['sync']);
  expect(draft.isSaving).toBe(false);
});

test('saves are serialised: a double press is sent once, later edits are sent then', async () => {
  const draft = new Draft(saved());
  const sent: unknown[] = [];
  const write = async (changes: object) => {
    sent.push(changes);
    await Promise.resolve();
    return { ...saved(), ...changes };
  };
  draft.value.name = 'Arabe';
  const saves = [draft.save(write), draft.save(write)];
  expect(await saves[1]).toBe(undefined);
  expect(sent).toEqual([{ name: 'Arabe' }]);
  draft.value.name = 'Arabic';
  const first = draft.save(write);
  draft.value.sync = [];
  const second = draft.save(write);
  await Promise.all([first, second]);
  expect(sent.slice(1)).toEqual([{ name: 'Arabic' }, { sync: [] }]);
  expect(draft.isDirty || draft.isSaving).toBe(false);
});

test('reloaded before the answer arrived: values added by the engine are saved ones, not edits', async () => {
  const draft = new Draft(saved());
  draft.value.domains['de'] = 'de.example';
  await draft.save(async (changes) => {
    // The event of a write arrives before its response, which contains only what was sent.
    draft.rebase({ ...saved(), name: 'Arabisch', domains: { fr: 'fr.example', de: 'de.example', ar: 'ar.example' } });
    await Promise.resolve();
    return { ...saved(), ...changes };
  });
  expect(draft.changed).toEqual([]);
  const told = { name: 'Arabisch', domains: { fr: 'fr.example', de: 'de.example', ar: 'ar.example' } };
  expect(draft.value).toMatchObject(told);
  draft.discard();
  expect(draft.value).toMatchObject(told);
});

test('read again while a save is under way, and edited: the edit alone stays a change', async () => {
  const draft = new Draft(saved());
  draft.value.name = 'Arabe';
  await draft.save(async (changes) => {
    draft.rebase({ ...saved(), name: 'Arabe', sync: ['post_date', 'taxonomies'] });
    draft.value.name = 'Arabic script';
    await Promise.resolve();
    return { ...saved(), ...changes };
  });
  expect(draft.changes).toEqual({ name: 'Arabic script' });
  expect(draft.value.sync).toEqual(['post_date', 'taxonomies']);
});

const invalid = (params: Record<string, string>, details = {}) =>
  new ApiError(400, { code: 'rest_invalid_param', message: 'Invalid: x', data: { status: 400, params, details } });

test('an error stays at its field until that field is edited', async () => {
  const draft = new Draft(saved());
  draft.value.name = '';
  draft.value.domains['fr'] = 'ftp:x';
  const details = { domains: { code: 'rest_invalid_uri', data: { param: 'domains[fr]' } } };
  const done = await draft.save(() => Promise.reject(invalid({ name: 'Too short', domains: 'No address' }, details)));
  flushSync();
  expect(done).toBe(undefined);
  expect(draft.errors).toEqual({ name: 'Too short', 'domains[fr]': 'No address' });
  expect(draft.field('domains')).toEqual({ name: 'domains', isChanged: true, error: 'No address' });
  draft.value.domains['de'] = 'de.example';
  draft.value.name = 'x';
  expect(draft.errors).toEqual({ 'domains[fr]': 'No address' });
  draft.value.domains['fr'] = 'fr.example';
  expect(draft.errors).toEqual({});
});

test('an error without a field is shown for the whole form', async () => {
  const draft = new Draft(saved());
  const error = new ApiError(400, {
    code: 'pll_x',
    message: 'First.',
    data: { status: 400 },
    additional_errors: [{ message: 'Second.' }],
  });
  await draft.save(() => Promise.reject(error));
  expect(draft.fault).toBe('First. Second.');
  await draft.save(() => Promise.reject(invalid({ strange: 'No such field' })));
  expect(draft.fault).toBe('Invalid: x');
});

test.each([
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: [1, 2] }, { a: [2, 1] }, false],
  [{}, [], false],
  [null, {}, false],
  [{ a: undefined }, {}, false],
])('isSame(%j, %j) is %s', (a, b, same) => {
  expect(isSame(a, b)).toBe(same);
});
