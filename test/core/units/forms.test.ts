// Inflected forms of a word, and words that only share a prefix.
import { describe, expect, test } from 'vitest';
import { placesOfWord } from '../../../core/units/checks/wording.ts';

interface Row {
  word: string;
  forms: string[];
  others: string[];
}
const r = (word: string, forms: string, others: string): Row => ({
  word,
  forms: forms.split(' '),
  others: others.split(' '),
});

const TABLE: Record<string, Row[]> = {
  en: [
    r('light', 'light lights lighted lighting light’s', 'lightning lighthouse lightly enlighten'),
    r('cat', 'cat cats cat’s', 'category catch catalogue concat'),
    r('battery', 'battery batteries battery’s', 'batter batten'),
    r('ride', 'ride rides riding', 'rider ridge rid'),
    r('stop', 'stop stops stopped stopping', 'stopwatch stopper'),
    r('car', 'car cars', 'card care cargo scar'),
  ],
  fr: [
    r('cheval', 'cheval chevaux', 'chevalet chevalier'),
    r('lampe', 'lampe lampes', 'lampadaire'),
    r('bon', 'bon bons bonne bonnes', 'bond bonbon bonjour'),
    r('éclairer', 'éclairer éclaire éclairé éclairées éclairons', 'éclairage éclaircie'),
    r('port', 'port ports', 'porte portail porto'),
    r('neuf', 'neuf', 'neuvaine'),
    r('éclairage avant', 'éclairage_avant éclairages_avant Éclairages_avants', 'avant éclairage avantage'),
  ],
  de: [
    r('Rad', 'Rad Rads Rades Räder Rädern', 'Radio Radar Raddampfer'),
    r('Lampe', 'Lampe Lampen', 'Lampion Lampenschirm'),
    r('Licht', 'Licht Lichter Lichtern Lichts Lichtes', 'Lichtung Lichtjahr'),
    r('fahren', 'fahren fahre fahrt', 'Fahrrad Fahrer'),
  ],
  es: [
    r('luz', 'luz luces', 'luzca'),
    r('gato', 'gato gatos gata gatas', 'gatear gatillo'),
    r('camión', 'camión camiones', 'camionero'),
    r('casa', 'casa casas', 'casar casaca casamiento'),
  ],
  it: [r('libro', 'libro libri', 'libreria librarsi'), r('lampada', 'lampada lampade', 'lampadario')],
  pt: [r('estação', 'estação estações', 'estacionar'), r('farol', 'farol', 'faroleiro')],
  nl: [
    r('lamp', 'lamp lampen', 'lampion lampenkap'),
    r('bus', 'bus bussen', 'busje bustocht'),
    r('maan', 'maan manen', 'maandag'),
  ],
  ru: [
    r('лампа', 'лампа лампы лампе лампу лампой лампами ламп лампах', 'лампада лампочка'),
    r('свет', 'свет света свету светом свете', 'светлый светофор'),
    r('фара', 'фара фары фарой', 'фараон'),
  ],
  pl: [
    r('lampa', 'lampa lampy lampę lampą lamp', 'lampart lampka'),
    r('rower', 'rower rowery roweru rowerem rowerów', 'rowerzysta'),
  ],
  sv: [r('lampa', 'lampa lampan lampor lamporna', 'lampett'), r('cykel', 'cykel cykeln cyklar cyklarna', 'cykelväg')],
  el: [r('φως', 'φως', 'φωσφόρος'), r('δρόμος', 'δρόμος δρόμου δρόμο δρόμοι δρόμων δρόμους', 'δρομέας')],
  ar: [
    r('شعاع', 'شعاع الشعاع والشعاع شعاعان شعاعها بالشعاع', 'شعاعيات'),
    r('دراجة', 'دراجة الدراجة دراجات دراجتي', 'دراج'),
  ],
  he: [r('מנורה', 'מנורה מנורות', 'מנור')],
  tr: [r('lamba', 'lamba lambalar lambayı lambada lambanın', 'lambader'), r('ışık', 'ışık ışıklar ışığı', 'ışıltı')],
  fi: [r('lamppu', 'lamppu lamppua', 'lamppukauppa'), r('talo', 'talo talon talossa taloja', 'talous talonmies')],
  hu: [r('lámpa', 'lámpa lámpák lámpát lámpával', 'lámpás lámpaernyő')],
  ko: [r('조명', '조명 조명은 조명을 조명이 조명의', '조명탄')],
  hi: [r('दीपक', 'दीपक दीपकों', 'दीपकला')],
  xx: [r('lumo', 'lumo lumoj lumon', 'lumofonto lumoturo')],
};

describe.each(Object.entries(TABLE))('%s', (language, rows) => {
  test.each(rows)('$word', ({ word, forms, others }) => {
    const isFound = (text: string) => placesOfWord(`— ${text.replaceAll('_', ' ')}.`, word, { language }).length > 0;
    expect(forms.filter((form) => !isFound(form))).toEqual([]);
    expect(others.filter(isFound)).toEqual([]);
  });
});

test('eight languages and more', () => {
  expect(Object.keys(TABLE).length).toBeGreaterThanOrEqual(8);
});

test('places are those of the form, with its prefix left out', () => {
  expect(placesOfWord('Two front lights, one light', 'front light', { language: 'en' })).toEqual([[4, 16]]);
  expect(placesOfWord('Les éclairages avant', 'éclairage avant', { language: 'fr' })).toEqual([[4, 20]]);
  expect(placesOfWord('والشعاع', 'شعاع', { language: 'ar' })).toEqual([[3, 7]]);
  expect(placesOfWord('これは光線です', '光線', { language: 'ja' })).toEqual([[3, 5]]);
  expect(placesOfWord('C++ and C+', 'C++', { language: 'en' })).toEqual([[0, 3]]);
});

test('a word in capitals is a different word if configured so', () => {
  expect(placesOfWord('It or IT', 'IT', { language: 'en', isCaseSensitive: true })).toEqual([[6, 8]]);
});
