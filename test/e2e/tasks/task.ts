// What a task is, and how the ten are done: by mouse and by keyboard alone, in one environment of the interface.
import { afterAll, describe, expect, test } from 'vitest';
import { useApp, type App } from '../app.ts';
import type { Place } from '../start.ts';
import { takeKeys, takeMouse, type Keys, type Mouse } from './hands.ts';
import { contentTasks } from './content-tasks.ts';
import { dataTasks } from './data-tasks.ts';
import { siteTasks } from './site-tasks.ts';
import { noteSteps, type Steps } from './steps.ts';

/** Something that people do, from the screen they start at to its end. */
export interface Task {
  name: string;
  /** More steps than these are a fault: by mouse, by keys. */
  most: { mouse: number; keys: number };
  /** Before each of the two: by the API, as another program does it. The address it starts at, where that is not the overview. */
  prepare?: (app: App) => Promise<unknown>;
  mouse(app: App, hand: Mouse): Promise<unknown>;
  keys(app: App, hand: Keys): Promise<unknown>;
  /** What stands there after each of the two. */
  check(app: App): Promise<unknown>;
}

const ordinaryTasks: readonly Task[] = [...siteTasks, ...contentTasks, ...dataTasks];

/** `EVERY_HAND` has each task done both ways in both places, as `npm run test:long` does. */
const isWhole = process.env['EVERY_HAND'] !== undefined;

/** Registers tasks in a place, done in one way there; the steps, and the seconds they took, are told at the end of the run. */
export function doTasks(place: Place, way: 'mouse' | 'keys', tasks = ordinaryTasks, list = ''): void {
  let app: App;
  const steps: Steps[] = [];
  useApp(place, '#/overview', (opened) => (app = opened));
  afterAll(() => noteSteps(`${list}${place}`, steps));

  describe.each(tasks)('$name', (task) => {
    const done: Steps = { task: task.name };
    steps.push(done);

    const byMouse = async () => {
      await begin(app, task);
      const hand = takeMouse(app);
      done.mouse = 0;
      const began = performance.now();
      await task.mouse(app, hand);
      done.mouseSeconds = (performance.now() - began) / 1000;
      await task.check(app);
      done.mouse = hand.steps();
      expect(done.mouse, 'steps by mouse').toBeLessThanOrEqual(task.most.mouse);
    };

    const byKeys = async () => {
      await begin(app, task);
      const hand = takeKeys(app);
      done.keys = 0;
      const began = performance.now();
      await task.keys(app, hand);
      done.keysSeconds = (performance.now() - began) / 1000;
      await task.check(app);
      done.keys = hand.steps();
      expect(done.keys, 'steps by keys').toBeLessThanOrEqual(task.most.keys);
    };
    if (isWhole || way === 'mouse') test('by mouse', byMouse);
    if (isWhole || way === 'keys') test('by keyboard alone', byKeys);
  });
}

/** The screen that a task starts at, with the focus where a new screen has it. */
async function begin(app: App, task: Task): Promise<void> {
  const { page } = app;
  const to = await task.prepare?.(app);
  await page.evaluate(() => void (location.hash = '#/overview'));
  await page.locator('a[href="#/overview"][aria-current]').waitFor();
  await page.locator('main').focus();
  if (typeof to === 'string') await page.evaluate((hash) => void (location.hash = hash), to);
}
