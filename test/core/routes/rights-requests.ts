import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RestRequest } from '../../../core/types.ts';
import type { Operation } from '../../fuzz/operations.ts';
import { bodyOf, type Bench } from '../../support/engine.ts';

/** Sample ids for the variables of an address: by the preceding path segment, otherwise by name. */
export type Ids = Record<string, string | number>;

/** What everybody wants to reach: two languages, one of each item, all of the administrator. */
export function fill(bench: Bench, folder: string): Ids {
  const made = (path: string, body: unknown): number => {
    const answer = bodyOf(bench.ask('POST', path, body));
    return Number(answer['id'] ?? answer['term_id']);
  };
  const english = made('/pll/v1/languages', { locale: 'en_US' });
  made('/pll/v1/languages', { locale: 'fr_FR' });
  const post = made('/wp/v2/posts', { title: 'Post', status: 'publish', lang: 'en' });
  const page = made('/wp/v2/pages', { title: 'Page', status: 'publish', lang: 'en' });
  const category = made('/wp/v2/categories', { name: 'News', lang: 'en' });
  const tag = made('/wp/v2/tags', { name: 'Fresh', lang: 'en' });
  const other = made('/wp/v2/tags', { name: 'Stale', lang: 'en' });
  const media = bodyOf(bench.engine.dispatch(upload(folder), bench.admin))['id'] as number;
  const token = made('/polydesk/v1/tokens', { name: 'robot', role: 'editor', user: 'admin' });
  const group = (bench.ask('GET', `/polydesk/v1/items/post/${post}`).body as { group?: number }).group ?? 1;
  // One that editors may not start.
  const { job } = bodyOf(bench.ask('POST', '/polydesk/v1/exports', { format: 'wxr' })) as { job: number };
  return {
    posts: post,
    pages: page,
    media,
    categories: category,
    tags: tag,
    terms: tag,
    languages: english,
    users: 1,
    comments: 1,
    tokens: token,
    history: 1,
    jobs: job,
    groups: group,
    other,
    post,
    term_id: english,
    slug: 'en',
    type: 'post',
    taxonomy: 'category',
    status: 'publish',
    kind: 'post',
    key: 'p1',
    plan: 'post-none',
    name: '2020-01-01T00-00-00 x.polydesk',
  };
}

let files = 0;
function upload(folder: string): RestRequest {
  const path = join(folder, `file-${files++}.txt`);
  writeFileSync(path, 'A text');
  const headers = { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="a.txt"' };
  return { method: 'POST', path: '/wp/v2/media', headers, file: { path, name: 'a.txt', type: 'text/plain', size: 6 } };
}

/** Bodies and queries without which an operation says 400 before anything else. */
const NEEDED: Record<string, (ids: Ids) => RestRequest['body']> = {
  'POST /pll/v1/languages': () => ({ locale: 'de_DE' }),
  'POST /wp/v2/posts': () => ({ title: 'New' }),
  'POST /wp/v2/pages': () => ({ title: 'New' }),
  'POST /wp/v2/categories': () => ({ name: 'New' }),
  'POST /wp/v2/tags': () => ({ name: 'New' }),
  'DELETE /wp/v2/posts/{id}': () => ({ force: true }),
  'DELETE /wp/v2/pages/{id}': () => ({ force: true }),
  'DELETE /wp/v2/media/{id}': () => ({ force: true }),
  'DELETE /wp/v2/categories/{id}': () => ({ force: true }),
  'DELETE /wp/v2/tags/{id}': () => ({ force: true }),
  'DELETE /pll/v1/languages/{term_id}': () => ({ force: true }),
  'PATCH /polydesk/v1/groups/{group}': ({ post }) => ({ source: post }),
  'POST /polydesk/v1/translations': ({ post }) => ({ kind: 'post', id: post, lang: 'fr' }),
  'GET /polydesk/v1/links': ({ post }) => ({ kind: 'post', id: post, lang: 'fr' }),
  'POST /polydesk/v1/translate': () => ({ from: 'en', to: 'fr', texts: ['Hello'] }),
  'PUT /polydesk/v1/live': () => ({ url: 'http://127.0.0.1:1', user: 'admin' }),
  'POST /polydesk/v1/live/probe': () => ({ url: 'http://127.0.0.1:1', user: 'admin' }),
  'PATCH /polydesk/v1/live/choices': () => ({ choices: {} }),
  'POST /polydesk/v1/live/plan/{key}/resolve': () => ({ fields: {}, here: '', there: '' }),
  'GET /polydesk/v1/units/{kind}/{id}': () => ({ lang: 'fr' }),
  'PATCH /polydesk/v1/units/{kind}/{id}': () => ({ lang: 'fr', units: {}, base: {} }),
  'POST /polydesk/v1/memory/lookup': () => ({ from: 'en', to: 'fr', text: 'Hello' }),
  'GET /polydesk/v1/memory/search': () => ({ q: 'Hello', from: 'en', to: 'fr' }),
  'GET /polydesk/v1/memory/ratio': () => ({ from: 'en', to: 'fr' }),
  'POST /polydesk/v1/glossary': () => ({ words: [{ lang: 'en', text: 'lamp' }] }),
  'POST /polydesk/v1/glossary/match': () => ({ from: 'en', to: 'fr', text: 'Hello' }),
  'GET /polydesk/v1/glossary/uses': () => ({ include: '1' }),
  'GET /polydesk/v1/findings': () => ({ lang: 'fr' }),
  'GET /polydesk/v1/findings/texts': () => ({ lang: 'fr' }),
  'GET /polydesk/v1/exports/choice': () => ({ lang: 'fr' }),
  'POST /polydesk/v1/replace': () => ({ q: 'a', to: 'b', lang: 'fr' }),
  'POST /polydesk/v1/pretranslate': () => ({ lang: 'fr' }),
  'POST /polydesk/v1/findings/fix': () => ({ lang: 'fr' }),
  'GET /polydesk/v1/findings/links': ({ post }) => ({ kind: 'post', id: post }),
  'GET /polydesk/v1/findings/ignored': ({ post }) => ({ kind: 'post', id: post }),
  'POST /polydesk/v1/findings/ignore': ({ post }) => ({
    ...{ kind: 'post', id: post, check: 'numbers' },
    ...{ source_hash: '0123456789abcdef', target_hash: '0123456789abcdef' },
  }),
  'PUT /polydesk/v1/site-preview': () => ({ enabled: false }),
  'PATCH /polydesk/v1/strings': () => ({ source: 'A text', translations: {} }),
  'POST /polydesk/v1/previews': () => ({ content: 'Hello' }),
  'POST /polydesk/v1/bulk': ({ post }) => ({ action: 'status', type: 'post', ids: [post], status: 'publish' }),
  'POST /polydesk/v1/exports': () => ({ format: 'wxr' }),
  'POST /polydesk/v1/check': () => ({ repair: ['none'] }),
  'PUT /polydesk/v1/drafts/{kind}/{id}': () => ({ fields: { title: 'Draft' } }),
  'PUT /polydesk/v1/views': () => ({ views: [] }),
  'POST /polydesk/v1/terms/{id}/merge': ({ other }) => ({ into: other }),
  'GET /polydesk/v1/find': () => ({ q: 'post' }),
  'POST /polydesk/v1/tokens': () => ({ name: 'more', role: 'editor' }),
  'POST /batch/v1': () => ({ requests: [] }),
};

/** The address of an operation with names for its variables: the row of the table. */
export function nameOf({ method, path }: Operation): string {
  return `${method} ${path.replace(VARIABLE, (_all, name: string) => `{${name}}`)}`;
}
const VARIABLE = /\(\?P<(\w+)>(?:[^()]|\([^)]*\))*\)/g;

/** One request of an operation that nobody can find wrong but for who asks. */
export function requestOf(operation: Operation, ids: Ids, folder: string): RestRequest {
  const { method, path } = operation;
  const name = nameOf(operation);
  if (name === 'POST /wp/v2/media') return upload(folder);
  const filled = path.replace(VARIABLE, (_all, variable: string, at: number) => {
    const before = path.slice(0, at).split('/').at(-2) ?? '';
    return encodeURIComponent(
      String(
        (variable === 'id' || variable === 'parent'
          ? (ids[before] ?? ids['post'])
          : variable === 'group'
            ? ids['groups']
            : variable === 'key'
              ? (ids[before] ?? ids['key'])
              : ids[variable]) ?? 1,
      ),
    );
  });
  const values = NEEDED[name]?.(ids) ?? {};
  return method === 'GET'
    ? { method, path: filled, query: (values as RestRequest['query']) ?? {} }
    : { method, path: filled, body: values };
}
