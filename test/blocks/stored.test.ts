// The same for what the engine stores: in a version started here, whatever of it is translated, every source block is in what is
// saved, published and exported.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { writeWxr } from '../../core/transfer/wxr/write.ts';
import { align } from '../../core/units/align.ts';
import { readContent } from '../../core/units/content.ts';
import type { Edit } from '../../core/units/rebuild.ts';
import { rowKey, writeTranslation } from '../../core/units/translation.ts';
import { openContentBench, type ContentBench } from '../support/content-bench.ts';
import { aDocument, aText, replaceTexts } from './documents.ts';
import { tagsOf, treeOf } from './judge.ts';

const folder = mkdtempSync(join(tmpdir(), 'polydesk-stored-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const texts = fc.array(aText, { minLength: 1, maxLength: 6 });
const choice = fc.array(fc.boolean(), { minLength: 1, maxLength: 8 });

/** A translation with these texts in some of its rows. */
function translated(
  source: string,
  target: string,
  of: { texts: readonly string[]; choice: readonly boolean[] },
): string {
  const alignment = align(readContent(source), readContent(target));
  const given = replaceTexts(alignment.target, of.texts);
  const edits = new Map<string, Edit>();
  alignment.blocks
    .flatMap(({ rows }) => rows)
    .forEach((row, at) => {
      const edit = row.target && given.get(row.target.id);
      if (edit && of.choice[at % of.choice.length] === true) edits.set(rowKey(row), edit);
    });
  return writeTranslation(alignment, edits);
}

const rawOf = (bench: ContentBench, id: number): string => {
  const asked = { method: 'GET', path: `/wp/v2/posts/${id}`, query: { context: 'edit' } };
  return (bench.engine.dispatch(asked, bench.admin).body as { content: { raw: string } }).content.raw;
};

/** The content of an article in the export of the whole site. */
function exportedOf(bench: ContentBench, id: number): string {
  const path = join(folder, 'site.xml');
  writeWxr(bench.engine.site, path, { uuids: false });
  const item = readFileSync(path, 'utf8')
    .split('<item>')
    .find((each) => each.includes(`<wp:post_id>${id}</wp:post_id>`));
  const [, content = ''] = /<content:encoded><!\[CDATA\[([^]*?)\]\]><\/content:encoded>/.exec(item ?? '') ?? [];
  return content.replaceAll(']]]]><![CDATA[>', ']]>');
}

/** Saves what somebody made of a version that was started here, publishes it, and answers what is stored of it each time. */
function keep(source: string, write: (stored: string, filled: string) => string) {
  const bench = openContentBench(['en_US', 'fr_FR']);
  try {
    const made = { status: 'publish', lang: 'en', title: 'Lamp', content: source };
    const en = bench.must('POST', '/wp/v2/posts', made)['id'] as number;
    const started = { kind: 'post', id: en, lang: 'fr', texts: 'source' };
    const fr = bench.must('POST', '/polydesk/v1/translations', started)['id'] as number;
    const stored = rawOf(bench, en);
    const content = write(stored, rawOf(bench, fr));
    bench.must('PATCH', `/polydesk/v1/items/post/${fr}`, { fields: { content } });
    const saved = rawOf(bench, fr);
    bench.must('PATCH', `/polydesk/v1/items/post/${fr}`, { fields: { status: 'publish' } });
    return { stored, saved, published: rawOf(bench, fr), exported: exportedOf(bench, fr) };
  } finally {
    bench.engine.close();
  }
}

test('every block of the source is in what is saved, published and exported', () => {
  fc.assert(
    fc.property(aDocument, texts, choice, (source, given, chosen) => {
      const { stored, saved, published, exported } = keep(source, (html, filled) =>
        translated(html, filled, { texts: given, choice: chosen }),
      );
      for (const html of [saved, published, exported]) {
        expect(treeOf(html)).toEqual(treeOf(stored));
        expect(tagsOf(html)).toEqual(tagsOf(stored));
      }
    }),
    { numRuns: 12 },
  );
});

test('control: a version that keeps only the translated parts is detected', () => {
  const source = ['One', 'Two', 'Three'].map((text) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`);
  const { stored, exported } = keep(source.join('\n\n'), () => source[0] ?? '');
  expect(treeOf(exported)).not.toEqual(treeOf(stored));
});
