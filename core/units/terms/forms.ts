// Forms of a word: the letters that may follow it, or replace its last ones, in each language. Pure.

/** The endings of a word. `after` follows the whole word; each of `changes` replaces what the pattern matches at its end. */
interface Endings {
  after: string;
  changes?: readonly (readonly [end: RegExp, endings: string])[];
}

const SLAVIC_CYRILLIC =
  'а я ы и у ю е о й ь ой ей ою ею ом ем ём ам ям ах ях ами ями ов ев ёв ий ый ая яя ое ее ые ие ого его ому ему ым им ых их ыми ими ую юю ів ї єм ом ові еві ою єю ът та то те ия';
const SLAVIC_LATIN =
  'a ą á e ę é ě i í y ý o ó u ú ů ů em ém im ím ým om ům ám am ach ách ech ích ých ami emi imi ými mi ów ov ův owi ovi iem ie ego ého emu ému ej ou ův ą ih og oga om ome ima ama';
const NORDIC = 's n t en et ens ets na nas ne nes ar er or re ars ers ors arna erna orna ene erne a e ane';

const LANGUAGES: Readonly<Record<string, Endings>> = {
  en: {
    after: "s es ed ing 's ’s s' s’",
    changes: [
      [/(?<=[^aeiou])y$/u, 'ies ied'],
      [/e$/u, 'ed ing'],
      [/(?<=[aeiou])([bdgklmnprt])$/u, '$1$1ed $1$1ing'],
      [/(?<=.)fe?$/u, 'ves'],
      [/man$/u, 'men'],
    ],
  },
  fr: {
    after: 's x',
    changes: [
      // Shorter nouns could be confused with others: port and porte.
      [/(?<=.{5,})$/u, 'e es'],
      [/al$/u, 'aux ale ales'],
      [/ail$/u, 'aux'],
      [/eux$/u, 'euse euses'],
      [/if$/u, 'ive ives'],
      [/er$/u, 'e es ent é ée és ées ez ons ant ait ais aient era erez ère ères'],
      [/ir$/u, 'i ie is ies it issez issent issant'],
      [/(?<=[aeio])([nlts])$/u, '$1$1e $1$1es'],
      [/eur$/u, 'euse euses rice rices'],
    ],
  },
  de: {
    after: 'e en er ern es s n em ens nen se sen',
    changes: [
      [/(?<=[^aeiouäöü])en$/u, 'e st t te et end'],
      [/e$/u, 'n s r m'],
    ],
  },
  es: {
    after: 's es',
    changes: [
      [/z$/u, 'ces'],
      [/[oa]$/u, 'o a os as'],
      [/ón$/u, 'ones'],
      [/és$/u, 'esa eses esas'],
      [/[aei]r$/u, 'o as es a e amos emos imos an en ando iendo ado ido ada ida adas idas ados idos'],
    ],
  },
  it: {
    after: 'i s',
    changes: [
      [/[oaei]$/u, 'o a e i'],
      [/[cg][oa]$/u, 'chi ghi che ghe'],
      [/[ei]?a?re$/u, 'o i a e iamo ate ete ite ano ono ando endo ato uto ito ata uta ita ati ate'],
    ],
  },
  pt: {
    after: 's es',
    changes: [
      [/ão$/u, 'ões ães ãos'],
      [/m$/u, 'ns'],
      [/l$/u, 'is'],
      [/[oa]$/u, 'o a os as'],
      [/[aei]r$/u, 'o as es a e amos emos imos am em ando endo indo ado ido ada ida ados idos adas idas'],
    ],
  },
  nl: {
    after: "s en e n er eren t ’s 's",
    changes: [
      [/(?<=[aeiou])([bdfgklmnprst])$/u, '$1$1en $1$1e'],
      [/aa([bdfgklmnprst])$/u, 'a$1en a$1e'],
      [/ee([bdfgklmnprst])$/u, 'e$1en e$1e'],
      [/oo([bdfgklmnprst])$/u, 'o$1en o$1e'],
      [/uu([bdfgklmnprst])$/u, 'u$1en u$1e'],
      [/f$/u, 'ven ve'],
      [/s$/u, 'zen ze'],
    ],
  },
  ru: { after: SLAVIC_CYRILLIC, changes: [[/[иы]й$|[ая]я$|[ое]е$|[аяыиоеьйё]$/u, `${SLAVIC_CYRILLIC} _`]] },
  pl: {
    after: SLAVIC_LATIN,
    changes: [
      [/[aeoyiąę]$/u, `${SLAVIC_LATIN} _`],
      [/(?<=[^aeiouy])ek$/u, 'ki ka ku kiem ków kom kami kach'],
    ],
  },
  sv: {
    after: NORDIC,
    changes: [
      [/[ae]$/u, `${NORDIC} or orna`],
      [/(?<=[^aeiouyåäö])e([lnr])$/u, '$1ar $1arna $1er'],
    ],
  },
  el: {
    after: 'ς ν',
    changes: [
      [
        /(?:ος|ης|ας|ές|ός|ής|άς|ο|ό|η|ή|α|ά|ι|ί)$/u,
        'ος ου ο ε οι ων ους ός ού ό οί ών ούς ης η ες εις ής ή ές ας α ών ά ι ί ια ιά ιου ιού',
      ],
    ],
  },
  ar: {
    after: 'ة ات ان ين ون ي ه ها هم هن نا ك كم ا ته تها تهم تنا تك',
    changes: [[/ة$/u, 'ات تان تين ته تها تهم تنا تك تي']],
  },
  he: { after: 'ים ות ה י ת ו ם ן ך נו', changes: [[/ה$/u, 'ות ת']] },
  hi: { after: 'ा ी े ों ें ियों ियाँ ओं एँ', changes: [[/[ाी]$/u, 'े ों ी ियाँ ियों']] },
  fi: {
    after:
      'n a ä t ta tä en in ssa ssä sta stä lla llä lta ltä lle na nä ksi tta ttä ja jä iden ien jen issa issä ista istä illa illä ilta iltä ille ina inä iksi ineen',
    changes: [
      [/i$/u, 'e en essa essä esta estä ella ellä elle et een ejä eja ien'],
      [/nen$/u, 'sen set sta stä sia siä sissa sissä'],
    ],
  },
  hu: {
    after:
      'k t ok ek ak ök ot et at öt ban ben ba be ból ből on en ön n ról ről ra re nak nek val vel hoz hez höz tól től ig ért ja je a e okat eket akat okban ekben',
    changes: [
      [/a$/u, 'á ák át ában ából án ára ának ával áról ától áig'],
      [/e$/u, 'é ék ét ében éből én ére ének ével éről étől éig'],
    ],
  },
  tr: {
    after:
      'lar ler ı i u ü yı yi yu yü a e ya ye da de ta te dan den tan ten ın in un ün nın nin nun nün la le yla yle sı si su sü ım im um üm ları leri larda lerde lardan lerden ların lerin lara lere',
    changes: [
      [/k$/u, 'ğı ği ğu ğü ğa ğe ğın ğin ğun ğün'],
      [/p$/u, 'bı bi bu bü ba be'],
      [/ç$/u, 'cı ci cu cü'],
    ],
  },
  ko: {
    after:
      '은 는 이 가 을 를 에 에서 에게 의 로 으로 와 과 도 만 들 들이 들을 들은 까지 부터 보다 처럼 마다 이나 나 입니다 이다',
  },
};

/** Languages inflected like another one. */
const LIKE: Readonly<Record<string, string>> = {
  ...{ uk: 'ru', be: 'ru', bg: 'ru', mk: 'ru', sr: 'ru' },
  ...{ cs: 'pl', sk: 'pl', hr: 'pl', sl: 'pl', bs: 'pl' },
  ...{ da: 'sv', nb: 'sv', nn: 'sv', no: 'sv' },
  ...{ ca: 'es', gl: 'pt', fa: 'ar', ur: 'ar', mr: 'hi', ne: 'hi', et: 'fi' },
};
/** For languages not listed here: one or two letters, if the word is long enough. */
const OTHER: Endings = { after: '' };
const OTHER_ENDING = String.raw`[\p{L}\p{M}]{0,2}`;
/** Too many other words begin with a shorter one. */
const FEWEST = 3;
/** A character is a syllable. */
const HANGUL = /\p{Script=Hangul}/u;
/** Vowels that change in the plural. */
const UMLAUTS: Readonly<Record<string, string>> = { a: 'aä', o: 'oö', u: 'uü' };
const UMLAUT_ENDINGS = 'e er en ern n s es';

const known = new Map<string, { pattern: string; stem: string }>();

/** A pattern for one or more folded words in any of their forms, and their common prefix. */
export function formsOf(folded: string, language: string): { pattern: string; stem: string } {
  const key = `${language} ${folded}`;
  let found = known.get(key);
  if (!found) {
    const words = folded.split(/\s+/u).map((word) => formsOfWord(word, language));
    found = { pattern: words.map(({ pattern }) => pattern).join(String.raw`\s+`), stem: words[0]?.stem ?? folded };
    if (known.size > MOST_KNOWN) known.clear();
    known.set(key, found);
  }
  return found;
}

const MOST_KNOWN = 20_000;

function formsOfWord(word: string, language: string): { pattern: string; stem: string } {
  const letters = [...word].length;
  const endings = LANGUAGES[language] ?? LANGUAGES[LIKE[language] ?? ''];
  if ((letters < FEWEST && !HANGUL.test(word)) || !/\p{L}$/u.test(word))
    return { pattern: escapedOf(word), stem: word };
  if (!endings) return { pattern: `${escapedOf(word)}${letters > FEWEST ? OTHER_ENDING : ''}`, stem: word };
  const forms = [...alternatives(word, endings), ...(language === 'de' ? umlautForms(word) : [])];
  const stems = forms.map(({ stem }) => stem);
  return {
    pattern: `(?:${forms.map(({ stem, endings: own }) => `${escapedOf(stem)}(?:${own.map(escapedOf).join('|')})`).join('|')})`,
    stem: stems.reduce(commonStart),
  };
}

interface Form {
  stem: string;
  endings: string[];
}

function alternatives(word: string, { after, changes = [] }: Endings = OTHER): Form[] {
  const changed = changes.flatMap(([end, list]): Form[] => {
    const match = end.exec(word);
    if (!match || match.index < 1) return [];
    return [{ stem: word.slice(0, match.index), endings: wordsOf(list.replaceAll('$1', match[1] ?? '')) }];
  });
  return [{ stem: word, endings: ['', ...wordsOf(after)] }, ...changed];
}

/** "Rad" is "Räder": changes the last vowel that can change. */
function umlautForms(word: string): Form[] {
  const match = /[aou](?=[^aeiouäöü]*(?:e[lnr]?)?$)/u.exec(word);
  const other = match && UMLAUTS[match[0]]?.[1];
  if (!match || other === undefined) return [];
  const stem = `${word.slice(0, match.index)}${other}${word.slice(match.index + 1)}`;
  return [{ stem, endings: ['', ...wordsOf(UMLAUT_ENDINGS)] }];
}

/** Longest first: the first match is used. `_` stands for no ending. */
const wordsOf = (list: string): string[] =>
  list
    .split(' ')
    .map((ending) => (ending === '_' ? '' : ending))
    .toSorted((a, b) => b.length - a.length);

const escapedOf = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

function commonStart(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return one.slice(0, at);
}
