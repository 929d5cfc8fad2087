import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { align } from '../../core/units/align.ts';
import { readContent } from '../../core/units/content.ts';
import type { Content } from '../../core/units/content.ts';
import type { Edit } from '../../core/units/rebuild.ts';
import { isUntranslated } from '../../core/units/states/judge.ts';
import { fillFrom, rowKey, writeTranslation } from '../../core/units/translation.ts';
import { aDocument, aMess, aText, CLASSIC, fixtureContents, PAGE, replaceTexts, rowOf } from './documents.ts';
import { tagsOf, treeOf } from './judge.ts';

const aSource = fc.oneof(
  { weight: 4, arbitrary: aDocument },
  { weight: 1, arbitrary: fc.constantFrom(PAGE, CLASSIC, ...fixtureContents()) },
);
const texts = fc.array(aText, { minLength: 1, maxLength: 8 });
/** Which rows are translated, one after another; the last value repeats. */
const choice = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });

/** A translation with these texts in some of its rows, by the key of each. */
function write(source: Content, target: string, of: { texts: readonly string[]; choice: readonly boolean[] }): string {
  const alignment = align(source, readContent(target));
  const ofSource = replaceTexts(source, of.texts);
  const ofTarget = replaceTexts(alignment.target, of.texts);
  const rows = alignment.blocks.flatMap((block) => block.rows);
  const edits = new Map<string, Edit>();
  rows.forEach((row, at) => {
    if (of.choice[at % of.choice.length] !== true) return;
    const edit = row.target ? ofTarget.get(row.target.id) : ofSource.get(row.source?.id ?? -1);
    if (edit) edits.set(rowKey(row), edit);
  });
  return writeTranslation(alignment, edits);
}

describe('a translation that is started here', () => {
  test('whatever of it is translated, every block of the source is in what is saved', () => {
    fc.assert(
      fc.property(aSource, texts, choice, choice, (html, given, first, second) => {
        const source = readContent(html);
        const saved = write(source, fillFrom(html, ''), { texts: given, choice: first });
        expect(treeOf(saved)).toEqual(treeOf(html));
        expect(tagsOf(saved)).toEqual(tagsOf(html));
        // Opened again, and gone on with.
        expect(treeOf(write(source, fillFrom(html, saved), { texts: given, choice: second }))).toEqual(treeOf(html));
      }),
      { numRuns: 500 },
    );
  });

  test('with nothing translated, or everything translated as it is, it is the source, byte for byte', () => {
    fc.assert(
      fc.property(fc.oneof(aSource, aMess), fc.constantFrom('', ' \n'), (html, nothing) => {
        const filled = fillFrom(html, nothing);
        const alignment = align(readContent(html), readContent(filled));
        const same = alignment.blocks.flatMap(({ rows }) =>
          rows.map((row): [string, Edit] => [rowKey(row), { tokens: row.source?.tokens ?? [] }]),
        );
        expect(writeTranslation(alignment, new Map())).toBe(html);
        expect(writeTranslation(alignment, new Map(same))).toBe(html);
      }),
      { numRuns: 300 },
    );
  });

  test('the judge detects missing parts if the source is not filled in', () => {
    const source = readContent(PAGE);
    const saved = write(source, '', { texts: ['Wort'], choice: [true, false, false, false, false, false] });
    expect(saved).not.toBe('');
    expect(treeOf(saved)).not.toEqual(treeOf(PAGE));
  });
});

test('a version from elsewhere keeps all of its blocks, whatever is written into those of the source', () => {
  const namesOf = (html: string) => readContent(html).blocks.map(({ name }) => name);
  fc.assert(
    fc.property(aDocument, aDocument, choice, (html, other, chosen) => {
      fc.pre(other.trim() !== '');
      const saved = namesOf(write(readContent(html), fillFrom(html, other), { texts: ['Wort'], choice: chosen }));
      for (const name of namesOf(other)) expect(saved.splice(saved.indexOf(name), 1)).toEqual([name]);
    }),
    { numRuns: 300 },
  );
});

test('a text written where the translation has no block yet is there with its block', () => {
  const block = (text: string) => `<!-- wp:list --><ul><li>${text}</li><li>Two</li></ul><!-- /wp:list -->`;
  const source = readContent(`<p>One</p>\n\n${block('One')}`);
  const alignment = align(source, readContent('<p>Un</p>'));
  const edit = { tokens: [{ kind: 'text' as const, text: 'Eins' }] };
  expect(writeTranslation(alignment, new Map([['s1', edit]]))).toBe(`<p>Un</p>\n\n${block('Eins')}`);
});

test.each([
  ['filled in', 'Lamp', 'Lamp', true, true],
  ['filled in, and the source says something else since', 'Lamps', 'Lamp', true, true],
  ['filled in, without words', '€ 49.50', '€ 49.50', true, false],
  ['the same by chance', 'Busch & Müller', 'Busch & Müller', false, false],
  ['the same by three words', 'Ride at night', 'Ride at night', false, true],
  ['the same in a script without blanks', '夜間の走行は安全に', '夜間の走行は安全に', false, true],
  ['the same with other marks', 'Ride <b>at</b> night', 'Ride at <i>night</i>', false, true],
  ['translated', 'Ride at night', 'Roulez la nuit', false, false],
  ['empty', 'Ride at night', '', false, false],
])('not translated: %s', (_, source, target, isFilled, wanted) => {
  const sides = { source: rowOf(source), target: rowOf(target) };
  expect(isUntranslated(sides, { isFilled, isOneLanguage: false })).toBe(wanted);
});
