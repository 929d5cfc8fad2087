// An export file with a hostile text in everything that its review and its report show.
import type { Marks } from './marks.ts';

/** What no review shows: the names of the other site, and what is left out. */
const quiet = ['site title', 'tagline', 'nav_menu_item'];

/** A small WXR file. */
export function hostileExport(marks: Marks): string {
  const write = (about: string, isQuiet: boolean): string =>
    `<![CDATA[${marks.text(`import: ${about}`, { isQuiet }).replaceAll(']]>', '')}]]>`;
  const text = (about: string): string =>
    write(
      about,
      quiet.some((each) => about.startsWith(each)),
    );
  const item = (id: number, type: string, more = '') => `<item>
    <title>${text(`${type} title`)}</title><link>https://other.example/?p=${id}</link>
    <dc:creator><![CDATA[evil]]></dc:creator><description></description>
    <content:encoded>${text(`${type} content`)}</content:encoded><excerpt:encoded>${text(`${type} excerpt`)}</excerpt:encoded>
    <wp:post_id>${id}</wp:post_id><wp:post_date><![CDATA[2026-01-02 03:04:05]]></wp:post_date>
    <wp:post_date_gmt><![CDATA[2026-01-02 03:04:05]]></wp:post_date_gmt><wp:comment_status>closed</wp:comment_status>
    <wp:ping_status>closed</wp:ping_status><wp:post_name>${text(`${type} slug`)}</wp:post_name>
    <wp:status>publish</wp:status><wp:post_parent>0</wp:post_parent><wp:menu_order>0</wp:menu_order>
    <wp:post_type><![CDATA[${type}]]></wp:post_type><wp:post_password></wp:post_password><wp:is_sticky>0</wp:is_sticky>
    ${more}</item>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:wp="http://wordpress.org/export/1.2/"><channel>
  <title>${text('site title')}</title><link>https://other.example</link><description>${text('tagline')}</description>
  <language>en-US</language><wp:wxr_version>1.2</wp:wxr_version>
  <wp:base_site_url>https://other.example</wp:base_site_url><wp:base_blog_url>https://other.example</wp:base_blog_url>
  <wp:author><wp:author_id>9</wp:author_id><wp:author_login><![CDATA[evil]]></wp:author_login>
    <wp:author_email><![CDATA[evil@example.test]]></wp:author_email>
    <wp:author_display_name>${text('author')}</wp:author_display_name></wp:author>
  <wp:category><wp:term_id>71</wp:term_id><wp:category_nicename><![CDATA[evil]]></wp:category_nicename>
    <wp:category_parent></wp:category_parent><wp:cat_name>${text('category')}</wp:cat_name></wp:category>
  ${item(9001, 'post', `<wp:postmeta><wp:meta_key>${text('meta key')}</wp:meta_key><wp:meta_value>${text('meta value')}</wp:meta_value></wp:postmeta>`)}
  ${item(9002, 'page')}
  ${item(9003, 'nav_menu_item')}
  ${item(9004, 'strange')}
</channel></rss>`;
}
