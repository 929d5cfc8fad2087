// Translation progress by unit: what makes a version partial or out of date, over the REST API.
import { beforeEach, describe, expect, test } from 'vitest';
import { markUnits } from '../../../../core/domain/translations/unit-marks.ts';
import { transact } from '../../../../core/domain/history/history.ts';
import type { UnitMark } from '../../../../core/schema/translations/unit-mark.ts';
import type { Dict } from '../../../../core/types.ts';
import { textHash } from '../../../../core/units/states/hash.ts';
import { openContentBench, type ContentBench } from '../../../support/content-bench.ts';

let bench: ContentBench;
beforeEach(() => {
  bench = openContentBench(['en_US', 'fr_FR']);
  bench.must('POST', '/pll/v1/languages', { locale: 'en_GB', slug: 'en-gb', no_default_cat: true });
  return () => bench.engine.close();
});

const must: ContentBench['must'] = (...request) => bench.must(...request);
const post = (body: Dict): number => must('POST', '/wp/v2/posts', { status: 'publish', ...body })['id'] as number;
const edit = (id: number, body: Dict): unknown => must('POST', `/wp/v2/posts/${id}`, body);
const paragraphs = (...texts: string[]): string =>
  texts.map((text) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`).join('\n\n');
const itemOf = (id: number, kind = 'post'): Dict => {
  const { items } = must('GET', `/polydesk/v1/items/${kind}/${id}`) as { items: Dict<Dict> };
  return Object.values(items).find((item) => item['id'] === id) ?? {};
};
const stateOf = (id: number, kind = 'post'): string => String(itemOf(id, kind)['state']);
const leftOf = (id: number): unknown => itemOf(id)['untranslated'];
const coverage = (): Dict =>
  (bench.ask('GET', '/polydesk/v1/coverage').body as Dict[]).find(({ type }) => type === 'post') ?? {};
/** What a person says, as the save of the window stores it. */
const say = (id: number, ...marks: [source: string, target: string, word: UnitMark['word']][]): void => {
  const made = marks.map(([source, target, word]) => ({ source: textHash(source), target: textHash(target), word }));
  const { site } = bench.engine;
  transact(site, bench.admin, () => {
    markUnits(site, { kind: 'post', id }, made);
    return { value: undefined, keep: true, summary: { code: 'text', params: { text: 'said' } } };
  });
};
const undoLast = (): void => {
  const [last] = bench.ask('GET', '/polydesk/v1/history').body as Dict[];
  must('POST', `/polydesk/v1/history/${String(last?.['id'])}/undo`, {});
};
const start = (en: number, lang = 'fr'): number =>
  must('POST', '/polydesk/v1/translations', { kind: 'post', id: en, lang, texts: 'source' })['id'] as number;

const LONG = ['Ride at night with lights', 'Wear something that shines', 'Brake before the bend'];
const ROULEZ = 'Roulez la nuit avec des lampes';

describe('partial', () => {
  test('a version started here is filled: published, every unit that is unchanged shows the source', () => {
    const en = post({ lang: 'en', title: 'Night', content: paragraphs(...LONG, '€ 49.50') });
    const fr = start(en);
    expect(stateOf(fr)).toBe('draft');
    edit(fr, {
      status: 'publish',
      title: 'Nuit',
      content: paragraphs(ROULEZ, LONG[1] ?? '', LONG[2] ?? '', '€ 49.50'),
    });
    expect([stateOf(fr), leftOf(fr)]).toEqual(['partial', 2]);
    expect(coverage()).toMatchObject({
      pending: 0,
      work: { todo: 1, partial: 1, needs_update: 0 },
      languages: { fr: { partial: 1, translated: 0, untranslated: 2, words: 8 } },
    });
    const asked = { method: 'GET', path: '/polydesk/v1/groups', query: { state: 'partial' } };
    const list = bench.engine.dispatch(asked, bench.admin).body as Dict[];
    expect(list.map(({ source }) => source)).toEqual([en]);
    edit(fr, { content: paragraphs(ROULEZ, 'Brillez un peu', 'Freinez avant', '€ 49.50') });
    expect([stateOf(fr), leftOf(fr)]).toEqual(['translated', 0]);
  });

  test('words left: those of texts that show the source, and of all texts of a source without a version', () => {
    const words = (lang: string) => {
      const counts = (coverage()['languages'] as Dict<Dict>)[lang] ?? {};
      return [counts['words'], counts['words_missing']];
    };
    const en = post({ lang: 'en', title: 'Night rides', excerpt: 'In brief', content: paragraphs(...LONG, '€ 49.50') });
    expect([words('fr'), words('en')]).toEqual([
      [0, 17],
      [0, 0],
    ]);
    const fr = start(en);
    expect(words('fr')).toEqual([17, 0]);
    edit(fr, {
      title: 'Nuit',
      excerpt: 'En bref',
      content: paragraphs(ROULEZ, LONG[1] ?? '', LONG[2] ?? '', '€ 49.50'),
    });
    expect(words('fr')).toEqual([8, 0]);
    expect(words('en-gb')).toEqual([0, 17]);
    edit(en, { excerpt: '' });
    expect(words('en-gb')).toEqual([0, 15]);
    post({ lang: 'fr', title: 'Tout seul', content: '' });
    expect([words('en'), words('fr')]).toEqual([
      [0, 2],
      [8, 0],
    ]);
    must('DELETE', `/wp/v2/posts/${en}`);
    expect(words('en-gb')).toEqual([0, 17 + 2]);
    undoLast();
    expect(words('en-gb')).toEqual([0, 15 + 2]);
  });

  test('missing versions are counted correctly along with remaining texts', () => {
    const en = post({ lang: 'en', title: 'Night', content: paragraphs(...LONG) });
    edit(start(en), { status: 'publish', title: 'Nuit' });
    const other = post({ lang: 'en', title: 'Day', content: paragraphs(...LONG) });
    const asked = { method: 'GET', path: '/polydesk/v1/groups', query: { state: 'missing', lang: 'fr' } };
    const { body, headers } = bench.engine.dispatch(asked, bench.admin);
    expect([(body as Dict[]).map(({ source }) => source), headers['X-WP-Total']]).toEqual([[other], '1']);
  });

  test('the same on purpose is a word of a person, which an edit of the source takes back', () => {
    const en = post({ lang: 'en', title: 'Night', content: paragraphs('Night rides') });
    const fr = start(en);
    edit(fr, { status: 'publish', title: 'Nuit' });
    expect([stateOf(fr), leftOf(fr)]).toEqual(['partial', 1]);
    say(fr, ['Night rides', 'Night rides', 'same']);
    expect([stateOf(fr), leftOf(fr)]).toEqual(['translated', 0]);
    undoLast();
    expect(stateOf(fr)).toBe('partial');
    undoLast();
    expect(stateOf(fr)).toBe('translated');
    edit(en, { content: paragraphs('Late rides') });
    expect(stateOf(fr)).toBe('needs_update');
    edit(en, { content: paragraphs('A new one', 'Night rides') });
    expect(leftOf(fr)).toBe(0);
  });

  test.each<[string, string, string, string]>([
    ['three words in another language', 'fr', 'Ride at night', 'partial'],
    ['two words may be a name', 'fr', 'Busch Müller', 'translated'],
    ['numbers and signs are not words', 'fr', '12 – 14, 500 € / 30 %', 'translated'],
    ['the same language of another country', 'en-gb', 'Ride at night', 'translated'],
  ])('a version from elsewhere with the words of its source: %s', (_name, lang, text, state) => {
    const en = post({ lang: 'en', title: 'Night', content: paragraphs(text) });
    const other = post({ lang, title: 'Other', content: paragraphs(text), translations: { en } });
    expect(stateOf(other)).toBe(state);
  });

  test('names of terms never count, their descriptions do', () => {
    const term = (body: Dict): number => must('POST', '/wp/v2/tags', body)['id'] as number;
    const en = term({ lang: 'en', name: 'Ride at night', description: 'Lamps for the night' });
    const fr = term({ lang: 'fr', name: 'Ride at night', description: 'Lampes', translations: { en } });
    expect(stateOf(fr, 'term')).toBe('translated');
    must('POST', `/wp/v2/tags/${fr}`, { description: 'Lamps for the night' });
    expect(stateOf(fr, 'term')).toBe('partial');
  });
});

describe('needs an update, unit by unit', () => {
  const [one = '', two = '', three = ''] = LONG;
  const pair = (): { en: number; fr: number } => {
    const en = post({ lang: 'en', title: 'Night', content: paragraphs(one, two) });
    const content = paragraphs('Un', 'Deux');
    return { en, fr: post({ lang: 'fr', title: 'Nuit', content, translations: { en } }) };
  };

  test('it goes when each changed unit was dealt with, and never because something else was saved', () => {
    const { en, fr } = pair();
    edit(en, { title: 'Dark', content: paragraphs(`${one} and a bell`, two) });
    edit(fr, { title: 'Nuits', slug: 'nuits', content: paragraphs('Un peu', 'Deux') });
    expect(stateOf(fr)).toBe('needs_update');
    say(fr, ['Dark', 'Nuits', 'edited']);
    expect(stateOf(fr)).toBe('needs_update');
    say(fr, [`${one} and a bell`, 'Un peu', 'right']);
    expect(stateOf(fr)).toBe('translated');
    expect(must('GET', `/polydesk/v1/staleness/post/${fr}`)['changes']).toEqual([]);
    edit(fr, { content: paragraphs('Autre', 'Deux') });
    expect(stateOf(fr)).toBe('translated');
  });

  test('a word of another text counts for nothing, and an undo of it needs nothing of its own', () => {
    const { en, fr } = pair();
    edit(en, { title: 'Dark' });
    say(fr, ['Darker', 'Nuit', 'right'], ['Dark', 'Nuits', 'right']);
    expect(stateOf(fr)).toBe('needs_update');
    say(fr, ['Dark', 'Nuit', 'right']);
    expect(stateOf(fr)).toBe('translated');
    undoLast();
    expect(stateOf(fr)).toBe('needs_update');
  });

  test('a block that is new in the source, and one that is gone', () => {
    const { en, fr } = pair();
    edit(en, { content: paragraphs(one, two, three) });
    expect(stateOf(fr)).toBe('needs_update');
    say(fr, [three, '', 'omitted']);
    const { marks } = must('GET', `/polydesk/v1/staleness/post/${fr}`) as { marks: UnitMark[] };
    expect(marks).toEqual([{ source: textHash(three), target: '', word: 'omitted' }]);
    expect(stateOf(fr)).toBe('translated');
    edit(en, { content: paragraphs(one, two, three, 'One more') });
    expect(stateOf(fr)).toBe('needs_update');
  });

  test('a unit omitted at confirmation stays omitted; moves and insertions elsewhere leave the others right', () => {
    const en = post({ lang: 'en', title: 'Night', content: paragraphs(one, two, three) });
    const fr = post({ lang: 'fr', title: 'Nuit', content: paragraphs('Un', 'Deux'), translations: { en } });
    expect(stateOf(fr)).toBe('translated');
    edit(en, { content: paragraphs(two, one, three) });
    expect(stateOf(fr)).toBe('translated');
  });

  test('a tool confirms what it translated', () => {
    const { en, fr } = pair();
    edit(en, { content: paragraphs(one, three) });
    edit(fr, { content: paragraphs('Un', 'Trois') });
    expect(stateOf(fr)).toBe('needs_update');
    must('POST', `/polydesk/v1/staleness/post/${fr}/confirm`, {});
    expect(stateOf(fr)).toBe('translated');
  });
});
