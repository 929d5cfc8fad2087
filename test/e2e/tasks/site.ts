// The site of the tasks: a small magazine, created through the API as by any client.
import type { App } from '../app.ts';

export interface Post {
  id: number;
  status: string;
  lang: string;
  title: { raw: string };
  content: { raw: string };
  translations: Record<string, number>;
}

export const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

/** Fills the site once: three languages are there, and one of them is the default. */
export async function fillSite(app: App): Promise<void> {
  const { api } = app;
  if ((await findPost(app, 'Night riding')) !== undefined) return;
  await api('PATCH', '/wp/v2/settings', { title: 'Vélo Atlas', url: 'https://velo.example' });
  const write = (title: string, lang: string, more: object = {}) =>
    api<Post>('POST', '/wp/v2/posts', { title, lang, status: 'publish', content: paragraph(title), ...more });
  const night = await write('Night riding', 'en', { content: paragraph('A light of 300 lumens is enough.') });
  const content = paragraph('Un phare de 300 lumens suffit.');
  await write('Rouler de nuit', 'fr', { content, translations: { en: night.id } });
  await api('PATCH', `/wp/v2/posts/${night.id}`, { content: paragraph('A light of 400 lumens is enough.') });
  await write('Fix a flat tyre', 'en');
  await write('Réparer un pneu', 'fr');
  await write('A chain that lasts', 'en');
}

export async function findPost(app: App, title: string): Promise<Post | undefined> {
  const posts = await app.api<Post[]>('GET', '/wp/v2/posts?context=edit&per_page=100&status=any');
  return posts.find((post) => post.title.raw === title);
}

/** The version of a post in another language. */
export async function versionOf(app: App, title: string, lang: string): Promise<Post | undefined> {
  const id = (await findPost(app, title))?.translations[lang];
  return id === undefined ? undefined : app.api<Post>('GET', `/wp/v2/posts/${id}?context=edit`);
}

/** Fills the site, or takes back what was done there since this was asked last: files may share what their modules keep. */
export function createReturn(): (app: App) => Promise<void> {
  const before = new WeakMap<App, number>();
  return async (app) => {
    await fillSite(app);
    const last = before.get(app);
    if (last !== undefined) await takeBack(app, last);
    before.set(app, await lastEntry(app));
  };
}

/** Takes back what was done since the entry with this number, the newest first. */
async function takeBack({ api }: App, since: number): Promise<void> {
  const entries = await api<{ id: number; undone_by: unknown; undoes: unknown }[]>('GET', '/polydesk/v1/history');
  const made = entries.filter(({ id, undone_by, undoes }) => id > since && !undone_by && !undoes);
  for (const { id } of made) await api('POST', `/polydesk/v1/history/${id}/undo`, {});
}

/** The number of the newest entry in the history. */
async function lastEntry({ api }: App): Promise<number> {
  const [last] = await api<{ id: number }[]>('GET', '/polydesk/v1/history?limit=1');
  return last?.id ?? 0;
}
