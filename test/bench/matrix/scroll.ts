// Scrolling the matrix of 100,000 groups in 30 languages: the longest frame, by wheel, by jumps and by keys.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startServer } from '../../e2e/start.ts';
import { seededMatrix } from './seed.ts';

const GROUPS = 100_000;
const LANGUAGES = 30;
export const FRAME_GOAL_MS = 32;

/** One way of scrolling, as the page saw it. */
export interface Scrolled {
  name: string;
  frames: number;
  /** From one frame to the next. */
  longest: number;
  median: number;
  /** What the page worked at once, in ms of the processor: so much a frame takes where nothing else runs. */
  work: number;
}

/** Opens the matrix with all languages as columns, and scrolls it. */
export async function scrollMatrix(browser: Browser, build: string): Promise<Scrolled[]> {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-bench-'));
  const file = join(folder, 'matrix.polydesk');
  copyFileSync(seededMatrix(GROUPS, LANGUAGES), file);
  const served = await startServer(build, file);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  try {
    await context.addInitScript(() => {
      localStorage.setItem('polydesk.columns', JSON.stringify({ set: 'all' }));
      localStorage.setItem('polydesk.preferences', JSON.stringify({ isInspectorOpen: false }));
    });
    const page = await context.newPage();
    await page.goto(served.link);
    await page.evaluate(() => (location.hash = '#/posts'));
    await page
      .getByRole('rowheader', { name: /Article/ })
      .first()
      .click();
    await page.waitForTimeout(1000);
    // Once unmeasured: code runs slower the first time.
    await wheel(page, 40);
    const out: Scrolled[] = [];
    for (const [name, act] of Object.entries(ways)) out.push({ name, ...(await measured(page, act)) });
    return out;
  } finally {
    await context.close();
    await served.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Scrolls; the second turn comes to rows that the first did not read. */
type Way = (page: Page, turn: number) => Promise<void>;

const ways: Record<string, Way> = {
  'by wheel': (page) => wheel(page, 120),
  'by wheel, to the side': (page) => wheel(page, 60, true),
  'by jumps of the scroll bar': async (page, turn) => {
    // Found once: to look for a role in a page costs the page some ms, which no hand on a scroll bar does.
    const grid = await page.getByRole('grid').elementHandle();
    if (!grid) throw new Error('There is no grid to scroll.');
    for (let at = 1; at <= 40; at++) {
      await grid.evaluate(
        (element, share) => (element.scrollTop = element.scrollHeight * share),
        (at * 0.37 + turn * 0.005) % 1,
      );
      await page.waitForTimeout(50);
    }
  },
  'by Page Down': async (page) => {
    for (let at = 0; at < 60; at++) await page.keyboard.press('PageDown');
  },
  'by arrow, row after row': async (page) => {
    for (let at = 0; at < 120; at++) await page.keyboard.press('ArrowDown');
  },
};

async function wheel(page: Page, turns: number, isSideways = false): Promise<void> {
  await page.mouse.move(700, 500);
  for (let at = 0; at < turns; at++) {
    await page.mouse.wheel(isSideways ? (at % 30 < 15 ? 80 : -80) : 0, isSideways ? 0 : 240);
    await page.waitForTimeout(16);
  }
}

type Watched = Window & { __frames?: { last: number; gaps: number[]; isOn: boolean } };

/** Twice: first with the trace, which tells the work but takes time of its own from every frame, then the frames alone. */
async function measured(page: Page, act: Way): Promise<Omit<Scrolled, 'name'>> {
  const trace = await startTrace(page);
  await act(page, 0);
  const work = await trace();
  const gaps = await framesOf(page, () => act(page, 1));
  const at = (share: number): number => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * share))] ?? NaN;
  return { frames: gaps.length, longest: at(1), median: at(0.5), work };
}

/** From one frame to the next while `act` runs, in ms, the shortest first. */
async function framesOf(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const frames = { last: performance.now(), gaps: [] as number[], isOn: true };
    (window as Watched).__frames = frames;
    const frame = (now: number): void => {
      if (!frames.isOn) return;
      frames.gaps.push(now - frames.last);
      frames.last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await act();
  return page.evaluate(() => {
    const frames = (window as Watched).__frames;
    if (!frames) throw new Error('Nothing was measured.');
    frames.isOn = false;
    // The first gap is the time before the first frame.
    return frames.gaps.slice(1).sort((a, b) => a - b);
  });
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Of the processor, in microseconds. */
  tdur?: number;
}

/** Begins to write down what the page works; the function that ends it answers the longest task in ms of the processor. */
async function startTrace(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  return async () => {
    const complete = new Promise<unknown>((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    // The thread that lays out is the one of the page.
    const own = new Set(
      events.filter(({ name }) => name === 'UpdateLayoutTree').map(({ pid, tid }) => `${pid} ${tid}`),
    );
    const tasks = events.filter(
      ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && own.has(`${pid} ${tid}`),
    );
    return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000));
  };
}
