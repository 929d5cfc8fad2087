import { expect, test } from 'vitest';
import { app } from '../../../renderer/lib/state.svelte.ts';

const arrive = async (hash: string) => {
  location.hash = hash;
  await expect.poll(() => location.hash).toBe(hash);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
  return app.place;
};

test.each([
  ['#/settings/urls?field=browser', { screen: 'settings', item: 'urls', query: { field: 'browser' } }],
  ['#/languages', { screen: 'languages', item: '', query: {} }],
  ['#/languages/%E6%97%A5', { screen: 'languages', item: '日', query: {} }],
  ['#/languages/%', { screen: 'languages', item: '', query: {} }],
])('%s', async (hash, place) => {
  expect(await arrive(hash)).toEqual(place);
});

test('a start link in a tab that is open leads nowhere', async () => {
  expect(await arrive('#/settings/urls')).toMatchObject({ screen: 'settings' });
  expect(await arrive('#code=abc')).toMatchObject({ screen: 'settings', item: 'urls' });
});

test('go leaves a step behind, select does not', () => {
  app.go('languages');
  const steps = history.length;
  app.select('7');
  expect(history.length).toBe(steps);
  expect(location.hash).toBe('#/languages/7');
  app.go('settings', 'urls', { field: 'a b' });
  expect(app.place).toEqual({ screen: 'settings', item: 'urls', query: { field: 'a b' } });
});
