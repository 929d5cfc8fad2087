// Random edits by two editors and a tool, with kills of page and server: no letter is lost whose transaction was completed, and
// no write overwrites something its editor had not seen. `POLYDESK_FUZZ_SEED=…` repeats a run.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { hashValue } from '../../../core/units/hash.ts';
import { built } from '../built.ts';
import { serveAgain, type ServedAgain } from '../served-again.ts';
import { launch } from '../start.ts';

interface Post {
  id: number;
  title: { raw: string };
  excerpt: { raw: string };
  content: { raw: string };
}
type Field = 'title' | 'excerpt';

const STEPS = 24;
const seed = Number(process.env['POLYDESK_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const random = createRandom(seed);
const FIELDS: readonly Field[] = ['title', 'excerpt'];
const LABELS: Readonly<Record<Field, string>> = { title: 'Title, French', excerpt: 'Excerpt, French' };

let served: ServedAgain;
let browser: Browser;
beforeAll(async () => {
  [served, browser] = await Promise.all([serveAgain(built), launch()]);
  for (const locale of ['en_US', 'fr_FR']) await served.api('POST', '/pll/v1/languages', { locale });
});
afterAll(() => Promise.all([browser.close(), served.close()]));

/** The same numbers for the same seed. */
function createRandom(from: number): (below: number) => number {
  let state = from;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Said by the page: texts whose transaction was completed, and every text that stood in a field. */
interface Told {
  completed: Map<string, string>;
  seen: Record<Field, Set<string>>;
}

/** In the page: hears what is put and when it is done, and looks at the fields all the time. */
function listen({ labels }: { labels: Record<string, string> }): void {
  const tell = (window as unknown as { told(kind: string, name: string, text: string): void }).told;
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: { unit?: string; value?: { text?: string } }) {
    const { unit = '', value: { text } = {} } = value;
    if (typeof text === 'string') this.transaction.addEventListener('complete', () => tell('completed', unit, text));
    return put.call(this, value);
  };
  const shown = new Map<string, string>();
  setInterval(() => {
    for (const [field, label] of Object.entries(labels)) {
      const text = document.querySelector(`[aria-label="${label}"]`)?.textContent;
      if (typeof text !== 'string' || shown.get(field) === text) continue;
      shown.set(field, text);
      tell('seen', field, text);
    }
  }, 10);
}

async function editorOf(context: BrowserContext, told: Told): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.exposeBinding('told', (_source, kind: string, name: string, text: string) => {
    if (kind === 'completed') told.completed.set(name, text);
    else told.seen[name as Field].add(text);
  });
  await page.addInitScript(listen, { labels: LABELS });
  return page;
}

test(`two editors, a tool, and kills (seed ${seed})`, async () => {
  const source = await served.api<Post>('POST', '/wp/v2/posts', {
    title: 'Source',
    content: 'S',
    status: 'publish',
    lang: 'en',
  });
  const begun = { title: 'Titre', excerpt: 'Extrait', content: '', status: 'publish', lang: 'fr' };
  const { id } = await served.api<Post>('POST', '/wp/v2/posts', { ...begun, translations: { en: source.id } });
  const stored = async (): Promise<Record<Field, string>> => {
    const post = await served.api<Post>('GET', `/wp/v2/posts/${id}?context=edit`);
    return { title: post.title.raw, excerpt: post.excerpt.raw };
  };
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const told: Told = { completed: new Map(), seen: { title: new Set(), excerpt: new Set() } };
  /** Every text a field of the editor had, in order, since it was last the stored one. */
  const typed: Record<Field, string[]> = { title: [], excerpt: [] };
  let remembered = await stored();
  let page = await editorOf(context, told);
  let turn = 0;

  const box = (field: Field) => page.getByRole('textbox', { name: LABELS[field] });
  const text = async (field: Field): Promise<string> => (await box(field).textContent()) ?? '';
  const open = async (): Promise<void> => {
    await page.goto(`${served.url()}/#/edit/post/${id}`);
    const out = page.getByText('This page is not signed in');
    await box('title').or(out).first().waitFor();
    if (await out.isVisible()) {
      const { code } = await served.api<{ code: string }>('POST', '/polydesk/v1/session', {});
      await page.evaluate((hash) => void (location.hash = hash), `#code=${code}`);
    }
    await box('title').waitFor();
    await expect.poll(() => text('title')).not.toBe('');
  };
  /** What is there after a kill is the last text that was completed, or one that was typed after it. */
  const verify = async (what: string): Promise<void> => {
    for (const field of FIELDS) {
      const last = told.completed.get(field);
      if (last === undefined || typed[field].length === 0) continue;
      const from = typed[field].lastIndexOf(last);
      if (from < 0) continue;
      await expect
        .poll(() => text(field), { message: `${what}, ${field}, seed ${seed}` })
        .toSatisfy((now: string) => typed[field].slice(from).includes(now));
    }
    // What came back is what goes on from here.
    for (const field of FIELDS) if (typed[field].length > 0) typed[field].push(await text(field));
  };
  const type = async (): Promise<void> => {
    const field = FIELDS[random(2)] ?? 'title';
    await box(field).click();
    await page.keyboard.press('Control+End');
    for (let letters = 1 + random(3); letters > 0; letters--) {
      const before = await text(field);
      const letter = String.fromCharCode(97 + random(26));
      await page.keyboard.type(letter);
      await expect.poll(() => text(field)).toBe(before + letter);
      typed[field].push(before + letter);
    }
  };
  const settled = (): void => {
    told.completed.clear();
    for (const field of FIELDS) typed[field] = [];
  };
  const save = async (): Promise<void> => {
    const before = await stored();
    const answered = page.waitForResponse(
      (answer) => answer.request().method() === 'PATCH' && answer.url().includes('/items/'),
    );
    await page.keyboard.press('Control+s');
    const answer = await answered;
    if (answer.status() === 409) {
      expect(await stored(), 'a refused save stores nothing').toEqual(before);
      const dialog = page.getByRole('dialog', { name: 'Changed here and elsewhere' });
      // Where both say the same by now, it is saved without a question.
      if (
        !(await dialog.waitFor({ timeout: 3000 }).then(
          () => true,
          () => false,
        ))
      )
        return settled();
      for (const field of FIELDS) told.seen[field].add(before[field]);
      const there = dialog.getByRole('radio', { name: 'Stored' });
      const isTaken = random(2) === 0;
      if (isTaken) for (const each of await there.all()) await each.click();
      await dialog.getByRole('button', { name: 'Use these' }).click();
      await dialog.waitFor({ state: 'detached' });
      if (isTaken) settled();
      return save();
    }
    expect(answer.status()).toBe(200);
    const now = await stored();
    for (const field of FIELDS)
      if (now[field] !== before[field])
        expect(told.seen[field], `saved over unseen, seed ${seed}`).toContain(before[field]);
    await expect.poll(() => page.getByText('Not saved yet').count()).toBe(0);
    // Until what is stored was read again, the same key is the same save.
    await expect.poll(() => page.getByRole('button', { name: /^Save/ }).getAttribute('aria-busy')).not.toBe('true');
    settled();
  };
  const tool = async (): Promise<void> => {
    const field = FIELDS[random(2)] ?? 'title';
    await served.api('POST', `/wp/v2/posts/${id}`, { [field]: `Outil ${++turn}` });
  };
  /** Another editor, who saves over what it read some time ago. */
  const other = async (): Promise<void> => {
    const field = FIELDS[random(2)] ?? 'title';
    const before = await stored();
    const body = { fields: { [field]: `Autre ${++turn}` }, base: { [field]: hashValue(remembered[field]) } };
    const answer = await served.api<{ code?: string }>('PATCH', `/polydesk/v1/items/post/${id}`, body);
    const isSeen = before[field] === remembered[field];
    expect(answer.code, `seed ${seed}`).toBe(isSeen ? undefined : 'polydesk_conflict');
    if (!isSeen) expect(await stored()).toEqual(before);
    if (random(2) === 0) remembered = await stored();
  };
  const restart = async (): Promise<void> => {
    await served.kill();
    await type();
    await served.start();
    await expect.poll(() => page.getByText('The server does not answer').count()).toBe(0);
    await verify('after a kill of the server');
  };
  const reopen = async (): Promise<void> => {
    if (random(2) === 0) {
      const crashed = page.waitForEvent('crash');
      await page.goto('chrome://crash').catch(() => undefined);
      await crashed;
    }
    await page.close();
    page = await editorOf(context, told);
    await open();
    await verify('after a kill of the page');
  };
  const both = async (): Promise<void> => {
    await served.kill();
    await type();
    await page.close();
    await served.start();
    page = await editorOf(context, told);
    await open();
    await verify('after a kill of both');
  };

  await open();
  const steps = [type, type, type, save, save, tool, other, restart, reopen, both];
  for (let n = 0; n < STEPS; n++) await steps[random(steps.length)]?.();
  await save();
  await context.close();
}, 600_000);

test('control: a client that does not send what it read overwrites what it has not seen', async () => {
  const { id } = await served.api<Post>('POST', '/wp/v2/posts', { title: 'A', lang: 'en' });
  await served.api('POST', `/wp/v2/posts/${id}`, { title: 'B' });
  const body = { fields: { title: 'C' }, base: { title: hashValue('A') } };
  expect(await served.api('PATCH', `/polydesk/v1/items/post/${id}`, body)).toMatchObject({ code: 'polydesk_conflict' });
  const { base: _base, ...blind } = body;
  expect(await served.api('PATCH', `/polydesk/v1/items/post/${id}`, blind)).toMatchObject({ title: { raw: 'C' } });
});

test('control: without the storage of the page, text typed while the server was gone is lost with the page', async () => {
  const { id } = await served.api<Post>('POST', '/wp/v2/posts', { title: 'Kept', status: 'publish', lang: 'en' });
  const after = async (hasStorage: boolean): Promise<string> => {
    const context = await browser.newContext({ locale: 'en-GB' });
    const at = async (): Promise<Page> => {
      const page = await context.newPage();
      if (!hasStorage)
        await page.addInitScript(() => {
          IDBObjectStore.prototype.put = function (this: IDBObjectStore) {
            return this.getKey('nothing') as IDBRequest<IDBValidKey>;
          };
        });
      const { code } = await served.api<{ code: string }>('POST', '/polydesk/v1/session', {});
      await page.goto(`${served.url()}/#code=${code}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate((hash) => void (location.hash = hash), `#/edit/post/${id}`);
      await page.getByRole('textbox', { name: 'Title, English' }).waitFor();
      return page;
    };
    let page = await at();
    await served.kill();
    await page.getByRole('textbox', { name: 'Title, English' }).fill('Kept and more');
    await page.close();
    await served.start();
    page = await at();
    const title = page.getByRole('textbox', { name: 'Title, English' });
    await expect.poll(() => title.textContent()).toMatch(/^Kept/);
    const text = (await title.textContent()) ?? '';
    await context.close();
    return text;
  };
  expect(await after(false)).toBe('Kept');
  expect(await after(true)).toBe('Kept and more');
});
