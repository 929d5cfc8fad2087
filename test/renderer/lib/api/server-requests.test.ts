import { afterEach, expect, test, vi } from 'vitest';
import { api, onChange, onServerRequest, openApi } from '../../../../renderer/lib/api/api.ts';

afterEach(() => vi.restoreAllMocks());

/** A stream that sends something and then stays open until it is closed. */
function staying(text: string, signal: AbortSignal | null | undefined): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      signal?.addEventListener('abort', () => controller.error(new DOMException('left', 'AbortError')));
    },
  });
  return new Response(body);
}

test('requests come on the stream of the changes, which goes on where it was, and ends as it began', async () => {
  delete window.polydesk;
  const opened: string[] = [];
  let open = 0;
  vi.spyOn(window, 'fetch').mockImplementation((url, init) => {
    opened.push(`${url as string} ${new Headers(init?.headers).get('last-event-id') ?? ''}`.trim());
    open += 1;
    init?.signal?.addEventListener('abort', () => (open -= 1));
    const request = 'event: request\ndata: {"id":1}\n\n';
    const change = `id: ${6 + opened.length}\ndata: {"id":${6 + opened.length},"items":[]}\n\n`;
    return Promise.resolve(staying((url as string).includes('requests=1') ? request + change : change, init?.signal));
  });
  const heard: unknown[] = [];
  const stopChanges = onChange((notice) => heard.push(notice?.id ?? null));
  await openApi();
  await expect.poll(() => heard).toEqual([7]);
  const lines: unknown[] = [];
  const stop = onServerRequest((line) => lines.push(line));
  await expect.poll(() => heard).toEqual([7, 8]);
  expect(lines).toEqual([null, '{"id":1}']);
  expect(open).toBe(1);
  stop();
  await expect.poll(() => heard).toEqual([7, 8, 9]);
  expect(opened).toEqual([
    '/wp-json/polydesk/v1/events',
    '/wp-json/polydesk/v1/events?requests=1 7',
    '/wp-json/polydesk/v1/events 8',
  ]);
  expect(open).toBe(1);
  stopChanges();
});

test('a stream resumes from its reported start, and nothing is reloaded', async () => {
  delete window.polydesk;
  const opened: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation((_url, init) => {
    opened.push(new Headers(init?.headers).get('last-event-id') ?? '');
    return Promise.resolve(staying('retry: 2000\nid: 12\n\n', init?.signal));
  });
  const heard: unknown[] = [];
  const stopChanges = onChange((notice) => heard.push(notice?.id ?? null));
  await openApi();
  await expect.poll(() => opened).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const stop = onServerRequest(() => undefined);
  await expect.poll(() => opened).toHaveLength(2);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([opened[1], heard]).toEqual(['12', []]);
  stop();
  stopChanges();
});

test('data loaded before the stream was open is reloaded: changes in between were never announced', async () => {
  delete window.polydesk;
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.spyOn(window, 'fetch').mockImplementation(async (url, init) => {
    if (!(url as string).endsWith('/events')) return new Response('[]');
    await promise;
    return staying('retry: 2000\n\n', init?.signal);
  });
  const heard: unknown[] = [];
  const stopChanges = onChange((notice) => heard.push(notice));
  await openApi();
  await api.get('/pll/v1/languages');
  expect(heard).toEqual([]);
  resolve();
  await expect.poll(() => heard).toEqual([null]);
  stopChanges();
});

test('a failing listener does not affect the others, and the stream continues', async () => {
  delete window.polydesk;
  let opened = 0;
  vi.spyOn(window, 'fetch').mockImplementation((_url, init) => {
    opened += 1;
    return Promise.resolve(staying('id: 7\ndata: {"id":7,"items":[]}\n\n', init?.signal));
  });
  const faults = vi.spyOn(window, 'reportError').mockImplementation(() => undefined);
  const heard: unknown[] = [];
  const stops = [
    onChange(() => {
      throw new Error('a fault of ours');
    }),
    onChange((notice) => heard.push(notice?.id ?? null)),
  ];
  await openApi();
  await expect.poll(() => heard).toEqual([7]);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(opened).toBe(1);
  expect(faults).toHaveBeenCalledTimes(1);
  for (const stop of stops) stop();
});
