import { deflateSync, gzipSync } from 'node:zlib';

/** Seeded pseudo-random numbers. */
export interface Dice {
  /** 0 to below `sides`. */
  roll(sides: number): number;
  one<T>(list: readonly [T, ...T[]]): T;
}

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const roll = (sides: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
  return { roll, one: (list) => list[roll(list.length)] ?? list[0] };
}

/** A way to break a good export. `refused`: no file of this class may come in. */
export interface Malformation {
  name: string;
  refused: boolean;
  /** Files of this class are large: fewer of them. */
  large?: boolean;
  make(good: string, dice: Dice): string | Buffer;
}

const HOSTILE = [
  '../../etc/passwd',
  '"><script>alert(1)</script>',
  "'; DROP TABLE posts; --",
  '__proto__',
  'O:8:"stdClass":1:{s:1:"a";i:1;}',
  'a:999999999:{i:0;i:1;}',
  '99999999999999999999',
  '-1',
  '0000-00-00 00:00:00',
  '\u202etxt.exe',
  'x'.repeat(5000),
  '&#x0;'.replace('&', '&amp;'),
  '',
] as const;

const at = (good: string, dice: Dice, mark: string): number => {
  const places = [...good.matchAll(new RegExp(mark, 'g'))].map(({ index }) => index);
  return places[dice.roll(Math.max(1, places.length))] ?? 0;
};
const insert = (good: string, place: number, text: string): string => good.slice(0, place) + text + good.slice(place);
const inItem = (good: string, dice: Dice, text: string): string => insert(good, at(good, dice, '</item>'), text);

/** The 14 classes of `security.md` R7. */
export const CLASSES: readonly Malformation[] = [
  {
    name: 'truncation',
    refused: true,
    make: (good, dice) => good.slice(0, dice.roll(good.lastIndexOf('</rss'))),
  },
  { name: 'bit flips', refused: false, make: flipBits },
  {
    name: 'DOCTYPE',
    refused: true,
    make(good, dice) {
      const inside = dice.one([
        '',
        ' [<!ENTITY x SYSTEM "file:///etc/hostname">]',
        ' SYSTEM "http://127.0.0.1:9/x.dtd"',
      ]);
      const name = dice.one(['!DOCTYPE', '!doctype', '!DocType']);
      return insert(good, good.indexOf('<rss'), `${' '.repeat(dice.roll(70_000))}<${name} rss${inside}>\n`);
    },
  },
  {
    name: 'entity flood',
    refused: true,
    make: (good, dice) => inItem(good, dice, `<x>${`&e${dice.roll(9)};`.repeat(1 + dice.roll(2000))}</x>`),
  },
  {
    name: 'depth',
    refused: true,
    make: (good, dice) => {
      const deep = 260 + dice.roll(3000);
      return inItem(good, dice, '<a>'.repeat(deep) + '</a>'.repeat(deep));
    },
  },
  {
    name: 'attribute flood',
    refused: true,
    make: (good, dice) =>
      inItem(good, dice, `<x ${Array.from({ length: 257 + dice.roll(2000) }, (_, n) => `a${n}="1"`).join(' ')}/>`),
  },
  {
    name: 'giant text',
    refused: true,
    large: true,
    make(good, dice) {
      // Judged by pieces of 64 KiB: the first and the last may be nearly empty.
      const text = 'x'.repeat(8 * 2 ** 20 + 2 * 2 ** 16 + dice.roll(2 ** 20));
      const around = dice.one([`<x>${text}</x>`, `<x><![CDATA[${text}]]></x>`, `<!-- ${text} -->`, `<x a="${text}"/>`]);
      return inItem(good, dice, around);
    },
  },
  {
    name: 'encodings',
    refused: true,
    make(good, dice) {
      if (dice.roll(4) === 0) return Buffer.from(`\ufeff${good}`, 'utf16le');
      const bad = dice.one([[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe9, 0x20], [0xf5, 0x80, 0x80, 0x80], [0x80]]);
      const [bytes, place] = [Buffer.from(good), dice.roll(good.indexOf('</rss'))];
      return Buffer.concat([bytes.subarray(0, place), Buffer.from(bad), bytes.subarray(place)]);
    },
  },
  {
    name: 'control characters',
    refused: false,
    make(good, dice) {
      let text = good;
      for (let n = 1 + dice.roll(20); n > 0; n -= 1)
        text = insert(text, dice.roll(text.length), String.fromCharCode(dice.roll(32)));
      return text;
    },
  },
  {
    name: 'namespace and version',
    refused: true,
    make: (good, dice) =>
      dice.roll(2) === 0
        ? good.replace(/export\/1\.2\/"/g, `export/${2 + dice.roll(9)}.${dice.roll(9)}/"`)
        : good.replace('<wp:wxr_version>1.2', `<wp:wxr_version>${dice.one(['2.0', '0.9', '1.3', 'x', ''])}`),
  },
  {
    name: 'duplicate and cyclic ids',
    refused: false,
    make: (good, dice) =>
      good.replace(/<wp:(post_id|post_parent|term_id)>\d+</g, (_all, name: string) => `<wp:${name}>${dice.roll(12)}<`),
  },
  {
    name: 'hostile values',
    refused: false,
    make: (good, dice) =>
      good.replace(/<!\[CDATA\[[^\]]*\]\]>/g, (all) =>
        dice.roll(12) === 0 ? `<![CDATA[${dice.one(HOSTILE)}]]>` : all,
      ),
  },
  {
    name: 'compressed',
    refused: true,
    make: (good, dice) => {
      const packed = Buffer.from(good);
      return dice.one([
        () => gzipSync(gzipSync(packed)),
        () => gzipSync(packed).subarray(0, -20),
        () => deflateSync(packed),
        () => Buffer.concat([Buffer.from('504b0304', 'hex'), packed]),
        () => Buffer.concat([Buffer.from('28b52ffd', 'hex'), packed]),
      ])();
    },
  },
  {
    name: 'not XML',
    refused: true,
    make: (good, dice) =>
      dice.one<() => string | Buffer>([
        () => Buffer.from(Array.from({ length: 1 + dice.roll(4000) }, () => dice.roll(256))),
        () => JSON.stringify({ good: good.slice(0, dice.roll(400)) }),
        () => `<html><body>${'<p>text</p>'.repeat(dice.roll(50))}</body></html>`,
        () => 'Dear reader. '.repeat(1 + dice.roll(100)),
      ])(),
  },
];

function flipBits(good: string, dice: Dice): Buffer {
  const bytes = Buffer.from(good);
  for (let n = 1 + dice.roll(8); n > 0; n -= 1) {
    const place = dice.roll(bytes.length);
    bytes[place] = (bytes[place] ?? 0) ^ (1 << dice.roll(8));
  }
  return bytes;
}

/** The same document spelled another way: it says nothing else. */
export function respelled(good: string, dice: Dice): string {
  const escape = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const noise = [
    '<!-- <![CDATA[ <title>no</title> ]]> -->',
    '<?x <![CDATA[ <item/> ]]> ?>',
    '\n\t',
    '<!-- ]]> -->',
    '',
    '',
  ] as const;
  return good
    .replace(/<!\[CDATA\[([^\]]*)\]\]>/g, (all, text: string) => {
      const cut = dice.roll(text.length + 1);
      return dice.one([
        all,
        all,
        escape(text),
        `<![CDATA[${text.slice(0, cut)}]]>${escape(text.slice(cut))}`,
        `${escape(text.slice(0, cut))}<![CDATA[${text.slice(cut)}]]>`,
      ]);
    })
    .replace(/(<\/wp:[a-z_]+>|<\/title>|<\/category>)/g, (all) => (dice.roll(4) === 0 ? all + dice.one(noise) : all));
}
