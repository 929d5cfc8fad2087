// Import notes can be translated: their code and parameters, in the English message, give the engine's text.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPORT_KINDS, type Report } from '../../core/transfer/report.ts';
import { openBench, type Bench } from '../support/engine.ts';
import { said } from '../support/said.ts';
import { FIXTURE, importInto, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
let bench: Bench;
beforeAll(() => {
  bench = openBench();
});
afterAll(() => {
  bench.engine.close();
  folder.remove();
});

const notesOf = (report: Report) => REPORT_KINDS.flatMap((kind) => report[kind].warnings);
const item = (id: number, more: string) =>
  `<item><title>Item ${id}</title><wp:post_id>${id}</wp:post_id><wp:post_type>post</wp:post_type>${more}</item>`;
const FILES: Readonly<Record<string, string>> = {
  items: [
    '<wp:author><wp:author_login></wp:author_login></wp:author>',
    item(5, '<wp:status>No Status</wp:status><wp:post_name>a b</wp:post_name><wp:post_parent>77</wp:post_parent>'),
    item(5, '<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>99</wp:meta_value></wp:postmeta>'),
    item(6, '<wp:post_parent>6</wp:post_parent>'),
    item(7, '<wp:post_parent>8</wp:post_parent><wp:status>publish</wp:status>'),
    item(8, '<wp:post_parent>7</wp:post_parent><wp:status>publish</wp:status>'),
    item(9, '<wp:postmeta><wp:meta_key></wp:meta_key><wp:meta_value>1</wp:meta_value></wp:postmeta>'),
    item(
      10,
      '<wp:postmeta><wp:meta_key>evil</wp:meta_key><wp:meta_value>O:8:"stdClass":0:{}</wp:meta_value></wp:postmeta>',
    ),
    '<item><title>Odd</title><wp:post_id>11</wp:post_id><wp:post_type>No Type!</wp:post_type></item>',
  ].join('\n'),
  terms: [
    '<wp:category><wp:term_id>5</wp:term_id><wp:category_nicename>a</wp:category_nicename><wp:category_parent>gone</wp:category_parent></wp:category>',
    '<wp:category><wp:term_id>5</wp:term_id><wp:category_nicename>a</wp:category_nicename></wp:category>',
    '<wp:category><wp:term_id>5</wp:term_id><wp:category_nicename>b</wp:category_nicename></wp:category>',
    '<wp:category><wp:term_id>6</wp:term_id><wp:category_nicename></wp:category_nicename></wp:category>',
    '<wp:term><wp:term_id>7</wp:term_id><wp:term_taxonomy>Not Good</wp:term_taxonomy><wp:term_slug>x</wp:term_slug></wp:term>',
    '<wp:term><wp:term_id>8</wp:term_id><wp:term_taxonomy>language</wp:term_taxonomy><wp:term_slug>d!</wp:term_slug></wp:term>',
    '<wp:term><wp:term_id>9</wp:term_id><wp:term_taxonomy>language</wp:term_taxonomy><wp:term_slug>de</wp:term_slug><wp:term_description>a:1:{s:9:"flag_code";s:4:"nope";}</wp:term_description></wp:term>',
    '<wp:term><wp:term_id>12</wp:term_id><wp:term_taxonomy>term_translations</wp:term_taxonomy><wp:term_slug>g1</wp:term_slug><wp:term_description>a:2:{s:2:"de";i:5;s:2:"xx";i:77;}</wp:term_description></wp:term>',
    '<wp:term><wp:term_id>13</wp:term_id><wp:term_taxonomy>post_translations</wp:term_taxonomy><wp:term_slug>g2</wp:term_slug><wp:term_description>a:1:{s:2:"de";i:500;}</wp:term_description></wp:term>',
    '<wp:term><wp:term_id>14</wp:term_id><wp:term_taxonomy>post_translations</wp:term_taxonomy><wp:term_slug>g3</wp:term_slug><wp:term_description>a:1:{broken</wp:term_description></wp:term>',
  ].join('\n'),
};
const around = (inside: string) =>
  `<?xml version="1.0"?>\n<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="c" xmlns:excerpt="e" xmlns:dc="d"><channel><wp:wxr_version>1.2</wp:wxr_version>\n${inside}\n</channel></rss>`;

test('every note of an import can be reworded from its code and parameters', () => {
  const codes = new Set<string>();
  for (const path of [
    ...Object.entries(FILES).map(([name, text]) => folder.file(`${name}.xml`, around(text))),
    FIXTURE,
  ]) {
    for (const { code, text, params } of notesOf(importInto(bench.engine.site, { path }))) {
      const words = said(`note.${code}`, params);
      expect({ code, words: words === '' ? '' : text.slice(0, words.length) }).toEqual({ code, words });
      expect({ code, words }).not.toEqual({ code, words: '' });
      codes.add(code);
    }
  }
  expect([...codes].toSorted()).toEqual(expect.arrayContaining(['date', 'parent_unknown', 'registered', 'status']));
  expect(codes.size).toBeGreaterThan(15);
});
