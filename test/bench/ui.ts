// `npm run bench:ui [-- ROUNDS]`: the built interface in Chromium, on a headless server with a small site. Measures from the
// start of navigation to the first usable screen, and from a click in the sidebar to its screen; prints medians of several rounds
// next to their goals. Asserts nothing, because a busy machine is not a reason to fail.
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { asRoot } from '../../build/bootstrap/chrome-flags.mjs';
import { launch, startServer, type Served } from '../e2e/start.ts';
import { KEY_GOAL_MS, typeAmongFigures, typeInEditor, typeInWriting } from './editor/keystroke.ts';
import { FRAME_GOAL_MS, scrollMatrix } from './matrix/scroll.ts';
import { PALETTE_GOAL_MS, searchPalette } from './palette.ts';
import { signOf, START, SWITCH_GOAL_MS, visitScreens } from './switches.ts';
import { fillSite } from '../gallery/site.ts';
import { askAs } from '../gallery/served.ts';

const START_GOAL_MS = 500;
/** Of a document of 400 blocks, in writing mode. */
const OPEN_GOAL_MS = 150;
const rounds = Number(process.argv[2] ?? 9);

const build = join(resolve(import.meta.dirname, '../..'), 'dist');
const served = await startServer(build);
const browser = await launch(asRoot);
try {
  await fillSite(askAs(served));
  const { token } = await askAs(served)<{ token: string }>('POST', '/polydesk/v1/session', await newCode(served));
  await measureStart(browser, served, token);
  await measureSwitches(browser, served, token);
  await measureKeys(browser, served, token);
  await measureFigures(browser, served, token);
  await measureWriting(browser, served, token);
  await measureScrolling(browser);
  await measurePalette(browser);
} finally {
  await browser.close();
  await served.close();
}

function newCode(from: Served): Promise<{ code: string }> {
  return askAs(from)('POST', '/polydesk/v1/session');
}

interface Start extends Seen {
  /** What the page itself needed of a processor, however busy the machine is with other things. */
  work: number;
}

interface Seen {
  usable: number;
  html: number;
  code: number;
  requests: number;
  kilobytes: number;
  calls: string[];
}

async function measureStart(from: Browser, { url }: Served, token: string): Promise<void> {
  const starts: Start[] = [];
  // The first one warms up the server and Chromium; nothing of the page is kept between rounds.
  for (let round = 0; round <= rounds; round++) {
    const page = await openPage(from, token);
    const counters = await page.context().newCDPSession(page);
    await counters.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(`${url}/#/${START}`);
    await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
    const start = await page.evaluate(readStart);
    const { metrics } = await counters.send('Performance.getMetrics');
    const work = 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
    if (round > 0) starts.push({ ...start, work });
    await page.context().close();
  }
  const of = (name: 'usable' | 'html' | 'code' | 'work') => median(starts.map((start) => start[name]));
  const [last] = starts;
  print('start to first usable screen', of('usable'), START_GOAL_MS);
  console.log(`  page answered ${ms(of('html'))}, code there ${ms(of('code'))}, work of the page ${ms(of('work'))}`);
  console.log(`  ${last?.requests} requests, ${last?.kilobytes} KB`);
  for (const call of last?.calls ?? []) console.log(`  ${call}`);
}

/** The longest of the first visits counts too: it is the one that is noticed. */
async function measureSwitches(from: Browser, { url }: Served, token: string): Promise<void> {
  const { first, later } = await visitScreens(() => openPage(from, token), url, rounds);
  for (const [id, times] of Object.entries(first)) {
    print(`switch to ${id} for the first time`, median(times), SWITCH_GOAL_MS);
    console.log(`  of ${times.length} pages, the longest ${ms(Math.max(...times))}`);
  }
  for (const [id, times] of Object.entries(later)) print(`switch to ${id}`, median(times), SWITCH_GOAL_MS);
}

/** The longest frame by the clock, and the longest work of the page by the processor: a busy machine does not count there. */
async function measureScrolling(from: Browser): Promise<void> {
  for (const { name, longest, median: usual, work, frames } of await scrollMatrix(from, build)) {
    print(`matrix of 100,000 x 30 ${name}`, longest, FRAME_GOAL_MS);
    console.log(`  ${frames} frames, half of them in ${ms(usual)} or less; most work of the page at once ${ms(work)}`);
  }
}

/** The palette: from the second letter to the last change of the list. */
async function measurePalette(from: Browser): Promise<void> {
  const times = (await searchPalette(from, build, rounds)).toSorted((a, b) => a - b);
  print('palette', median(times), PALETTE_GOAL_MS);
  console.log(`  of ${times.length}, 95 % within ${ms(times[Math.floor(times.length * 0.95)] ?? NaN)}`);
}

/** In the editor, 10,000 words beside 10,000. */
async function measureKeys(from: Browser, served: Served, token: string): Promise<void> {
  const page = await openPage(from, token);
  const times = (await typeInEditor(page, served.url, askAs(served))).toSorted((a, b) => a - b);
  await page.context().close();
  print('keystroke to paint in the editor', median(times), KEY_GOAL_MS);
  console.log(`  of ${times.length}, 95 % within ${ms(times[Math.floor(times.length * 0.95)] ?? NaN)}`);
}

/** In the editor, 400 blocks beside 400, a hundred of them tables and a hundred pictures. */
async function measureFigures(from: Browser, served: Served, token: string): Promise<void> {
  const page = await openPage(from, token);
  const { opened, inText, inCell } = await typeAmongFigures(page, served.url, askAs(served));
  await page.context().close();
  console.log(`editor opened with 400 blocks: ${ms(opened)} from the address to texts that can be written in`);
  for (const [what, times] of [['a text', inText] as const, ['a cell', inCell] as const]) {
    const sorted = times.toSorted((a, b) => a - b);
    print(`keystroke to paint in ${what} among 400 blocks`, median(sorted), KEY_GOAL_MS);
    console.log(`  of ${sorted.length}, 95 % within ${ms(sorted[Math.floor(sorted.length * 0.95)] ?? NaN)}`);
  }
}

/** In writing mode, 400 blocks. */
async function measureWriting(from: Browser, served: Served, token: string): Promise<void> {
  const page = await openPage(from, token);
  const { opened, times } = await typeInWriting(page, served.url, askAs(served));
  await page.context().close();
  const sorted = times.toSorted((a, b) => a - b);
  print('writing mode opened with 400 blocks', opened, OPEN_GOAL_MS);
  print('keystroke to paint in writing mode, 400 blocks', median(sorted), KEY_GOAL_MS);
  console.log(`  of ${sorted.length}, 95 % within ${ms(sorted[Math.floor(sorted.length * 0.95)] ?? NaN)}`);
}

async function openPage(from: Browser, token: string): Promise<Page> {
  const context = await from.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(
    ([session, selector]) => {
      sessionStorage.setItem('polydesk.session', session);
      const look = (): void => {
        // After the frame in which it was drawn.
        if (document.querySelector(selector)) setTimeout(() => performance.mark('usable'));
        else requestAnimationFrame(look);
      };
      look();
    },
    [token, signOf(START)] as const,
  );
  return context.newPage();
}

/** Runs in the page. */
function readStart(): Seen {
  const [page] = performance.getEntriesByType('navigation') as PerformanceResourceTiming[];
  const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const end = performance.getEntriesByName('usable')[0]?.startTime ?? 0;
  // What comes later is for other screens.
  const own = all.filter(({ name, responseEnd }) => !name.endsWith('/events') && responseEnd < end);
  const code = own.filter(({ name }) => name.endsWith('.js'));
  const calls = own.filter(({ name }) => name.includes('/wp-json/'));
  return {
    usable: end,
    html: page?.responseEnd ?? 0,
    code: Math.max(...code.map(({ responseEnd }) => responseEnd)),
    requests: own.length,
    kilobytes: Math.round(own.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024),
    calls: calls.map(
      ({ name, startTime, responseEnd }) =>
        `${Math.round(startTime)} to ${Math.round(responseEnd)} ms: ${new URL(name).pathname.replace('/wp-json', '')}`,
    ),
  };
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

function print(what: string, time: number, goal: number): void {
  console.log(`${what.padEnd(44)} ${ms(time).padStart(8)}  goal ${goal} ms${time > goal ? '  MISSED' : ''}`);
}

function ms(time: number): string {
  return `${Math.round(time)} ms`;
}
