import { closeSync, openSync, writeSync } from 'node:fs';
import { writePhp } from '../../core/domain/content/php.ts';

const LANGUAGES = [
  ['en', 'English', 'en_US', 'us'],
  ['fr', 'Français', 'fr_FR', 'fr'],
  ['de', 'Deutsch', 'de_DE', 'de'],
  ['ar', 'العربية', 'ar', 'arab'],
  ['ja', '日本語', 'ja', 'jp'],
] as const;

/** A typical large export of a real site: five languages, groups, terms, meta, media, leftovers. */
export function generateWxr(path: string, items: number): void {
  const file = openSync(path, 'w');
  const write = (text: string): void => void writeSync(file, text);
  const c = (text: string | number): string => `<![CDATA[${text}]]>`;
  const meta = (key: string, value: string, of = 'post'): string =>
    `<wp:${of}meta><wp:meta_key>${c(key)}</wp:meta_key><wp:meta_value>${c(value)}</wp:meta_value></wp:${of}meta>`;
  const term = (id: number, taxonomy: string, slug: string, name: string, description = ''): string =>
    `<wp:term><wp:term_id>${id}</wp:term_id><wp:term_taxonomy>${c(taxonomy)}</wp:term_taxonomy><wp:term_slug>${c(slug)}</wp:term_slug><wp:term_parent>${c('')}</wp:term_parent><wp:term_name>${c(name)}</wp:term_name><wp:term_description>${c(description)}</wp:term_description></wp:term>\n`;
  write(`<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Large</title><link>https://large.example</link><description>A large site</description><wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://large.example</wp:base_site_url><wp:base_blog_url>https://large.example</wp:base_blog_url>
<wp:author><wp:author_id>1</wp:author_id><wp:author_login>${c('admin')}</wp:author_login><wp:author_email>${c('a@example.test')}</wp:author_email><wp:author_display_name>${c('Admin')}</wp:author_display_name></wp:author>
`);
  const categories = 40;
  const categoryId = (n: number, l: number): number => 1 + n * 5 + l;
  for (let n = 0; n < categories; n += 1)
    LANGUAGES.forEach(([code], l) =>
      write(
        `<wp:category><wp:term_id>${categoryId(n, l)}</wp:term_id><wp:category_nicename>${c(`topic-${n}-${code}`)}</wp:category_nicename><wp:category_parent>${c(n > 0 && n % 4 === 0 ? `topic-${n - 1}-${code}` : '')}</wp:category_parent><wp:cat_name>${c(`Topic ${n}`)}</wp:cat_name></wp:category>\n`,
      ),
    );
  LANGUAGES.forEach(([code, name, locale, flag], l) => {
    const facts = new Map<string, string | boolean>([
      ['locale', locale],
      ['rtl', code === 'ar'],
      ['flag_code', flag],
    ]);
    write(term(1000 + l * 2, 'language', code, name, writePhp(facts)));
    write(term(1001 + l * 2, 'term_language', `pll_${code}`, name));
  });
  for (let n = 0; n < categories; n += 1)
    write(
      term(
        2000 + n,
        'term_translations',
        `pll_t${n}`,
        `pll_t${n}`,
        writePhp(new Map(LANGUAGES.map(([code], l) => [code, categoryId(n, l)]))),
      ),
    );
  const groups = Math.ceil(items / 5);
  for (let g = 0; g < groups; g += 1) {
    const members = LANGUAGES.map(([code], l) => [code, g * 5 + l + 1] as const).filter(([, id]) => id <= items);
    if (members.length > 1)
      write(term(10_000 + g, 'post_translations', `pll_g${g}`, `pll_g${g}`, writePhp(new Map(members))));
  }
  const paragraph =
    '<!-- wp:paragraph -->\n<p>Words of a text that is as long as texts of a real site are — نص عربي, 日本語.</p>\n<!-- /wp:paragraph -->\n\n';
  for (let id = 1; id <= items; id += 1) {
    const g = Math.floor((id - 1) / 5);
    const l = (id - 1) % 5;
    const [code, name] = LANGUAGES[l] ?? LANGUAGES[0];
    const type = g % 10 === 0 ? 'attachment' : g % 7 === 0 ? 'page' : g % 11 === 0 ? 'book' : 'post';
    const date = new Date(Date.UTC(2020, 0, 1) + id * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const media = type === 'attachment';
    write(
      `<item><title>${c(`Item ${id}`)}</title><link>https://large.example/item-${id}/</link><dc:creator>${c('admin')}</dc:creator><guid isPermaLink="false">https://large.example/?p=${id}</guid><description></description><content:encoded>${c(media ? '' : paragraph.repeat(8 + (id % 20)))}</content:encoded><excerpt:encoded>${c('')}</excerpt:encoded><wp:post_id>${id}</wp:post_id><wp:post_date>${c(date)}</wp:post_date><wp:post_date_gmt>${c(date)}</wp:post_date_gmt><wp:post_modified>${c(date)}</wp:post_modified><wp:post_modified_gmt>${c(date)}</wp:post_modified_gmt><wp:comment_status>${c('open')}</wp:comment_status><wp:ping_status>${c('closed')}</wp:ping_status><wp:post_name>${c(`item-${id}`)}</wp:post_name><wp:status>${c(media ? 'inherit' : 'publish')}</wp:status><wp:post_parent>0</wp:post_parent><wp:menu_order>0</wp:menu_order><wp:post_type>${c(type)}</wp:post_type><wp:post_password>${c('')}</wp:post_password><wp:is_sticky>0</wp:is_sticky>`,
    );
    if (media)
      write(
        `<wp:attachment_url>${c(`https://large.example/wp-content/uploads/2020/01/p${id}.jpg`)}</wp:attachment_url>`,
      );
    write(
      `<category domain="language" nicename="${code}">${c(name)}</category><category domain="post_translations" nicename="pll_g${g}">${c(`pll_g${g}`)}</category>`,
    );
    if (type === 'post')
      write(`<category domain="category" nicename="topic-${g % categories}-${code}">${c('Topic')}</category>`);
    if (media) write(meta('_wp_attached_file', `2020/01/p${id}.jpg`));
    else write(meta('_thumbnail_id', String(l + 1)) + meta('subtitle', `Subtitle ${id}`) + meta('_edit_last', '1'));
    write('</item>\n');
  }
  write('</channel>\n</rss>\n');
  closeSync(file);
}
