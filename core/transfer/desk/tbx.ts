import type { WordStatus } from '../../store/desk/glossary.ts';
import { ImportRefused, type Control } from '../refusal.ts';
import { feedXml, LIMITS } from '../wxr/xml-feed.ts';
import { escaped, type Output } from '../wxr/xml-write.ts';
import { emptyTerm, type FileTerm, type FileWord, type WrittenTerm, type WrittenWord } from './terms.ts';

const KEEP = 'polydesk-keep';
const CASE = 'polydesk-case';
const STATUS = { preferred: 'preferredTerm', admitted: 'admittedTerm', forbidden: 'deprecatedTerm' } as const;

/** Writes TBX-Basic as a `martif`, which tools for either version can read (`contract/extras.md`, `/exports`). */
export function writeTbx(out: Output, head: { title: string; tag: string }, terms: Iterable<WrittenTerm>): void {
  out.write(`<?xml version="1.0" encoding="UTF-8"?>\n<martif type="TBX-Basic" xml:lang="${escaped(head.tag)}">\n`);
  out.write(`<martifHeader><fileDesc><titleStmt><title>${escaped(head.title)}</title></titleStmt>`);
  out.write('<sourceDesc><p>Polydesk</p></sourceDesc></fileDesc>');
  out.write('<encodingDesc><p type="XCSURI">TBXBasicXCSV02.xcs</p></encodingDesc></martifHeader>\n<text><body>\n');
  for (const { uuid, domain, definition, note, keep, words } of terms) {
    out.write(`<termEntry id="c${escaped(uuid)}">\n`);
    if (domain !== '') out.write(`<descrip type="subjectField">${escaped(domain)}</descrip>\n`);
    if (definition !== '') out.write(`<descrip type="definition">${escaped(definition)}</descrip>\n`);
    if (keep) out.write(`<admin type="projectSubset">${KEEP}</admin>\n`);
    if (note !== '') out.write(`<note>${escaped(note)}</note>\n`);
    for (const [tag, own] of Map.groupBy(words, (word) => word.tag))
      out.write(`<langSet xml:lang="${escaped(tag)}">\n${own.map(termOf).join('')}</langSet>\n`);
    out.write('</termEntry>\n');
  }
  out.write('</body></text>\n</martif>\n');
}

function termOf({ text, status, caseSensitive }: WrittenWord): string {
  const admin = caseSensitive ? `<admin type="projectSubset">${CASE}</admin>` : '';
  const note = `<termNote type="administrativeStatus">${STATUS[status]}-admn-sts</termNote>`;
  return `<tig><term>${escaped(text)}</term>${note}${admin}</tig>\n`;
}

/** Reads TBX versions 2 and 3, in either style. Throws `ImportRefused`, with the line. */
export function readTbx(path: string, control: Control): FileTerm[] {
  const reading: Reading = {
    terms: [],
    path: [],
    term: undefined,
    tag: '',
    word: undefined,
    said: undefined,
    hasBody: false,
  };
  feedXml(
    path,
    {
      open: (name, attributes, line) => openElement(reading, localName(name), { attributes, line }),
      text(text) {
        if (reading.said) reading.said.text += text;
      },
      close: (name) => closeElement(reading, localName(name)),
      odd: () => undefined,
    },
    { control, limits: { ...LIMITS, documentType: 'named' } },
  );
  if (!reading.hasBody) throw new ImportRefused('not_tbx', 'This is not a TBX file.', { line: 1, column: 1 });
  return reading.terms;
}

interface Reading {
  terms: FileTerm[];
  path: string[];
  term: FileTerm | undefined;
  tag: string;
  word: FileWord | undefined;
  /** The text being read, what it is, and the depth at which it began. */
  said: { what: string; text: string; depth: number } | undefined;
  hasBody: boolean;
}

const ROOTS = new Set(['martif', 'tbx']);
const ENTRIES = new Set(['termEntry', 'conceptEntry']);
const LANGUAGES = new Set(['langSet', 'langSec']);
const WORDS = new Set(['tig', 'ntig', 'termSec']);
/** Elements whose name is the data category: the style of version 3. */
const BY_NAME = new Set([
  'term',
  'note',
  'definition',
  'subjectField',
  'administrativeStatus',
  'normativeAuthorization',
]);
const BY_TYPE = new Set(['descrip', 'termNote', 'admin']);

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function openElement(
  reading: Reading,
  name: string,
  { attributes, line }: { attributes: Readonly<Record<string, string>>; line: number },
): void {
  reading.path.push(name);
  const place = { line, column: 1 };
  if (reading.path.length === 1 && !ROOTS.has(name))
    throw new ImportRefused('not_tbx', 'This is not a TBX file.', place);
  if (reading.said) return;
  if (name === 'body') reading.hasBody = true;
  else if (ENTRIES.has(name)) {
    const [, uuid = ''] =
      /^c?([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/i.exec(attributes['id'] ?? '') ?? [];
    reading.term = { ...emptyTerm(line), uuid: uuid.toLowerCase() };
  } else if (LANGUAGES.has(name)) {
    reading.tag = attributes['xml:lang'] ?? attributes['lang'] ?? '';
    if (reading.tag === '') throw new ImportRefused('no_language', 'A text does not name its language.', place);
  } else if (WORDS.has(name) && reading.term)
    reading.word = { tag: reading.tag, text: '', status: undefined, caseSensitive: false };
  else if (reading.term && (BY_NAME.has(name) || BY_TYPE.has(name)))
    reading.said = {
      what: BY_TYPE.has(name) ? (attributes['type'] ?? '') : name,
      text: '',
      depth: reading.path.length,
    };
}

function closeElement(reading: Reading, name: string): void {
  const { said, term, word, path } = reading;
  if (said?.depth === path.length) {
    if (term) takeSaid(term, word, { what: said.what, text: spaced(said.text) });
    reading.said = undefined;
  }
  path.pop();
  if (WORDS.has(name) && word) {
    if (word.text !== '') term?.words.push(word);
    reading.word = undefined;
  } else if (ENTRIES.has(name) && term) {
    reading.terms.push(term);
    reading.term = undefined;
  }
}

function takeSaid(term: FileTerm, word: FileWord | undefined, { what, text }: { what: string; text: string }): void {
  if (what === 'term' && word) word.text = text;
  else if (what === 'definition') term.definition ||= text;
  else if (what === 'subjectField') term.domain ||= text;
  else if (what === 'note') term.note ||= text;
  else if (what === 'projectSubset' && text === KEEP) term.keep = true;
  else if (what === 'projectSubset' && text === CASE && word) word.caseSensitive = true;
  else if ((what === 'administrativeStatus' || what === 'normativeAuthorization') && word) word.status = statusOf(text);
}

/** Parses a status of either version, including those of particular tools. */
function statusOf(text: string): WordStatus | undefined {
  if (/^prefer/i.test(text)) return 'preferred';
  if (/^(?:deprecat|supersed|obsolete|forbidden|notRecommended)/i.test(text)) return 'forbidden';
  return /^(?:admit|standard|regulated|legal|proposed)/i.test(text) ? 'admitted' : undefined;
}

/** Collapses indentation and line breaks, which are not part of a text; a no-break space, as in “n° 5”, is. */
function spaced(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').trim();
}
