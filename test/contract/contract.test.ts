import { describe, expect, test } from 'vitest';
import { runInProcess } from './in-process.ts';
import { loadCases, type ContractCase } from './replay.mjs';
import { BUILT, LEFT_OUT } from './left-out.ts';

/** Recorded responses of the reference service, run through `dispatch` (`contract/README.md`). */
const cases = loadCases([`${import.meta.dirname}/cases`]);

const byGroup = new Map<string, ContractCase[]>();
for (const one of cases) byGroup.set(one.group, [...(byGroup.get(one.group) ?? []), one]);

describe.each([...byGroup.keys()].filter((group) => BUILT.includes(group)))('%s', (group) => {
  test.each(
    (byGroup.get(group) ?? []).filter((one) => !(one.id in LEFT_OUT)).map((one) => [one.id, one.note, one] as const),
  )('%s %s', async (_id, _note, one) => {
    expect(await runInProcess(one)).toBeNull();
  });
});
