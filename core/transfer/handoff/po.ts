import { ImportRefused } from '../refusal.ts';
import type { Output } from '../wxr/xml-write.ts';
import { readText } from './encoding.ts';
import { emptyHead, headLine, takeHeadLine, type FileUnit, type HandoffFile, type HandoffHead } from './file.ts';
import { itemName, readKey, writeKey } from './key.ts';
import type { HandoffItem } from './units.ts';

/** Writes a PO file: `msgctxt` is the key of a unit, the reference is its item. */
export function writePo(out: Output, head: HandoffHead, items: Iterable<HandoffItem>): void {
  const fields = [
    `Project-Id-Version: ${oneLine(head.title) || 'site'}`,
    `POT-Creation-Date: ${poDate(head.at)}`,
    `PO-Revision-Date: ${poDate(head.at)}`,
    'Last-Translator: ',
    'Language-Team: ',
    `Language: ${head.to.tag.replaceAll('-', '_')}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=UTF-8',
    'Content-Transfer-Encoding: 8bit',
    `X-Source-Language: ${head.from.tag.replaceAll('-', '_')}`,
    `X-Polydesk-Handoff: ${headLine(head)}`,
  ];
  out.write(`msgid ""\nmsgstr ""\n${fields.map((field) => `${quoted(`${field}\n`)}\n`).join('')}`);
  for (const item of items) {
    const reference = itemName({ kind: item.kind, id: item.source });
    for (const { address, what, source, target, progress } of item.units) {
      const flags = progress === 'unsure' ? '#, fuzzy\n' : '';
      out.write(`\n#. ${oneLine(`${item.type}: ${item.title === '' ? item.slug : item.title}`)}\n#. ${what}\n`);
      out.write(`#: ${reference}\n${flags}msgctxt ${quoted(writeKey(address))}\n`);
      out.write(`msgid ${quoted(source)}\nmsgstr ${quoted(progress === 'new' ? '' : target)}\n`);
    }
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const poDate = (at: string): string => `${at.slice(0, 16).replace('T', ' ')}+0000`;

function quoted(text: string): string {
  // oxlint-disable-next-line no-control-regex -- exactly these may stand in no PO
  const clean = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');
  return `"${clean.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')}"`;
}

interface Entry {
  context: string;
  id: string;
  text: string;
  item: string;
  isFuzzy: boolean;
  /** The plural of its text, "" if it has none. */
  plural: string;
  isPlural: boolean;
  line: number;
}

type Part = 'context' | 'id' | 'plural' | 'text';

// `[^]` instead of `.`, which stops at U+2028: a text may contain it, and it does not end a line of the file.
const KEYWORD = /^(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s*([^]*)$/;

/** Reads a PO file as tools save it: wrapped, sorted, with obsolete entries, with any line endings. */
export function readPo(path: string): HandoffFile {
  const file: HandoffFile = { head: emptyHead(), units: [] };
  let entry = newEntry();
  let part: Part | undefined;
  const end = (): void => {
    takeEntry(file, entry);
    entry = newEntry();
    part = undefined;
  };
  for (const [at, raw] of readText(path)
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = raw.trim();
    const begins = line === '' || line.startsWith('#') || /^(?:msgctxt|msgid)\s/.test(line);
    if (begins && part === 'text') end();
    if (line === '' || line.startsWith('#~') || line.startsWith('#|')) continue;
    if (line.startsWith('#')) takeComment(entry, line);
    else {
      const [, word, rest = line] = KEYWORD.exec(line) ?? [];
      if (word === 'msgid' && entry.line === 0) entry.line = at + 1;
      if (word !== undefined) part = partOf(entry, word);
      if (part === undefined && !entry.isPlural) throw broken(at + 1);
      const text = unquoted(rest);
      if (text === undefined) throw broken(at + 1);
      if (part !== undefined) entry[part] += text;
    }
  }
  end();
  return file;
}

const newEntry = (): Entry => {
  return { context: '', id: '', text: '', item: '', isFuzzy: false, plural: '', isPlural: false, line: 0 };
};

function partOf(entry: Entry, word: string): Part | undefined {
  if (word === 'msgctxt') return 'context';
  if (word === 'msgid') return 'id';
  if (word === 'msgid_plural') {
    entry.isPlural = true;
    return 'plural';
  }
  return word === 'msgstr' || word === 'msgstr[0]' ? 'text' : undefined;
}

function takeComment(entry: Entry, line: string): void {
  if (line.startsWith('#:')) entry.item ||= line.slice(2).trim().split(/\s+/)[0] ?? '';
  if (line.startsWith('#,') && /\bfuzzy\b/.test(line)) entry.isFuzzy = true;
}

function takeEntry({ head, units }: HandoffFile, entry: Entry): void {
  const { context, id, text, item, isFuzzy, plural, isPlural, line } = entry;
  if (line === 0) return;
  // Our files have no plurals: such a text of another file is listed, and never taken for the singular.
  if (isPlural)
    return void units.push({ key: '', item: '', source: `${id} / ${plural}`, target: text, said: '', line });
  if (id === '' && context === '') return takePoHeader(head, text);
  // A copy of the source says nothing about progress.
  const settled: FileUnit['said'] = text === '' || text === id ? '' : 'done';
  const said: FileUnit['said'] = isFuzzy ? 'unsure' : settled;
  // Some tools keep the key as the reference.
  const key = context === '' && readKey(item) ? item : context;
  units.push({ key, item, source: id, target: text, said, line });
}

/** Parses the PO header into the header of the file. */
export function takePoHeader(head: HandoffFile['head'], text: string): void {
  for (const field of text.split('\n')) {
    const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(field) ?? [];
    if (name === 'Language' && /^\w+$/.test(value)) head.toTag = value.replaceAll('_', '-');
    if (name === 'X-Source-Language') head.fromTag = value.replaceAll('_', '-');
    if (name === 'X-Generator') head.tool = value;
    if (name === 'X-Polydesk-Handoff') takeHeadLine(head, value);
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** The content between the quotes of a line; undefined without quotes. */
function unquoted(text: string): string | undefined {
  const [, inside] = /^"((?:[^"\\]|\\[^])*)"$/.exec(text) ?? [];
  return inside?.replace(/\\([^])/g, (_, letter: string) => ESCAPES[letter] ?? letter);
}

function broken(line: number): ImportRefused {
  return new ImportRefused('broken_po', 'This line of the PO file cannot be read.', { line, column: 1 });
}
