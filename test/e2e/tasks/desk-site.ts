// The initial site of a translator's tasks: texts in two languages, created through the API as by any client.
import { expect } from 'vitest';
import { seriousFaults, type App } from '../app.ts';
import { untilSettled } from '../watch.ts';
import { paragraph, type Post } from './site.ts';

/** Each task has words of its own, so that what another one left says nothing to it. */
let made = 0;
export const nextNumber = (): number => ++made;

export async function languages({ api }: App): Promise<void> {
  const known = await api<{ slug: string }[]>('GET', '/pll/v1/languages');
  for (const locale of ['en_US', 'fr_FR'])
    if (!known.some(({ slug }) => locale.startsWith(slug))) await api('POST', '/pll/v1/languages', { locale });
}

/** A published post of some paragraphs, the translation of `en` where that is given; its number. */
export async function add(app: App, lang: string, texts: readonly string[], en?: number): Promise<number> {
  const body = {
    ...{ lang, title: `${lang} ${nextNumber()}`, status: 'publish', content: texts.map(paragraph).join('\n\n') },
    ...(en !== undefined && { translations: { en } }),
  };
  return (await app.api<Post>('POST', '/wp/v2/posts', body)).id;
}

/** A French draft that shows the texts of its source; its number. */
export const start = async (app: App, id: number): Promise<number> =>
  (await app.api<Post>('POST', '/polydesk/v1/translations', { kind: 'post', id, lang: 'fr', texts: 'source' })).id;

export const rawOf = async (app: App, id: number): Promise<string> =>
  (await app.api<Post>('GET', `/wp/v2/posts/${id}?context=edit`)).content.raw;

/** What a post says in the end, on a page without faults. */
export async function untilStored(app: App, id: number, words: string): Promise<void> {
  await expect.poll(() => rawOf(app, id)).toContain(words);
  await withoutFaults(app);
}

/** The page is without serious faults once what was done last is over. */
export async function withoutFaults({ page }: App): Promise<void> {
  await untilSettled(page);
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
  expect(await seriousFaults(page)).toEqual([]);
}

/** What is written is learned in a moment. */
export async function untilLearned({ api }: App): Promise<void> {
  await expect
    .poll(async () => {
      const status = await api<{ is_current: boolean; waiting: number }>('GET', '/polydesk/v1/memory');
      return status.is_current && status.waiting === 0;
    })
    .toBe(true);
}

/** The texts of some posts as a file for OmegaT, with what a translator made of them. */
export async function translated(app: App, ids: readonly number[], words: Record<string, string>): Promise<string> {
  const order = {
    format: 'xliff12',
    lang: 'fr',
    scope: { ids },
    states: ['missing', 'draft', 'translated', 'partial'],
  };
  const { job } = await app.api<{ job: number }>('POST', '/polydesk/v1/exports', order);
  const path = `/polydesk/v1/jobs/${job}`;
  await expect.poll(async () => (await app.api<{ state: string }>('GET', path)).state).toBe('done');
  return withTargets(await app.text(`${path}/file`), words);
}

/** A file with these translations put in, in the place of those that are there. */
export function withTargets(file: string, words: Record<string, string>): string {
  return Object.entries(words).reduce((text, [source, target]) => {
    const unit = new RegExp(`(<source>${source}</source>\\s*)(?:<target[^>]*>[^<]*</target>)?`);
    expect(text).toMatch(unit);
    return text.replace(unit, `$1<target>${target}</target>`);
  }, file);
}
