// R12: hostile texts in every field that a screen shows. Nothing is executed, nothing is reported, nothing leaves the page.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useApp, type App } from '../app.ts';
import { createMarks, type Marks } from './marks.ts';
import { payloads, startAttacker, type Attacker } from './payloads.ts';
import { fillHostile, type Hostile } from './site.ts';
import { stops, visit, type Way } from './walk.ts';
import { launch } from '../start.ts';

type Ran = Window & { ran?: unknown[] };
const ranIn = (page: Page) => page.evaluate(() => (window as Ran).ran ?? []);

let attacker: Attacker;
beforeAll(async () => {
  attacker = await startAttacker();
});
afterAll(() => attacker.close());

describe('a site full of payloads', () => {
  let app: App;
  let marks: Marks;
  let site: Hostile;
  const left: string[] = [];
  useApp('browser', '#/preferences', (opened) => (app = opened));

  beforeAll(async () => {
    marks = createMarks(attacker.url);
    site = await fillHostile(app, marks);
    const { page } = app;
    const home = new URL(page.url());
    page.on('framenavigated', (frame) => {
      const { origin, pathname } = new URL(frame.url(), home);
      if (frame === page.mainFrame() && (origin !== home.origin || pathname !== home.pathname)) left.push(frame.url());
    });
    page.context().on('page', (other) => left.push(other.url()));
    page.context().on('request', (request) => request.url().startsWith(attacker.url) && left.push(request.url()));
  });

  test.each(stops)('$name', async (stop) => {
    const way: Way = { app, marks, site, look: () => marks.look(app.page) };
    await visit(way, stop);
    // What the frame of a preview refused to do by its own policy, and nothing of the page around it.
    const inPreview = (fault: string) => fault.includes('/polydesk/previews/');
    app.faults.splice(0, app.faults.length, ...app.faults.filter((fault) => !inPreview(fault)));
    expect(await ranIn(app.page)).toEqual([]);
    expect(attacker.hits).toEqual([]);
    expect(left).toEqual([]);
  });

  test('each field was seen, and each payload as it was written', () => {
    const unseen = marks.all.filter(({ seen, isQuiet }) => seen === '' && !isQuiet).map(({ field }) => field);
    const whole = marks.all.filter(({ seen, field }) => seen === 'whole' && !field.startsWith('payload'));
    expect(unseen).toEqual([]);
    expect(whole.length).toBeGreaterThanOrEqual(40);
    const raw = marks.all.filter(({ seen, field }) => seen === 'whole' && field.startsWith('payload'));
    expect(raw).toHaveLength(payloads.length);
  });
});

test('control: in a page that believes them, the same payloads run', async () => {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`${attacker.url}/page`);
    const marks = createMarks(attacker.url);
    const texts = payloads.map((_payload, at) => marks.with(`payload ${at}`, at));
    await page.evaluate((all) => {
      for (const text of all) document.body.appendChild(document.createElement('div')).innerHTML = text;
    }, texts);
    const codes = async () => new Set([...(await ranIn(page)), ...attacker.hits]);
    await expect.poll(async () => (await codes()).size).toBeGreaterThanOrEqual(8);
  } finally {
    await browser.close();
    attacker.hits.length = 0;
  }
});
