// A site with that many posts that takes 50 ms per response: node test/bench/live-site.ts COUNT. It prints its port.
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';

const count = Number(process.argv[2] ?? 10_000);
const DELAY = 50;
const words = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor'.split(' ');
const paragraph = (id: number, at: number): string =>
  `<!-- wp:paragraph -->\n<p>${Array.from({ length: 40 }, (_, n) => words[(id * 7 + at * 3 + n) % words.length]).join(' ')}</p>\n<!-- /wp:paragraph -->`;
const based = (slug: string, rest_base: string) => ({ slug, name: slug, rest_base, rest_namespace: 'wp/v2' });

const post = (id: number) => ({
  ...{ id, slug: `post-${id}`, status: 'publish', title: { raw: `Post ${id}` }, excerpt: { raw: '' }, author: 1 },
  content: { raw: Array.from({ length: 8 }, (_, at) => paragraph(id, at)).join('\n\n') },
  ...{ date_gmt: '2025-01-02T03:04:05', modified_gmt: '2025-01-02T03:04:05', featured_media: 0, template: '' },
  ...{ comment_status: 'open', ping_status: 'open', sticky: false, format: 'standard', password: '', meta: [] },
  ...{ categories: [1], tags: [], lang: 'en', translations: { en: id } },
});

const me = { id: 1, name: 'admin', slug: 'admin', roles: ['administrator'] };
const rights = ['edit_posts', 'edit_others_posts', 'manage_options', 'unfiltered_html', 'upload_files'];
const ANSWERS: Record<string, unknown> = {
  '/': { name: 'Bench', namespaces: ['wp/v2', 'pll/v1'] },
  '/wp/v2/users/me': { ...me, capabilities: Object.fromEntries(rights.map((name) => [name, true])) },
  '/wp/v2/users': [me],
  '/wp/v2/types': { post: based('post', 'posts') },
  '/wp/v2/taxonomies': { category: based('category', 'categories') },
  '/wp/v2/categories': [
    { id: 1, name: 'News', slug: 'news', description: '', parent: 0, meta: [], lang: 'en', translations: { en: 1 } },
  ],
  '/pll/v1/languages': [{ slug: 'en', name: 'English', locale: 'en_US', is_default: true, term_id: 2 }],
};

const server = createServer((req, res) => {
  const url = new URL(req.url ?? '/', 'http://site');
  const path = url.pathname.replace(/^\/wp-json/, '');
  void setTimeout(DELAY).then(() => {
    const offset = Number(url.searchParams.get('offset') ?? 0);
    const size = Math.min(Number(url.searchParams.get('per_page') ?? 10), Math.max(count - offset, 0));
    const isPosts = path === '/wp/v2/posts';
    const found = isPosts ? Array.from({ length: size }, (_, n) => post(offset + n + 1)) : ANSWERS[path];
    const body =
      req.method === 'OPTIONS'
        ? { schema: { properties: { lang: {}, translations: {} } } }
        : (found ?? { code: 'rest_no_route' });
    res.writeHead(found === undefined && req.method !== 'OPTIONS' ? 404 : 200, {
      'content-type': 'application/json',
      'x-wp-total': String(isPosts ? count : 1),
    });
    res.end(JSON.stringify(body));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : 0}\n`);
});
