// A push that stops says how often it tried the step at which it stopped, and for how long.
import { afterEach, expect, test } from 'vitest';
import { openRig, write, type Rig } from './rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

/** What the report says of the attempts at each step. */
function triesOf({ here }: Rig, run: number): unknown[] {
  const request = { method: 'GET', path: `/polydesk/v1/live/pushes/${run}` };
  const { steps } = here.engine.dispatch(request, here.admin).body as { steps: { state: string; tries: unknown }[] };
  return steps.map(({ state, tries }) => [state, tries]);
}
const NONE = { count: 0, since: '', until: '' };

test.each([
  ['before it was sent', 'GET', 'planned'],
  ['once it was sent', 'POST', 'sent'],
])('tried three times, %s: stored with the step until it goes on', async (_name, method, state) => {
  const own = (rig = await openRig());
  await own.check();
  own.pull();
  for (const title of ['One', 'Two']) write(own, '/wp/v2/tags', { name: title, slug: title, lang: 'en' });
  const times = ['10:52:31', '10:53:00', '10:54:36'];
  let now = '';
  const tools = { ...own.tools, now: () => new Date(`2026-11-23T${now}Z`) };
  let asked = 0;
  [now = ''] = times;
  const isMeant = (path: string): boolean => (method === 'GET' ? /tags\?.*slug=one\b/i : /tags(\?|$)/).test(path);
  own.line.rule = (request) => {
    if (request.method !== method || !isMeant(request.path)) return undefined;
    now = times[Math.min(asked++, 2)] ?? '';
    return 'before';
  };
  const { run, fault } = await own.push({}, { tools });
  expect(fault).toBe('polydesk_live_offline');
  const tries = { count: 3, since: '2026-11-23T10:52:31.000Z', until: '2026-11-23T10:54:36.000Z' };
  expect(triesOf(own, run)[0]).toEqual([state, tries]);
  expect(
    triesOf(own, run)
      .slice(1)
      .every((one) => JSON.stringify(one) === JSON.stringify(['planned', NONE])),
  ).toBe(true);
  own.line.rule = () => undefined;
  expect((await own.resume(run)).fault).toBe('');
  expect(triesOf(own, run)).toEqual(triesOf(own, run).map(() => ['done', NONE]));
});
