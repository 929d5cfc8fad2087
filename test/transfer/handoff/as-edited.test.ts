// A version that a file starts is the one that a person makes of the same texts in the window.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ItemUnitValue } from '../../../core/schema/desk/units.ts';
import type { UnitMark } from '../../../core/schema/translations/unit-mark.ts';
import type { Dict } from '../../../core/types.ts';
import { align } from '../../../core/units/align.ts';
import { readContent } from '../../../core/units/content.ts';
import { fromMarked } from '../../../core/units/marked.ts';
import type { Edit } from '../../../core/units/rebuild.ts';
import { textHash } from '../../../core/units/states/hash.ts';
import { unitText } from '../../../core/units/states/unit-text.ts';
import { writeTranslation } from '../../../core/units/translation.ts';
import { BROKEN, CLASSIC, fixtureContents, PAGE } from '../../blocks/documents.ts';
import { openHandoffBench, type HandoffBench } from './bench.ts';

let bench: HandoffBench;
beforeAll(() => (bench = openHandoffBench()));
afterAll(() => bench.engine.close());

/** The same letters in capitals, marks and entities kept. */
const upper = (marked: string): string =>
  marked.replace(/(^|>|&\w+;)([^<>&]+)/g, (_, before: string, text: string) => before + text.toUpperCase());
const isChosen = (at: number): boolean => at % 2 === 0;

function byFile(en: number): number {
  const file = bench.send('xliff12', { scope: { ids: [en] } });
  let at = 0;
  const back = file.replace(/<source>([^]*?)<\/source>\n/g, (whole, text: string) =>
    isChosen(at++) ? `${whole}<target state="translated">${upper(text)}</target>\n` : whole,
  );
  const before = bench.latest();
  bench.take(back);
  expect(bench.latest(), 'one entry').toBeLessThanOrEqual(before + 1);
  return bench.versionOf(en);
}

function inWindow(en: number): number {
  const query = { lang: 'fr' };
  const units = bench.engine.dispatch({ method: 'GET', path: `/polydesk/v1/units/post/${en}`, query }, bench.admin)
    .body as ItemUnitValue[];
  const chosen = units.filter((_, at) => isChosen(at)).map(({ key, source }) => ({ key, text: upper(source) }));
  if (chosen.length === 0) return 0;
  const textOf = (field: string): string | undefined =>
    chosen
      .find(({ key }) => key.endsWith(`.${field}`))
      ?.text.replaceAll('&lt;', '<')
      .replaceAll('&amp;', '&');
  const title = textOf('title');
  const made = { kind: 'post', id: en, lang: 'fr', copy: true, texts: 'source', ...(title !== undefined && { title }) };
  const fr = Number(bench.must('POST', '/polydesk/v1/translations', made)['id']);
  const source = readContent(bench.read(en).content);
  const edits = new Map<string, Edit>();
  for (const { key, text } of chosen) {
    const [, id] = /\.content\.(\d+)$/.exec(key) ?? [];
    const row = id === undefined ? undefined : source.segments[Number(id)];
    const tokens = row && fromMarked(text, row);
    if (tokens) edits.set(`s${id}`, { tokens });
  }
  const content = writeTranslation(align(source, readContent(bench.read(fr).content)), edits);
  const excerpt = textOf('excerpt');
  const rows = align(source, readContent(content)).blocks.flatMap((block) => block.rows);
  const marks = rows.flatMap(({ source: from, target }): UnitMark[] =>
    from && target && edits.has(`s${from.id}`)
      ? [{ source: textHash(unitText(from)), target: textHash(unitText(target)), word: 'edited' }]
      : [],
  );
  const fields: Dict = { content, ...(excerpt !== undefined && { excerpt }) };
  for (const [field, text] of [
    ['title', title],
    ['excerpt', excerpt],
  ] as const)
    if (text !== undefined)
      marks.push({ source: textHash(bench.read(en)[field].trim()), target: textHash(text.trim()), word: 'edited' });
  bench.must('PATCH', `/polydesk/v1/items/post/${fr}`, { fields, marks });
  return fr;
}

/** What people and programs see of a version, as a draft, published, and after its source was changed. */
function seen(en: number, fr: number) {
  const {
    id: _id,
    slug: _slug,
    ...row
  } = Object.values((bench.must('GET', `/polydesk/v1/items/post/${fr}`)['items'] as Record<string, Dict>) ?? {}).find(
    ({ id }) => id === fr,
  ) as Dict & { id: number };
  const { modified: _modified, link: _link, ...facts } = row;
  const query = { lang: 'fr' };
  const units = bench.engine.dispatch({ method: 'GET', path: `/polydesk/v1/units/post/${en}`, query }, bench.admin)
    .body as ItemUnitValue[];
  const texts = units.map(({ kind, source, target, before, state }) => ({ kind, source, target, before, state }));
  return { facts, texts, ...bench.read(fr), state: bench.state(fr) };
}

test.each([PAGE, CLASSIC, ...BROKEN, ...fixtureContents()].map((content, at) => [at, content]))(
  'document %i',
  (at, content) => {
    const post = (): number =>
      bench.post({ title: `Number ${at} & more`, content, excerpt: 'So short', categories: [1], meta: { _a: 'b' } });
    const [one, other] = [post(), post()];
    const [file, hand] = [byFile(one), inWindow(other)];
    expect([file > 0, hand > 0]).toEqual([true, true]);
    const all = (en: number, fr: number): unknown[] => {
      const steps = [seen(en, fr)];
      // Also texts of one word, which could be the same on purpose.
      expect(steps[0]?.texts.map((text) => text.state)).toEqual(
        steps[0]?.texts.map((_, n) => (isChosen(n) ? 'done' : 'new')),
      );
      bench.must('PATCH', `/wp/v2/posts/${fr}`, { status: 'publish' });
      steps.push(seen(en, fr));
      bench.must('PATCH', `/wp/v2/posts/${en}`, { title: 'Another title', content: `${content}<p>More of it</p>` });
      steps.push(seen(en, fr));
      return steps;
    };
    expect(all(one, file)).toEqual(all(other, hand));
  },
);
