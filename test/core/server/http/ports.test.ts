import { expect, test } from 'vitest';
import { listenOn } from '../../../../core/server/http/ports.ts';

const fail = (code: string): Error => Object.assign(new Error(code), { code });

/** Listens unless the port is taken; returns the ports that were tried. */
function fake(taken: readonly number[], code = 'EADDRINUSE') {
  const tried: number[] = [];
  const listen = (port: number): Promise<number> => {
    tried.push(port);
    return taken.includes(port) ? Promise.reject(fail(code)) : Promise.resolve(port);
  };
  return { tried, listen };
}

const all = Array.from({ length: 20 }, (_, n) => 24180 + n);

test.each([
  ['the first one', { taken: [], asked: undefined, last: undefined }, 24180],
  ['the next free one', { taken: [24180, 24181], asked: undefined, last: undefined }, 24182],
  ['that of the last time', { taken: [], asked: undefined, last: 24190 }, 24190],
  ['another one when it is taken', { taken: [24190], asked: undefined, last: 24190 }, 24180],
  ['none outside the range', { taken: [], asked: undefined, last: 8080 }, 24180],
  ['the one asked for', { taken: [], asked: 8080, last: 24190 }, 8080],
  ['any', { taken: [], asked: 0, last: 24190 }, 0],
])('%s', async (_what, { taken, asked, last }, expected) => {
  expect(await listenOn(fake(taken).listen, { asked, last })).toBe(expected);
});

test.each([
  { what: 'all are taken', taken: all, asked: undefined, code: 'EADDRINUSE', words: '24180 to 24199', tries: 20 },
  {
    what: 'the one asked for is taken',
    taken: [8080],
    asked: 8080,
    code: 'EADDRINUSE',
    words: '8080 is in use',
    tries: 1,
  },
  { what: 'it may not be used', taken: [80], asked: 80, code: 'EACCES', words: 'may not be used', tries: 1 },
])('$what: 69, and no other is tried', async ({ taken, asked, code, words, tries }) => {
  const { listen, tried } = fake(taken, code);
  const message: unknown = expect.stringContaining(words);
  await expect(listenOn(listen, { asked, last: undefined })).rejects.toMatchObject({ exitCode: 69, message });
  expect(tried).toHaveLength(tries);
});

test('another failure is not a taken port', async () => {
  const { listen, tried } = fake(all, 'EMFILE');
  await expect(listenOn(listen, { asked: undefined, last: undefined })).rejects.toMatchObject({ code: 'EMFILE' });
  expect(tried).toHaveLength(1);
});
