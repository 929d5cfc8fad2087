import { expect, test } from 'vitest';
import { BUILT, HTTP_ONLY, LEFT_OUT } from './left-out.ts';
import { runOverHttp } from './over-http.ts';
import { loadCases } from './replay.mjs';

/**
 * A sample of the recorded responses over real HTTP: those that only HTTP can judge, and some of each other kind. All of them,
 * against the program itself: `node test/contract/replay.mjs --cases test/contract/cases -- node build/bootstrap.mjs serve`.
 */
const SAMPLE = 60;
const cases = loadCases([`${import.meta.dirname}/cases`]).filter(({ group }) => BUILT.includes(group));
const onlyHere = cases.filter(({ id }) => LEFT_OUT[id] === HTTP_ONLY);
const rest = cases.filter(({ id }) => !(id in LEFT_OUT));
const others = rest.filter((_, at) => at % Math.ceil(rest.length / SAMPLE) === 0);

test.each([...onlyHere, ...others].map((one) => [one.id, one.note, one] as const))('%s %s', async (_id, _note, one) => {
  expect(await runOverHttp(one)).toBeNull();
});

test('the sample has cases of every kind', () => {
  expect(onlyHere.length).toBeGreaterThan(0);
  expect(new Set(others.map(({ group }) => group.replace(/-.*/, ''))).size).toBeGreaterThan(6);
});
