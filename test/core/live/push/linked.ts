// A site there with an English post that both sides have, to be linked with others.
import { expect } from 'vitest';
import type { WpOptions } from '../../../support/wordpress/site.ts';
import { openRig, type Rig } from './rig.ts';

/** The site links by itself, or by our plugin. */
export const SURFACES: [name: string, options: WpOptions][] = [
  ['paid edition', { surface: 'pro' }],
  ['plugin', { surface: 'free', companion: true }],
];

/** A rig whose site has linked posts. */
export interface Linked extends Rig {
  hello: number;
  /** Somebody there makes a post in this language and links it. */
  linkThere(lang: string, title: string, to?: string): Promise<void>;
  /** Titles there in the group of the English one. */
  group(): string[];
}

/** An English post on both sides, which have three languages. */
export async function openLinked(options: WpOptions): Promise<Linked> {
  const one = await openRig(options);
  await one.wp.ask('POST', '/pll/v1/languages', { locale: 'de_DE', slug: 'de', name: 'Deutsch' });
  const made = { status: 'publish', date_gmt: '2026-01-02T03:04:05' };
  await one.wp.ask('POST', '/wp/v2/posts?lang=en', { title: 'Hello', slug: 'hello', ...made });
  await one.check();
  one.pull();
  expect(one.plan()).toEqual([]);
  const linkThere = async (lang: string, title: string): Promise<void> => {
    const { body } = await one.wp.ask('POST', `/wp/v2/posts?lang=${lang}`, {
      title,
      slug: title.toLowerCase(),
      ...made,
    });
    const { id } = body as { id: number };
    const hello = one.there('Hello')?.id ?? 0;
    const path = options.companion ? `/polydesk-link/v1/items/post/${id}` : `/wp/v2/posts/${id}`;
    const answer = await one.wp.ask('POST', path, { lang, translations: { en: hello, [lang]: id } });
    expect(answer.status).toBe(200);
  };
  const group = (): string[] => {
    const own = one.there('Hello')?.group;
    return [...one.wp.site.posts.values()]
      .filter((post) => post.group === own)
      .map(({ title }) => title)
      .toSorted();
  };
  const hello = one.site.db.prepare(`SELECT id FROM posts WHERE title = 'Hello'`).pluck().get() as number;
  return { ...one, hello, linkThere, group };
}
