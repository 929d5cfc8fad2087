import { expect, test } from 'vitest';
import { readEvents, followStream } from '../../../renderer/lib/api/event-stream.ts';

function stream(...pieces: string[]): ReadableStream<Uint8Array> {
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece));
  return new ReadableStream({
    pull(controller) {
      const next = bytes.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
  });
}

test.each([
  [['id: 1\ndata: a\n\n']],
  [['id: 1\nda', 'ta: a\n', '\n']],
  [['retry: 2000\n\n: still here\n\nid: 1\r\nevent: change\r\ndata: a\r\n\r\n']],
])('events however they are cut: %j', async (pieces) => {
  const found = [];
  for await (const event of readEvents(stream(...pieces))) found.push(`${event.id} ${event.data}`);
  expect(found).toEqual(['1 a']);
});

test('after a disconnect it resumes where it stopped; too late, everything is reloaded', async () => {
  const said: string[] = [];
  const stop = new AbortController();
  const answers = [
    () => new Response(stream('id: 7\ndata: a\n\n')),
    () => Promise.reject(new TypeError('away')),
    () => new Response(null, { status: 410 }),
    () => new Response(stream('id: 9\ndata: b\n\n')),
  ];
  await followStream(
    {
      open: (last) => {
        said.push(`open ${last}`);
        const answer = answers.shift();
        if (!answer) stop.abort();
        return Promise.resolve(answer?.() ?? new Response(null, { status: 401 }));
      },
      onEvent: ({ data }) => said.push(`event ${data}`),
      onGap: () => said.push('gap'),
      onState: (state) => said.push(state),
    },
    stop.signal,
  );
  expect(said).toEqual([
    'open ',
    'online',
    'event a',
    'open 7',
    'offline',
    'open 7',
    'open ',
    'online',
    'gap',
    'event b',
    'open 9',
    'signed-out',
  ]);
});
