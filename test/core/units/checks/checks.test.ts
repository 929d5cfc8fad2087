import { describe, expect, test } from 'vitest';
import { CHECK_IDS, checkUnit, fixUnit } from '../../../../core/units/checks/checks.ts';
import { keepsMarks } from '../../../../core/units/marked-text.ts';

interface Case {
  to: string;
  source: string;
  target: string;
  /** The target after the fix. */
  fixed?: string;
}

const c = (to: string, source: string, target: string, fixed?: string): Case => ({
  ...{ to, source, target },
  ...(fixed !== undefined && { fixed }),
});

/** What each check must find, and what it must leave alone. */
const TABLE: Record<string, { finds: Case[]; leaves: Case[] }> = {
  marks: {
    finds: [
      c('fr', 'A <g id="0">b</g>', 'A b'),
      c('de', 'A <x id="0"/>', 'A <x id="1"/>'),
      c('ja', '<g id="0">A</g> b', '<g id="0">あ い'),
    ],
    leaves: [
      c('fr', 'A <g id="0">b</g>', '<g id="0">B</g> a'),
      c('ar', '<x id="0"/> A', 'ا <x id="0"/>'),
      c('th', 'A <n id="0">npm</n>', 'ก <n id="0">npm</n>'),
    ],
  },
  placeholders: {
    finds: [c('fr', 'Hello {name}', 'Bonjour'), c('de', '%s files', 'Dateien'), c('ja', 'Page %1$d', 'ページ %2$d')],
    leaves: [
      c('fr', '50% discount', '50 % de remise'),
      c('de', 'Hello {name}', 'Hallo {name}'),
      c('ar', '20% sure', 'متأكد 20%'),
      c('es', '100 % de la', '100% de la'),
    ],
  },
  shortcode: {
    finds: [c('fr', 'Form [my_form]', 'Formulaire'), c('de', '[b]Hi[/b]', 'Hallo'), c('ja', '[map zoom="3"]', '地図')],
    leaves: [
      c('fr', 'He said [sic]', 'Il a dit [sic]'),
      c('de', 'See [1]', 'Siehe'),
      c('es', 'Text [note]', 'Texto [nota]'),
      c('ar', 'Form [my_form]', 'نموذج [my_form]'),
    ],
  },
  begin_space: {
    finds: [
      c('fr', 'Hello', ' Bonjour', 'Bonjour'),
      c('de', ' Hi', 'Hallo', ' Hallo'),
      c('ar', 'Hi', ' مرحبا', 'مرحبا'),
    ],
    leaves: [c('fr', ' Hi', ' Salut'), c('ja', ' Hi', 'やあ'), c('es', 'Hi', 'Hola')],
  },
  end_space: {
    finds: [
      c('fr', 'Hello', 'Bonjour ', 'Bonjour'),
      c('ru', 'Hi ', 'Привет', 'Привет '),
      c('el', 'Hi', 'Γεια ', 'Γεια'),
    ],
    leaves: [c('th', 'Hi', 'สวัสดี '), c('de', 'Hi', 'Hallo'), c('zh', 'Hi ', '你好')],
  },
  double_space: {
    finds: [
      c('fr', 'A b', 'A  b', 'A b'),
      c('de', 'One two', 'Eins  zwei', 'Eins zwei'),
      c('ru', 'A b', 'А  б', 'А б'),
    ],
    leaves: [c('fr', 'A  b', 'A  b'), c('es', 'A b', 'A b'), c('ar', 'A b', 'ا ب'), c('ja', 'A b', 'あ')],
  },
  'newline-count': {
    finds: [c('fr', 'A<x id="n"/>b', 'A b'), c('de', 'A', 'A<x id="n"/>b'), c('ja', 'A<x id="n"/>b', 'あ')],
    leaves: [c('fr', 'A<x id="n"/>b', 'A<x id="n"/>b'), c('ar', 'A b', 'ا ب'), c('ru', 'A', 'А')],
  },
  end_stop: {
    finds: [
      c('fr', 'It rains.', 'Il pleut'),
      c('ja', 'It rains.', '雨です'),
      c('ru', 'Rain', 'Дождь.'),
      c('hi', 'Rain.', 'बारिश'),
    ],
    leaves: [
      c('ja', 'It rains.', '雨です。'),
      c('hi', 'It rains.', 'बारिश हो रही है।'),
      c('th', 'It rains.', 'ฝนตก'),
      c('fr', 'He said “go.”', 'Il a dit « va. »'),
      c('de', 'It rains.', 'Es regnet!'.replace('!', '.')),
      c('ur', 'It rains.', 'بارش ہے۔'),
    ],
  },
  end_colon: {
    finds: [c('fr', 'Note:', 'Note'), c('de', 'Note', 'Notiz:'), c('ja', 'Note:', '注意')],
    leaves: [c('fr', 'Note:', 'Note :'), c('zh', 'Note:', '注意：'), c('ar', 'Note:', 'ملاحظة:')],
  },
  end_question: {
    finds: [c('fr', 'Why?', 'Pourquoi'), c('es', 'Why?', '¿Por qué'), c('ja', 'Why?', 'なぜ')],
    leaves: [
      c('el', 'Why?', 'Γιατί;'),
      c('ar', 'Why?', 'لماذا؟'),
      c('ja', 'Why?', 'なぜ？'),
      c('fr', 'Why?', 'Pourquoi ?'),
    ],
  },
  end_exclamation: {
    finds: [c('fr', 'Go!', 'Allez'), c('de', 'Go!', 'Los'), c('ja', 'Go!', '行け')],
    leaves: [c('zh', 'Go!', '走！'), c('fr', 'Go!', 'Allez !'), c('es', 'Go!', '¡Vamos!')],
  },
  end_ellipsis: {
    finds: [c('fr', 'Wait…', 'Attendez'), c('de', 'Wait…', 'Warte.'), c('ru', 'Wait...', 'Жди')],
    leaves: [c('fr', 'Wait…', 'Attendez…'), c('de', 'Wait...', 'Warte…'), c('ja', 'Wait…', '待って…')],
  },
  end_semicolon: {
    finds: [c('fr', 'One;', 'Un'), c('de', 'One;', 'Eins'), c('ru', 'One;', 'Один')],
    leaves: [c('ar', 'One;', 'واحد؛'), c('zh', 'One;', '一；'), c('fr', 'One;', 'Un ;')],
  },
  punctuation_spacing: {
    finds: [
      c('fr', 'Why?', 'Pourquoi?', 'Pourquoi\u202f?'),
      c('fr_FR', 'Note: a', 'Note: a', 'Note\u00a0: a'),
      c('fr-CA', 'Note: a', 'Note: a', 'Note\u00a0: a'),
    ],
    leaves: [
      c('fr', 'Why?', 'Pourquoi ?'),
      c('fr_CA', 'Why?', 'Pourquoi?'),
      c('de', 'Why?', 'Warum?'),
      c('fr', 'At 12:30', 'À 12:30'),
      c('fr', 'See https://a.test/?b=1', 'Voir https://a.test/?b=1'),
      c('es', 'Note: a', 'Nota: a'),
    ],
  },
  'zero-width-space': {
    finds: [c('fr', 'A', 'A\u200bb', 'Ab'), c('de', 'A', '\u200bA', 'A'), c('ar', 'A', 'ا\u200b', 'ا')],
    leaves: [c('th', 'A', 'ก\u200bข'), c('km', 'A', 'ក\u200bខ'), c('fr', 'A\u200bb', 'A\u200bb'), c('es', 'A', 'A')],
  },
  kashida: {
    finds: [c('ar', 'Book', 'كتـاب'), c('fa', 'Book', 'كتـاب'), c('ur', 'Book', 'كـتاب')],
    leaves: [c('ar', 'Book', 'كتاب'), c('ar', 'H', 'هـ'), c('fa', 'Book', 'کتاب')],
  },
  brackets: {
    finds: [c('fr', 'A (b)', 'A (b'), c('de', 'A [b]', 'A b]'), c('ja', 'A (b)', 'あ（い')],
    leaves: [
      c('ja', 'A (b)', 'あ（い）'),
      c('fr', 'a) one', 'a) un'),
      c('ar', 'A (b)', 'ا (ب)'),
      c('de', 'A (b)', 'A, b'),
    ],
  },
  quotes: {
    finds: [
      c('fr', 'Say “hi”', 'Dites "salut"', 'Dites «\u00a0salut\u00a0»'),
      c('de', 'Say “hi”', 'Sag "hallo"', 'Sag „hallo“'),
      c('ru', 'Say “hi”', 'Скажи "да"', 'Скажи «да»'),
    ],
    leaves: [c('fr', 'Say "hi"', 'Dites "salut"'), c('ja', 'Say “hi”', '「やあ」'), c('de', 'Say “hi”', 'Sag „hallo“')],
  },
  same: {
    finds: [
      c('fr', 'Read the whole story', 'Read the whole story'),
      c('ja', 'One two three', 'One two three'),
      c('de', 'A b c', 'A b c'),
    ],
    leaves: [
      c('fr', 'Polydesk Pro', 'Polydesk Pro'),
      c('en_GB', 'One two three', 'One two three'),
      c('es', 'A b c', 'A b d'),
    ],
  },
  duplicate: {
    finds: [
      c('fr', 'The cat', 'Le le chat'),
      c('de', 'The cat', 'Katze Katze hier'),
      c('ru', 'Cat here', 'кот кот'),
      c('es', 'The', 'el el'),
    ],
    leaves: [
      c('fr', 'You sit', 'Vous vous asseyez'),
      c('de', 'Those who', 'Die, die hier sind'),
      c('id', 'Children', 'anak anak'),
      c('fr', 'Bye bye', 'ciao ciao'),
      c('ja', 'Each', '人人'),
      c('th', 'Very', 'มากๆ'),
    ],
  },
  case_start: {
    finds: [c('fr', 'Brakes', 'freins'), c('de', 'Brakes', 'bremsen'), c('ru', 'Brakes', 'тормоза')],
    leaves: [
      c('ja', 'Brakes', 'ブレーキ'),
      c('fr', 'brakes', 'freins'),
      c('de', 'Phone', 'iPhone'),
      c('ar', 'Brakes', 'فرامل'),
      c('es', '12 Brakes', '12 Frenos'),
    ],
  },
  numbers: {
    finds: [
      c('fr', 'In 2024', 'En 2023'),
      c('de', '1,500 m', '150 m'),
      c('ja', '42 items', '24個'),
      c('ar', 'Page 15', 'صفحة ١٦'),
    ],
    leaves: [
      c('fr', '1,500.25', '1 500,25'),
      c('de', '1,500', '1.500'),
      c('ar', 'Page 15', 'صفحة ١٥'),
      c('hi', '2024', '२०२४'),
      c('fr', '3 cats', 'Trois chats'),
      c('de', 'At 3:30 pm', 'Um 15:30 Uhr'),
      c('es', 'See https://a.test/99', 'Ver aquí'),
    ],
  },
  emails: {
    finds: [c('fr', 'Write to a@b.test', 'Écrivez'), c('de', 'a@b.test', 'x@b.test'), c('ja', 'a@b.test', 'メール')],
    leaves: [c('fr', 'a@b.test', 'a@b.test'), c('ar', 'Hi @me', 'مرحبا'), c('ru', 'A', 'А')],
  },
  url: {
    finds: [
      c('fr', 'See https://a.test/x', 'Voir'),
      c('de', 'https://a.test', 'https://b.test'),
      c('ja', 'http://a.test', '見る'),
    ],
    leaves: [
      c('fr', 'https://a.test/en/', 'https://a.test/fr/'),
      c('de', 'https://www.a.test', 'https://a.test'),
      c('ar', 'a.test', 'هنا'),
    ],
  },
  length: {
    finds: [
      c('fr', 'A sentence that is quite long, with much to say about brakes and wheels.', 'Freins'),
      c('de', 'Brakes', 'Ein Satz, der sehr lang ist und viel über Bremsen und Räder zu sagen hat.'),
      c('ru', 'A sentence that is quite long, with much to say.', 'Да'),
    ],
    leaves: [
      c(
        'ja',
        'A sentence that is quite long, with much to say about it.',
        '長い文です。ブレーキと車輪について述べています。',
      ),
      c('fr', 'Go', 'Allez-y'),
      c('zh', 'The front brake stops the wheel within three metres.', '前刹车可在三米内使车轮停止转动。'),
      c('de', 'Settings', 'Einstellungen'),
    ],
  },
  sentencecount: {
    finds: [c('fr', 'One. Two.', 'Un et deux.'), c('de', 'One.', 'Eins. Zwei.'), c('ja', 'One. Two.', '一つ。')],
    leaves: [c('fr', 'One. Two.', 'Un. Deux.'), c('ja', 'One. Two.', '一つ。二つ。'), c('ar', 'One.', 'واحد.')],
  },
  script: {
    finds: [
      c('ru', 'The front brake is here', 'Peredniy tormoz nakhoditsya'),
      c('ja', 'The front brake is here', 'Buraki wa koko ni arimasu desu'),
      c('ru', 'Brake', 'Тoрмоз'),
      c('el', 'The front brake is here', 'To frenos einai edo mprosta'),
    ],
    leaves: [
      c('ru', 'The Shimano brake', 'Тормоз Shimano'),
      c('ja', 'Polydesk', 'Polydesk'),
      c('fr', 'Brake', 'Frein'),
      c('ar', 'The brake is here today', 'الفرامل هنا اليوم يا صديقي'),
    ],
  },
};

const found = (check: string, { source, target, to }: Case) =>
  checkUnit({ source, target, from: 'en_US', to }, [check]);

describe.each(Object.entries(TABLE))('%s', (check, { finds, leaves }) => {
  test.each(finds)('finds $to: $target', (one) => {
    expect(found(check, one).map((finding) => finding.check)).toContain(check);
    if (one.fixed !== undefined) expect(found(check, one)[0]?.fix).toBe(one.fixed);
  });
  test.each(leaves)('leaves $to: $target', (one) => {
    expect(found(check, one)).toEqual([]);
  });
});

test('three languages and more for every check, six for all together', () => {
  const own = ['check_glossary', 'forbidden_term', 'kept_term', 'max-length', 'spelling'];
  expect(CHECK_IDS.filter((id) => !own.includes(id) && !TABLE[id])).toEqual([]);
  const languages = new Set(
    Object.values(TABLE).flatMap(({ finds, leaves }) => [...finds, ...leaves].map(({ to }) => to)),
  );
  expect(languages.size).toBeGreaterThanOrEqual(6);
});

describe('terms', () => {
  const term = { word: 'beam', allowed: ['faisceau', 'rayon'], forbidden: ['poutre'], keep: false };
  const ask = (target: string, terms = [term]) =>
    checkUnit({ source: 'The beam', target, from: 'en', to: 'fr', terms }).map(({ check, about }) => [check, about]);
  test('a word of the glossary in any of its forms is enough', () => {
    expect(ask('Le faisceau')).toEqual([]);
    expect(ask('Les rayons')).toEqual([]);
    expect(ask('La lumière')).toEqual([['check_glossary', 'beam: faisceau']]);
  });
  test.each([
    ['de', 'Bremse', 'Die Scheibenbremsen', true],
    ['de', 'Rad', 'Der Raddampfer', false],
    ['sv', 'broms', 'En skivbroms', true],
    ['fr', 'frein', 'Le servofrein', false],
  ])('%s: “%s” is used in “%s”: %s', (to, word, target, isUsed) => {
    const terms = [{ word: 'brake', allowed: [word], forbidden: [], keep: false }];
    const found = checkUnit({ source: 'The brake', target, from: 'en', to, terms }, ['check_glossary']);
    expect(found).toHaveLength(isUsed ? 0 : 1);
  });
  test('a forbidden word is named', () => {
    expect(ask('La poutre ou le faisceau')).toEqual([['forbidden_term', 'poutre']]);
  });
  test('a word that stays has to stay', () => {
    const kept = [{ word: 'Polydesk', allowed: [], forbidden: [], keep: true }];
    expect(ask('Ouvrez Polydesk', kept)).toEqual([]);
    expect(ask('Ouvrez le programme', kept)).toEqual([['kept_term', 'Polydesk']]);
  });
  test('Arabic words with their article, and Japanese without blanks', () => {
    const to = (language: string, target: string, word: string) =>
      checkUnit({ source: 'The beam', target, from: 'en', to: language, terms: [{ ...term, allowed: [word] }] }, [
        'check_glossary',
      ]);
    expect(to('ar', 'والشعاع هنا', 'شعاع')).toEqual([]);
    expect(to('ja', 'これは光線です', '光線')).toEqual([]);
    expect(to('ja', 'これは線です', '光線')).toHaveLength(1);
  });
});

test('a text that is too long', () => {
  const unit = { source: 'Hi', target: 'Bonjour', from: 'en', to: 'fr', longest: 5 };
  expect(checkUnit(unit).map(({ check, about }) => [check, about])).toEqual([['max-length', '5']]);
});

test('nothing is checked where nothing is translated', () => {
  expect(checkUnit({ source: 'In 2024.', target: ' ', from: 'en', to: 'fr' })).toEqual([]);
});

test('fixes change no mark, and leave nothing to fix', () => {
  for (const { finds } of Object.values(TABLE))
    for (const { source, target, to } of finds) {
      const marked = {
        source: `<g id="0">${source}</g> &amp;<x id="1"/>`,
        target: `<g id="0">${target}</g> &amp;<x id="1"/>`,
      };
      const unit = { ...marked, from: 'en_US', to };
      const fixed = fixUnit(unit);
      if (keepsMarks(unit.source, unit.target)) expect(keepsMarks(unit.source, fixed)).toBe(true);
      expect(fixUnit({ ...unit, target: fixed })).toBe(fixed);
    }
});
