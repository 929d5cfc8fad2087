import { expect, test } from 'vitest';
import { openApi } from '../../../renderer/lib/api/api.ts';
import { Resource } from '../../../renderer/lib/resource.svelte.ts';
import { fakeEngine } from '../helpers.ts';

const change = (kind: string) => ({
  id: 1,
  at: '',
  author: '',
  origin: 'token',
  summary: '',
  items: [{ kind, id: 1, op: 'update' }],
});

test('it is loading, then ready; the old value stays while it is read again, and when that fails', async () => {
  const answers = [() => Promise.resolve(1), () => Promise.reject(new Error('away')), () => Promise.resolve(2)];
  const resource = new Resource(() => answers.shift()!());
  expect(resource.state).toBe('loading');
  await resource.reload();
  expect([resource.state, resource.value]).toEqual(['ready', 1]);
  const again = resource.reload();
  expect([resource.isLoading, resource.value]).toEqual([true, 1]);
  await again;
  expect([resource.state, resource.value, resource.error?.message]).toEqual(['ready', 1, 'away']);
  await resource.reload();
  expect([resource.value, resource.error]).toEqual([2, null]);
});

test('a value that never arrived is an error', async () => {
  const resource = new Resource(() => Promise.reject(new Error('away')));
  await resource.reload();
  expect(resource.state).toBe('error');
});

test('of two readings the later one counts, and what was set counts more', async () => {
  const waiting: ((value: number) => void)[] = [];
  const resource = new Resource(() => new Promise<number>((resolve) => waiting.push(resolve)));
  const both = [resource.reload(), resource.reload()];
  waiting[1]?.(2);
  waiting[0]?.(1);
  await Promise.all(both);
  expect(resource.value).toBe(2);
  const third = resource.reload();
  resource.set(9);
  waiting[2]?.(3);
  await third;
  // The running request may have returned newer data: it is read once again.
  expect([resource.value, resource.isLoading]).toEqual([9, true]);
  waiting[3]?.(10);
  await expect.poll(() => [resource.value, resource.isLoading]).toEqual([10, false]);
  resource.set(11);
  expect(waiting).toHaveLength(4);
});

test('a caller that wants the latest value never gets one of a superseded read', async () => {
  const waiting: ((value: number) => void)[] = [];
  const resource = new Resource(() => new Promise<number>((resolve) => waiting.push(resolve)));
  const first = resource.reload();
  waiting[0]?.(1);
  await first;
  void resource.reload();
  const latest = resource.latest();
  void resource.reload();
  waiting[1]?.(2);
  waiting[2]?.(3);
  expect(await latest).toBe(3);
});

test('it is read again after changes that concern it, until it is closed', async () => {
  const engine = fakeEngine(() => undefined);
  await openApi();
  let readings = 0;
  const resource = new Resource(() => Promise.resolve(++readings), { kinds: ['language'] });
  const close = resource.open();
  await expect.poll(() => resource.value).toBe(1);
  engine.tell(change('post'));
  engine.tell(change('language'));
  await expect.poll(() => resource.value).toBe(2);
  close();
  engine.tell(change('language'));
  expect(readings).toBe(2);
});

test('prefetched data is available on opening, and is not requested twice', async () => {
  const engine = fakeEngine(() => undefined);
  await openApi();
  let asked = 0;
  const resource = new Resource(() => Promise.resolve(++asked), { kinds: ['settings'] });
  resource.readAhead();
  resource.readAhead();
  await expect.poll(() => resource.value).toBe(1);
  resource.open()();
  expect(asked).toBe(1);
  // What changed while nobody looked is read again by who looks next: the old value until then.
  engine.tell(change('settings'));
  engine.tell(change('post'));
  expect([asked, resource.value]).toEqual([1, 1]);
  const close = resource.open();
  expect(resource.value).toBe(1);
  await expect.poll(() => resource.value).toBe(2);
  close();
  resource.open()();
  expect(asked, 'after a change there is no telling what else was missed').toBe(3);
});

test('a failed prefetch is repeated on opening', async () => {
  const answers = [() => Promise.reject(new Error('away')), () => Promise.resolve(7)];
  const resource = new Resource(() => answers.shift()!());
  resource.readAhead();
  await expect.poll(() => resource.state).toBe('error');
  const close = resource.open();
  await expect.poll(() => resource.value).toBe(7);
  close();
});
