// Files as returned by tools: what was lost or altered on the way is repaired, or shown, but never guessed.
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReviewItem, ReviewLine } from '../../../core/schema/site/job.ts';
import { FORMATS, openHandoffBench, translated, type HandoffBench } from './bench.ts';

let bench: HandoffBench;
let en = 0;
let xliff = '';
beforeEach(() => {
  bench = openHandoffBench();
  en = bench.post({ title: 'Night riding', content: CONTENT });
  xliff = bench.send('xliff12', POSTS);
  return () => bench.engine.close();
});

const POSTS = { scope: { types: ['post'] } };
const p = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const CONTENT = [
  p('Ride <strong>safely</strong> &amp; see<br>far'),
  p('Run <code>npm start</code> now'),
  p('Twice the same'),
  p('Twice the same'),
].join('\n\n');
const RIDE = 'Ride <g id="0" ctype="bold">safely</g> &amp; see<x id="1" ctype="lb" equiv-text="[br]"/>far';
/** With the target of the first paragraph. */
const withRide = (target: string, file = xliff): string => {
  expect(file).toContain(`<source>${RIDE}</source>`);
  return file.replace(`<source>${RIDE}</source>\n`, `<source>${RIDE}</source>\n${target}\n`);
};
const firstOf = (file: string): ReviewLine | undefined => bench.review(file).lines[0];
const taken = (file: string, choices = {}): string => {
  bench.take(file, choices);
  const fr = bench.versionOf(en);
  return fr === 0 ? '' : (bench.read(fr).content.split('\n')[1] ?? '');
};

describe('what comes back of a text with marks', () => {
  test.each([
    ['as it left', '<g id="0">sûrement</g>', '<x id="1"/>'],
    [
      'marks with all attributes',
      '<g id="0" ctype="bold" xid="1">sûrement</g>',
      '<x id="1" ctype="lb" equiv-text="[br]"/>',
    ],
    [
      'both ends as elements of their own',
      '<bx id="0" rid="7"/>sûrement<ex id="9" rid="7"/>',
      '<ph id="1">&lt;br&gt;</ph>',
    ],
    ['codes of the original', '<bpt id="0">&lt;b&gt;</bpt>sûrement<ept id="0">&lt;/b&gt;</ept>', '<x id="1"/>'],
    ['marks as plain text', '&lt;g id="0"&gt;sûrement&lt;/g&gt;', '&lt;x id="1"/&gt;'],
    ['marks as plain text with other quotes', "&lt;g id='0' &gt;sûrement&lt;/g&gt;", '&lt;x id=“1” /&gt;'],
    ['a pair around nothing', '<g id="0">sûrement</g>', '<g id="1"></g>'],
    ['segments', '<mrk mtype="seg" mid="0"><g id="0">sûrement</g></mrk>', '<x id="1"/>'],
    ['data of the text', '<g id="0"><![CDATA[sûrement]]></g>', '<x id="1"/>'],
  ])('%s', (_, word, line) => {
    const file = withRide(`<target>Roulez ${word} &amp; voyez${line}loin</target>`);
    expect(taken(file)).toBe('<p>Roulez <strong>sûrement</strong> &amp; voyez<br>loin</p>');
  });

  test.each(['comment', 'mid', 'id'])('protected words stay, by %s, and marks may change places', (attribute) => {
    const target = `<target>Maintenant <mrk mtype="protected" ${attribute}="0">npm start</mrk></target>`;
    const file = xliff.replace(/(<source>Run .*<\/source>)/, `$1\n${target}`);
    bench.take(withRide('<target><x id="1"/>Voyez <g id="0">loin</g></target>', file));
    const { content } = bench.read(bench.versionOf(en));
    expect(content).toContain('<p>Maintenant <code>npm start</code></p>');
    expect(content).toContain('<p><br>Voyez <strong>loin</strong></p>');
  });

  test.each([
    ['lost', 'Roulez sûrement', 'Roulez sûrement<g id="0"></g><x id="1"/>'],
    ['twice', 'Roulez <g id="0">sûr</g> <g id="0">et</g><x id="1"/>', 'Roulez <g id="0">sûr</g> et<x id="1"/>'],
    ['strange', 'Roulez <g id="0">sûr</g> <x id="77"/><x id="1"/>', 'Roulez <g id="0">sûr</g> <x id="1"/>'],
  ])('marks that are %s are shown with a proposal, and taken only if chosen', (_, target, proposal) => {
    const file = withRide(`<target>${target}</target>`);
    expect(firstOf(file)?.outcome).toBe('marks');
    expect(bench.texts(file)[0]?.texts).toMatchObject({
      usable: proposal !== undefined,
      ...(proposal !== undefined && { file: proposal }),
    });
    expect(bench.take(file)).toMatchObject({ texts: 0, skipped: 1, entry: null });
    expect(bench.take(file, { marks: true }).texts).toBe(proposal === undefined ? 0 : 1);
  });
});

describe('states are hints', () => {
  const said = (state: string): string => withRide(`<target${state}>Voyez <g id="0">loin</g><x id="1"/></target>`);
  test.each([
    ['none', '', 'new', ''],
    ['new', ' state="new"', 'new', 'new'],
    ['translated', ' state="translated"', 'new', 'done'],
    ['to be looked at', ' state="needs-review-translation"', 'new', 'unsure'],
    ['a guess of a memory', ' state="translated" state-qualifier="fuzzy-match"', 'new', 'unsure'],
  ])('%s', (_, state, outcome, hint) => {
    expect(firstOf(said(state))).toMatchObject({ outcome, unit: { said: hint } });
  });

  test('a fuzzy text of a PO file is to be checked, as its tools mark it', () => {
    const po = translated(bench.send('po', POSTS), (text) => `${text}!`);
    const fuzzy = (flags: string): string => po.replace(/(?=msgctxt "p\d+\.title)/, `${flags}\n`);
    for (const flags of ['#, fuzzy', '#, c-format, fuzzy', '#,fuzzy'])
      expect(bench.review(fuzzy(flags)).lines.map(({ unit }) => unit?.said)).toEqual([
        'unsure',
        ...Array<string>(4).fill('done'),
      ]);
    bench.take(fuzzy('#, fuzzy'));
    expect(bench.send('po', { ...POSTS, states: ['draft'] })).toMatch(/#, fuzzy\nmsgctxt "p\d+\.title/);
  });

  test('marks without a word are not a translation', () => {
    expect(bench.review(withRide('<target><g id="0"> </g><x id="1"/></target>')).counts).toMatchObject({
      new: 0,
      untranslated: 5,
    });
  });

  test('a text equal to the source is not a translation, unless the file marks it as one', () => {
    const same = (state: string): string => withRide(`<target${state}>${RIDE}</target>`);
    expect(bench.review(same('')).counts).toMatchObject({ new: 0, untranslated: 5 });
    expect(bench.review(same(' state="needs-translation"')).counts).toMatchObject({ new: 0, untranslated: 5 });
    expect(bench.review(same(' state="final"')).counts).toMatchObject({ new: 1, untranslated: 4 });
    bench.take(same(' state="final"'));
    const fr = bench.versionOf(en);
    expect(bench.must('GET', `/polydesk/v1/staleness/post/${fr}`)['marks']).toContainEqual(
      expect.objectContaining({ word: 'same' }),
    );
  });

  test('an unsure text is marked for review, as a machine translation is', () => {
    bench.take(said(' state="needs-review-translation"'));
    const query = { machine: 'true' };
    const listed = bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/groups', query }, bench.admin);
    expect(listed.body).toMatchObject([{ source: en }]);
  });
});

describe('the way a tool saves', () => {
  const french = (): string => withRide('<target>Voyez <g id="0">loin</g><x id="1"/></target>');
  test.each<[string, (file: string) => string | Buffer]>([
    ['with a mark at the beginning', (file) => `\ufeff${file}`],
    ['with the line ends of Windows', (file) => file.replaceAll('\n', '\r\n')],
    ['in UTF-16', (file) => Buffer.from(`\ufeff${file.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
    [
      'in UTF-16, the other way round',
      (file) => Buffer.from(`\ufeff${file.replace('UTF-8', 'utf-16')}`, 'utf16le').swap16(),
    ],
    ['without its declaration', (file) => file.replace(/^<\?xml.*\n/, '')],
    ['with a prefix', (file) => file.replace(/<(\/?)(?=[a-z])/g, '<$1x:').replace('xmlns=', 'xmlns:x=')],
    ['without languages', (file) => file.replace(/ (?:source|target)-language="[^"]*"/g, '')],
    ['without notes', (file) => file.replace(/<note[^]*?<\/note>/g, '')],
    ['with another order of units', (file) => reversed(file)],
    [
      'with proposals',
      (file) =>
        file.replace('<note>paragraph', '<alt-trans><source>a</source><target>b</target></alt-trans><note>paragraph'),
    ],
    ['with text of another namespace', (file) => file.replace('<body>', '<body><o:m xmlns:o="urn:o">words</o:m>')],
    [
      'without the other units',
      (file) => file.replace(/<trans-unit(?:(?!<\/trans-unit>)(?!<target)[^])*?<\/trans-unit>\n/g, ''),
    ],
    ['with keys of its own', (file) => file.replace(/id="p\d[^"]*"/g, () => `id="tu${(n += 1)}"`)],
    [
      'with neither keys nor items',
      (file) =>
        file.replace(/id="p\d[^"]*"/g, () => `id="tu${(n += 1)}"`).replace(/original="[^"]*"/g, 'original="a.xlf"'),
    ],
    ['indented', (file) => file.replace(/>Ride </, '>\n    Ride <').replace('/>far</source>', '/>far\n  </source>')],
  ])('%s', (_, save) => {
    const done = bench.take(save(french()));
    expect(done).toMatchObject({ texts: 1, items: 1, created: 1, skipped: 0 });
    expect(bench.read(bench.versionOf(en)).content).toBe(
      CONTENT.replace(/Ride .*far/, 'Voyez <strong>loin</strong><br>'),
    );
  });
  let n = 0;
  const reversed = (file: string): string => {
    const units = file.match(/<trans-unit[^]*?<\/trans-unit>\n/g) ?? [];
    return file.replace(units.join(''), units.toReversed().join(''));
  };

  test('segments of XLIFF 2 are one text again, and half of one is none', () => {
    const file = bench.send('xliff21', POSTS);
    const split = (second: string): string =>
      file.replace(
        /<segment[^>]*>\n<source>Twice the same<\/source>\n<\/segment>/,
        `<segment id="a" state="final"><source>Twice </source><target>Deux fois</target></segment>
<ignorable><source> </source></ignorable><segment id="b" state="final"><source>the same</source>${second}</segment>`,
      );
    expect(bench.review(split('')).counts).toMatchObject({ new: 0, untranslated: 5 });
    expect(bench.take(split('<target>le même</target>'))).toMatchObject({ texts: 1 });
    expect(bench.read(bench.versionOf(en)).content).toBe(CONTENT.replace('Twice the same', 'Deux fois le même'));
  });

  test('a text that occurs several times is distinguished by its place', () => {
    const [, second] = xliff.match(/<trans-unit(?:(?!<trans-unit)[^])*?Twice the same<\/source>\n/g) ?? [];
    const file = xliff.replace(second ?? '?', `${second}<target>Encore</target>\n`);
    bench.take(file);
    expect(bench.read(bench.versionOf(en)).content).toBe(
      CONTENT.replace(/Twice the same(?![^]*Twice the same)/, 'Encore'),
    );
  });
});

describe('what changed here meanwhile', () => {
  const german = (text: string): string =>
    withRide(`<target state="translated">${text}<g id="0">loin</g><x id="1"/></target>`);

  test('a source that has changed since', () => {
    const file = german('Voyez ');
    bench.must('PATCH', `/wp/v2/posts/${en}`, { content: CONTENT.replace('see<br>', 'see very<br>') });
    const [line] = bench.texts(file) as [ReviewItem];
    const change = { kind: 'words', count: 1 };
    expect(line).toMatchObject({ outcome: 'stale', unit: { what: 'paragraph', source_id: en, change } });
    expect(line.texts?.then).toContain('see<x id="1"/>far');
    expect(line.texts?.now).toContain('see very<x id="1"/>far');
    expect(bench.take(file)).toMatchObject({ texts: 0, skipped: 1, entry: null });
    expect(bench.take(file, { items: { [line.key]: 'memory' } })).toMatchObject({ texts: 0, kept: 1, skipped: 0 });
    expect(bench.must('GET', '/polydesk/v1/memory')['books']).toMatchObject([
      { name: 'Translator files', entries: 1, file: '', tool: '', imported_at: expect.stringMatching(/^\d{4}-/) },
    ]);
    expect(bench.take(file, { items: { [line.key]: 'memory' } })).toMatchObject({ kept: 0, entry: null });
    expect(bench.take(file, { stale: true })).toMatchObject({ texts: 1, created: 1 });
  });

  test('blocks that came in between move nothing', () => {
    const file = german('Voyez ');
    bench.must('PATCH', `/wp/v2/posts/${en}`, { content: [p('Before'), p('all'), CONTENT].join('\n\n') });
    expect(bench.review(file).counts).toMatchObject({ new: 1, stale: 0, left: 0 });
    bench.take(file);
    expect(bench.read(bench.versionOf(en)).content).toContain('<p>Voyez <strong>loin</strong><br></p>');
  });

  test('a translation edited meanwhile is a conflict, and the local text stays unless the other is chosen', () => {
    bench.take(german('Voyez '));
    const fr = bench.versionOf(en);
    const sent = bench.send('xliff12', POSTS);
    const here = bench.read(fr).content.replace('Voyez', 'Regardez');
    bench.must('PATCH', `/wp/v2/posts/${fr}`, { content: here });
    expect(bench.review(sent).counts).toMatchObject({ conflict: 0, changed: 0 });
    const back = sent.replace('>Voyez ', '>Voyez donc ');
    const [line] = bench.texts(back) as [ReviewItem];
    expect(line).toMatchObject({ outcome: 'conflict' });
    expect(line.texts).toMatchObject({
      mine: 'Regardez <g id="0">loin</g><x id="1"/>',
      file: 'Voyez donc <g id="0">loin</g><x id="1"/>',
    });
    expect(bench.take(back)).toMatchObject({ texts: 0, skipped: 1 });
    expect(bench.take(back, { items: { [line.key]: 'file' } })).toMatchObject({ texts: 1 });
    expect(bench.read(fr).content).toContain('Voyez donc');
  });

  test('an item that is gone, a version in the trash and a text of nowhere are listed', () => {
    const file = german('Voyez ').replace(
      '</body>',
      '<trans-unit id="tu1"><source>Of nowhere</source><target>De nulle part</target></trans-unit></body>',
    );
    expect(bench.review(file).lines.map(({ outcome, unit }) => [outcome, unit?.reason])).toEqual([
      ['new', ''],
      ['left', 'gone'],
    ]);
    const fr = bench.post({ title: 'Titre', lang: 'fr', translations: { en } });
    bench.must('DELETE', `/wp/v2/posts/${fr}`);
    expect(bench.review(file).lines.map(({ unit }) => unit?.reason)).toEqual(['trash', 'trash']);
    bench.must('DELETE', `/wp/v2/posts/${en}`, { force: true });
    expect(bench.review(file).lines.map(({ unit }) => unit?.reason)).toEqual(['gone', 'gone']);
  });

  test('of two texts for one place the first counts', () => {
    const unit = /<trans-unit(?:(?!<trans-unit)[^])*?loin[^]*?<\/trans-unit>\n/.exec(german('Voyez '))?.[0] ?? '?';
    const file = german('Voyez ').replace(unit, unit + unit.replace('>Voyez ', '>Regardez '));
    expect(bench.review(file).lines.map(({ outcome, unit }) => [outcome, unit?.reason])).toEqual([
      ['new', ''],
      ['left', 'double'],
    ]);
    expect(taken(file)).toContain('Voyez');
  });
});

describe('what visitors see', () => {
  test.each(FORMATS)('%s: a published version changes only if that was chosen, and its status never', (format) => {
    const fr = bench.post({
      title: 'De nuit',
      content: CONTENT.replace('Twice the same', 'Deux fois'),
      lang: 'fr',
      translations: { en },
    });
    const file = bench.send(format, POSTS).replace(/De nuit/, 'La nuit');
    expect(bench.review(file)).toMatchObject({ published: 1, counts: { changed: 1 } });
    expect(bench.take(file)).toMatchObject({ texts: 0, skipped: 1, entry: null });
    const done = bench.take(file, { published: true });
    expect(done).toMatchObject({ texts: 1, items: 1, created: 0 });
    expect(bench.read(fr)).toMatchObject({ title: 'La nuit', status: 'publish' });
    bench.must('POST', `/polydesk/v1/history/${String(done.entry)}/undo`, {});
    expect(bench.read(fr).title).toBe('De nuit');
  });
});
