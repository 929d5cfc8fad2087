import { expect, test } from 'vitest';
import { pairFindings, type SitePair } from '../../../../core/units/checks/pairs.ts';
import { countLanguages, LANGUAGES } from './case.ts';

const checks = (pairs: readonly (readonly [source: string, target: string])[], to: string, from = 'en_US') => {
  const all = pairs.map(([source, target]): SitePair => ({ source, target, from, to }));
  return pairFindings(all).map((found) => found.map(({ check }) => check).join(' '));
};

/** One text in two translations. */
const INCONSISTENT: [string, string, string, string][] = [
  ['fr', 'Turn left here', 'Tournez à gauche ici', 'Prenez à gauche ici'],
  ['de', 'Turn left here', 'Hier links abbiegen', 'Biegen Sie hier links ab'],
  ['es', 'Turn left here', 'Gire a la izquierda', 'Doble a la izquierda'],
  ['ar', 'Turn left here', 'انعطف يسارًا هنا', 'اتجه يسارًا هنا'],
  ['ja', 'Turn left here', 'ここで左に曲がる', 'ここを左折'],
  ['ru', 'Turn left here', 'Здесь поверните налево', 'Здесь налево'],
  ['th', 'Turn left here', 'เลี้ยวซ้ายที่นี่', 'ตรงนี้เลี้ยวซ้าย'],
];
test.each(INCONSISTENT)(
  '%s: two translations of one text are found, one of which most agree on is right',
  (to, source, one, other) => {
    const pairs = [
      [source, one],
      [source, other],
    ] as const;
    expect(checks(pairs, to)).toEqual(['inconsistent', 'inconsistent']);
    expect(checks([...pairs, [source, one]], to)).toEqual(['', 'inconsistent', '']);
  },
);

test('the other translations are reported', () => {
  const pairs = ['Tournez ici à gauche', 'Tournez ici à gauche', 'À gauche toute'].map((target) => {
    return { source: 'Turn left here', target, from: 'en', to: 'fr' };
  });
  expect(pairFindings(pairs)).toEqual([[], [], [{ check: 'inconsistent', about: 'Tournez ici à gauche' }]]);
});

/** What differs in nothing a reader minds. */
const SAME_TO_READERS: [string, string, [string, string], [string, string]][] = [
  ['fr', 'case and the sign at the end', ['Turn left here', 'Tournez ici'], ['Turn left here.', 'tournez ici.']],
  ['de', 'marks', ['Turn <g id="0">left</g> here', '<g id="0">Links</g> ab'], ['Turn left here', 'Links ab']],
  ['es', 'one or two words, which may mean two things', ['Front light', 'Luz delantera'], ['Front light', 'Foco']],
  ['ar', 'another text', ['Turn left here', 'انعطف يسارًا'], ['Turn right here', 'انعطف يمينًا']],
  ['ja', 'the same twice', ['Turn left here', 'ここで左'], ['Turn left here', 'ここで左']],
  [
    'ja',
    'spaces beside Latin letters',
    ['Create an HTTP server', 'HTTP サーバーの作成'],
    ['Create an HTTP server', 'HTTPサーバーの作成'],
  ],
  ['zh', 'the width of signs', ['What went wrong here?', '哪里出了问题？'], ['What went wrong here?', '哪里出了问题?']],
  ['ru', 'one word', ['Home', 'Главная'], ['Home', 'Домой']],
];
test.each(SAME_TO_READERS)('%s: %s', (to, _, one, other) => {
  expect(checks([one, other], to)).toEqual(['', '']);
});

/** One translation of two texts. */
const REUSED: [string, string, string, string][] = [
  ['fr', 'Turn left here', 'Opening hours in winter', 'Tournez à gauche ici'],
  ['de', 'Turn left here', 'Opening hours in winter', 'Hier links abbiegen'],
  ['es', 'Turn left here', 'Opening hours in winter', 'Gire a la izquierda'],
  ['ar', 'Turn left here', 'Opening hours in winter', 'انعطف يسارًا هنا'],
  ['ja', 'Turn left here', 'Opening hours in winter', 'ここで左に曲がってください'],
  ['ru', 'Turn left here', 'Opening hours in winter', 'Здесь поверните налево'],
];
test.each(REUSED)('%s: one translation of two texts is found', (to, one, other, target) => {
  const pairs = [
    [one, target],
    [other, target],
  ] as const;
  expect(checks(pairs, to)).toEqual(['reused', 'reused']);
});

const ABOUT_THE_SAME: [string, string, string, string][] = [
  ['fr', 'Choose a colour', 'Choose your colour', 'Choisissez une couleur'],
  ['de', 'Read more about routes', 'Read more about a route', 'Mehr über Strecken lesen'],
  ['es', 'Where to sleep', 'where to sleep!', 'Dónde dormir bien'],
  ['ar', 'All of our routes', 'All the routes', 'كل مساراتنا هنا'],
  ['ja', 'See all of the routes', 'See all routes', 'すべてのルートを見る'],
  ['ru', 'Home', 'Start page', 'Главная страница'],
];
test.each(ABOUT_THE_SAME)('%s: texts that say about the same may share a translation', (to, one, other, target) => {
  const pairs = [
    [one, target],
    [other, target],
  ] as const;
  expect(checks(pairs, to)).toEqual(['', '']);
});

test.each(Object.entries({ INCONSISTENT, SAME_TO_READERS, REUSED, ABOUT_THE_SAME }))(
  '%s has texts in six languages',
  (name, texts) => {
    const languages = texts.map(([to]) => ({ to }));
    expect(countLanguages(name, languages)).toBeGreaterThanOrEqual(LANGUAGES);
  },
);

test('a text that is on every page of a large site does not hold up the others', () => {
  const all = Array.from({ length: 40_000 }, (_, at) => {
    const target = at % 2 === 0 ? 'Tournez ici à gauche' : 'À gauche toute';
    return { source: 'Turn left here', target, from: 'en', to: 'fr' };
  });
  const found = pairFindings(all);
  expect(found).toHaveLength(all.length);
  expect(found[0]).toEqual([{ check: 'inconsistent', about: 'À gauche toute' }]);
  expect(found[1]).toEqual([{ check: 'inconsistent', about: 'Tournez ici à gauche' }]);
}, 5_000);
