// Every parameter nested, listed, duplicated and of the wrong type, in queries, bodies and batches, for six callers, on sites
// with addresses in five scripts. `npm run test:long` sends 100,000; POLYDESK_FUZZ_SEED repeats a run.
import { expect, test } from 'vitest';
import { faultOf, openGround, SCRIPTS, shapedRequest, type Script } from './shapes.ts';
import { createDice } from './malformed.ts';
import { seed, TIME } from './seed.ts';

const many = Number(process.env['POLYDESK_FUZZ_RUNS'] ?? '1');
const REQUESTS = many === 1 ? 4000 : 10_000 * many;
/** So many go to one site: what they make shall not fill it. */
const EACH = 500;

const seen = { callers: new Set<string>(), answers: new Set<number>(), parameters: 0 };

/** Sends requests to a site of its own; what was wrong. */
function sendTo(script: Script, { first, most, dice }: { first: number; most: number; dice: (n: number) => number }) {
  const ground = openGround(script);
  seen.parameters = ground.parameters.length;
  const faults = Array.from({ length: most }, (_, n) => {
    const { what, caller, request } = shapedRequest(ground, first + n, dice);
    seen.callers.add(caller.name);
    const fault = faultOf(() => {
      const answer = ground.bench.engine.dispatch(request, caller);
      seen.answers.add(answer.status);
      return answer;
    });
    return fault === undefined ? [] : [`${script.name}: ${what}: ${fault}`];
  });
  ground.bench.engine.close();
  return faults.flat();
}

test('however a parameter is sent, no answer is a fault of ours', { timeout: TIME * 10 }, () => {
  const { roll: dice } = createDice(seed);
  const faults: string[] = [];
  for (let first = 0, round = 0; first < REQUESTS; first += EACH, round += 1) {
    const script = SCRIPTS[round % SCRIPTS.length] as Script;
    faults.push(...sendTo(script, { first, most: Math.min(EACH, REQUESTS - first), dice }));
  }
  const answers = [...seen.answers].sort((a, b) => a - b).join(' ');
  process.stdout.write(`${REQUESTS} requests, ${seen.parameters} parameters, answers ${answers}\n`);
  expect(faults.slice(0, 10)).toEqual([]);
  expect(seen.callers.size).toBe(6);
  expect(REQUESTS).toBeGreaterThan(seen.parameters);
  expect(seen.answers.size).toBeGreaterThan(6);
});

test.each([
  ['an answer of 500', () => ({ status: 500, headers: {}, body: {} })],
  ['one within a batch', () => ({ status: 207, headers: {}, body: { responses: [{ status: 500 }] } })],
  ['a header in another script', () => ({ status: 200, headers: { Link: '<https://пример.рф>' }, body: {} })],
  [
    'no answer',
    () => {
      throw new TypeError('x');
    },
  ],
])('control: it is found: %s', (_what, answer) => {
  expect(faultOf(answer)).toBeDefined();
});
