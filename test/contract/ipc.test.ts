import { expect, test, vi } from 'vitest';
import { BUILT } from './left-out.ts';
import { canSay, runOverIpc } from './over-ipc.ts';
import { loadCases, type ContractCase } from './replay.mjs';

// The parts of the Electron stand-in that the window and its transport use.
vi.mock('electron', async () => ({
  ...(await import('../standin/ipc.ts')),
  ...(await import('../standin/scheme.ts')),
  ...(await import('../standin/extras.ts')),
  ...(await import('../standin/window.ts')),
}));

/** A sample of the recorded answers through the transport of the window: the same table as in process and over HTTP. */
const SAMPLE = 100;
const groups = new Map<string, ContractCase[]>();
for (const one of loadCases([`${import.meta.dirname}/cases`])) {
  if (BUILT.includes(one.group) && canSay(one.request)) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
}

/** From each group in turn, so that every group is there: the first of each, then one from its middle, and so on. */
const spread = [...groups.values()].map((cases) => {
  const step = Math.max(1, Math.floor(cases.length / 4));
  return cases.toSorted((a, b) => (cases.indexOf(a) % step) - (cases.indexOf(b) % step));
});
const rounds = Array.from({ length: SAMPLE }, (_, round) => spread.flatMap((cases) => cases[round] ?? []));
const sample = rounds.flat().slice(0, SAMPLE);

test.each(sample.map((one) => [one.id, one.note, one] as const))('%s %s', async (_id, _note, one) => {
  expect(await runOverIpc(one)).toBeNull();
});

test('the sample has cases of every group', () => {
  expect(sample).toHaveLength(SAMPLE);
  expect(new Set(sample.map(({ group }) => group))).toEqual(new Set(BUILT));
});

test('control: an answer that differs is seen', async () => {
  const [one] = sample;
  if (!one) throw new Error('No case');
  const { status } = one.expect as { status: number };
  expect(await runOverIpc({ ...one, expect: { status: status + 1 } })).toMatchObject({ path: 'status' });
});
