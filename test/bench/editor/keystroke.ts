// Latency from a key press to the frame that shows the letter, in the editor with an article of 10,000 words next to its source,
// and in one of 400 blocks with tables and images; and how long the latter takes to open.
import type { Locator, Page } from 'playwright-core';
import type { Ask } from '../../gallery/site.ts';

/** What a frame takes; design 13. */
export const KEY_GOAL_MS = 16;
const PARAGRAPHS = 250;
const WORDS = 40;
const LETTERS = 120;
const BLOCKS = 400;
/** How often writing mode is opened. */
const OPENINGS = 5;

/** Milliseconds from each key to its frame, in order. The page is signed in. */
export async function typeInEditor(page: Page, url: string, ask: Ask): Promise<number[]> {
  const text = (word: string) =>
    Array.from({ length: PARAGRAPHS }, (_, at) => {
      const words = Array.from({ length: WORDS }, (__, each) => `${word}${(at * 7 + each * 3) % 997}`).join(' ');
      return `<!-- wp:paragraph -->\n<p>${words} <strong>${word}</strong> ${at}.</p>\n<!-- /wp:paragraph -->`;
    }).join('\n\n');
  const id = await makePair(ask, 'Long', text('word'), text('wort'));
  await page.goto(`${url}/#/edit/post/${id}`);
  return typeIn(page, PARAGRAPHS / 2);
}

/** The same in an article of 400 blocks: every fourth is a table of four by four, every fourth a picture that the site holds. */
export async function typeAmongFigures(
  page: Page,
  url: string,
  ask: Ask,
): Promise<{ opened: number; inText: number[]; inCell: number[] }> {
  const media = await addPicture(ask);
  const text = (word: string) => Array.from({ length: BLOCKS }, (_, at) => blockAt(word, at, media)).join('\n\n');
  const id = await makePair(ask, 'Figures', text('word'), text('wort'));
  const from = performance.now();
  await page.goto(`${url}/#/edit/post/${id}`);
  await page.locator('[data-editor] [role="textbox"]').nth(50).waitFor({ state: 'attached' });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const opened = performance.now() - from;
  const inText = await typeIn(page, 3);
  const cell = page.locator('[data-table] [role="textbox"]').nth(16 * 20 + 5);
  return { opened, inText, inCell: await typeIn(page, cell) };
}

interface Media {
  id: number;
  source_url: string;
}

function addPicture(ask: Ask): Promise<Media> {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000"><rect width="900" height="900"/></svg>';
  return ask<Media>('POST', '/wp/v2/media', new File([drawing], 'bench.svg', { type: 'image/svg+xml' }));
}

function blockAt(word: string, at: number, media: Media): string {
  if (at % 4 === 1) {
    const cell = (row: number, column: number) => (column % 2 === 1 ? `${at}${row}${column}` : `${word} ${at} ${row}`);
    const rows = [0, 1, 2, 3].map(
      (row) => `<tr>${[0, 1, 2, 3].map((column) => `<td>${cell(row, column)}</td>`).join('')}</tr>`,
    );
    return `<!-- wp:table -->\n<figure class="wp-block-table"><table><tbody>${rows.join('')}</tbody></table></figure>\n<!-- /wp:table -->`;
  }
  if (at % 4 === 3)
    return `<!-- wp:image {"id":${media.id}} -->\n<figure class="wp-block-image"><img src="${media.source_url}" alt="${word} of ${at}" class="wp-image-${media.id}"/><figcaption class="wp-element-caption">${word} below ${at}</figcaption></figure>\n<!-- /wp:image -->`;
  return `<!-- wp:paragraph -->\n<p>${word} of paragraph ${at} is <strong>${word}</strong>.</p>\n<!-- /wp:paragraph -->`;
}

/** A translation beside its source; its number. */
async function makePair(ask: Ask, title: string, source: string, target: string): Promise<number> {
  const { id: en } = await ask<{ id: number }>('POST', '/wp/v2/posts', { title, content: source, lang: 'en' });
  const body = { title: `${title} de`, content: target, lang: 'de', translations: { en } };
  return (await ask<{ id: number }>('POST', '/wp/v2/posts', body)).id;
}

/** The same article in writing mode: how long it takes to open there, the median of several times, and each key in its middle. */
export async function typeInWriting(page: Page, url: string, ask: Ask): Promise<{ opened: number; times: number[] }> {
  const media = await addPicture(ask);
  const content = Array.from({ length: BLOCKS }, (_, at) => blockAt('word', at, media)).join('\n\n');
  const { id } = await ask<{ id: number }>('POST', '/wp/v2/posts', { title: 'Written', content, lang: 'en' });
  await page.goto(`${url}/#/edit/post/${id}`);
  const rows = page.locator('[data-editor] [role="textbox"]');
  await page.getByRole('radio', { name: 'Write' }).waitFor();
  const all: number[] = [];
  for (let round = 0; round <= OPENINGS; round++) {
    // The rows before it are all drawn, as they are for whoever reads before writing.
    await rows.nth(BLOCKS).waitFor({ state: 'attached' });
    const opened = await page.evaluate(openWriting, BLOCKS);
    // The first one is for its code: what is measured is the document.
    if (round > 0) all.push(opened);
    if (round === OPENINGS) break;
    await page.getByRole('radio', { name: 'Blocks' }).click();
    await page.locator('.writing-text').waitFor({ state: 'detached' });
  }
  const [opened = NaN] = all.toSorted((a, b) => a - b).slice(Math.floor(all.length / 2));
  return { opened, times: await typeIn(page, page.locator('.writing-text > p').nth(50)) };
}

/** Runs in the page: from the press on Write until the frame was painted in which all blocks are there. */
function openWriting(blocks: number): Promise<number> {
  return new Promise((resolve) => {
    const radios = [...document.querySelectorAll<HTMLElement>('[role="radio"]')];
    const write = radios.find(({ textContent }) => textContent.trim() === 'Write');
    if (!write) throw new Error('There is no Write');
    const from = performance.now();
    write.click();
    const look = (): void => {
      if (document.querySelectorAll('.writing-text > *').length < blocks) return void requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - from);
      port2.postMessage(0);
    };
    requestAnimationFrame(look);
  });
}

async function typeIn(page: Page, where: number | Locator): Promise<number[]> {
  const row = typeof where === 'number' ? page.locator('[data-editor] [role="textbox"]').nth(where) : where;
  await row.scrollIntoViewIfNeeded();
  await row.click();
  await page.evaluate(watchKeys);
  for (let at = 0; at < LETTERS; at++) {
    await page.keyboard.press(at % 6 === 5 ? 'Space' : 'e');
    await page.waitForTimeout(30);
  }
  return page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes);
}

/** Runs in the page. */
function watchKeys(): void {
  const times: number[] = [];
  (window as unknown as { keyTimes: number[] }).keyTimes = times;
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - timeStamp);
        port2.postMessage(0);
      });
    },
    true,
  );
}
