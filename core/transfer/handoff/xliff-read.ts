import { ImportRefused, type Control } from '../refusal.ts';
import { feedXml } from '../wxr/xml-feed.ts';
import type { XmlHandlers } from '../wxr/xml-handlers.ts';
import { emptyHead, takeHeadLine, takeOnce, type HandoffFile, type SaidProgress } from './file.ts';
import { createInlineReader, textOfMarked, type InlineReader } from './inline.ts';
import { readItemName } from './key.ts';
import { takePoHeader } from './po.ts';

type Attributes = Readonly<Record<string, string>>;

/** Reads XLIFF 1.2 and 2.x as tools save it; unknown elements are skipped. Throws `ImportRefused`. */
export function readXliff(path: string, control: Control): HandoffFile {
  const reader = createReader();
  feedXml(path, reader.handlers, { control });
  if (!reader.isXliff()) throw new ImportRefused('not_xliff', 'This is not an XLIFF file.');
  return reader.file;
}

/** The unit being read; its texts by segment. */
interface Open {
  key: string;
  item: string;
  line: number;
  isApproved: boolean;
  isLocked: boolean;
  /** Holds the header of the PO file it was converted from. */
  isHeader: boolean;
  segments: { isText: boolean; source: string; target: string | undefined }[];
  said: SaidProgress[];
}

/** State of the parser. */
interface Reading {
  file: HandoffFile;
  /** Names of the open elements, "" for other namespaces. */
  path: string[];
  /** The namespace prefix of XLIFF in this file, with its colon. */
  prefix: string | undefined;
  item: string;
  unit: Open | undefined;
  inline: InlineReader | undefined;
  note: string | undefined;
  /** The item of a unit, if a tool keeps it as the location of a text. */
  place: string | undefined;
  /** Depth within skipped elements: alternatives, proposals. */
  passed: number;
}

function createReader(): { handlers: XmlHandlers; file: HandoffFile; isXliff(): boolean } {
  const file: HandoffFile = { head: emptyHead(), units: [] };
  const nothing = { prefix: undefined, unit: undefined, inline: undefined, note: undefined, place: undefined };
  const reading: Reading = { file, path: [], item: '', passed: 0, ...nothing };
  const handlers: XmlHandlers = {
    open: (name, attributes, line) => openElement(reading, name, { attributes, line }),
    text(text) {
      if (reading.note !== undefined) reading.note += text;
      if (reading.place !== undefined) reading.place += text;
      reading.inline?.text(text);
    },
    close: () => closeElement(reading),
    odd: () => undefined,
  };
  const { head, units } = file;
  return { handlers, file, isXliff: () => units.length > 0 || head.toTag !== '' || head.site !== '' };
}

/** A name without the XLIFF prefix; "" for another namespace. */
function nameIn(reading: Reading, full: string): string {
  reading.prefix ??= full.slice(0, full.indexOf(':') + 1);
  const { prefix } = reading;
  if (prefix === '') return full.includes(':') ? '' : full;
  return full.startsWith(prefix) ? full.slice(prefix.length) : '';
}

function openElement(reading: Reading, full: string, of: { attributes: Attributes; line: number }): void {
  const { file, inline } = reading;
  const { attributes, line } = of;
  const name = nameIn(reading, full);
  reading.path.push(name);
  const isMeta = full.endsWith(':meta') && attributes['type'] === 'handoff';
  if (isMeta || (name === 'note' && !reading.unit)) reading.note = '';
  if (name === 'context' && attributes['context-type'] === 'sourcefile' && reading.unit) reading.place = '';
  if (name === 'tool') file.head.tool = attributes['tool-name'] ?? file.head.tool;
  if (inline) return inline.open(name, attributes);
  if (reading.passed > 0 || PASSED.has(name)) reading.passed += 1;
  if (reading.passed > 0) return;
  if (name === 'xliff') takeLanguages(file, attributes['srcLang'], attributes['trgLang']);
  else if (name === 'file') {
    reading.item = attributes['original'] ?? '';
    takeLanguages(file, attributes['source-language'], attributes['target-language']);
  } else if (UNITS.has(name)) reading.unit = openUnit(name, { item: reading.item, attributes, line });
  else if (reading.unit) reading.inline = openPart(reading.unit, name, attributes);
}

function closeElement(reading: Reading): void {
  const { file, path, inline, unit, note } = reading;
  const name = path.pop() ?? '';
  if ((name === 'note' || name === '') && note !== undefined) {
    takeHeadLine(file.head, note);
    reading.note = undefined;
  }
  if (name === 'context' && reading.place !== undefined) {
    if (unit && readItemName(reading.place)) unit.item = reading.place;
    reading.place = undefined;
  }
  if (inline && (name === 'source' || name === 'target')) {
    const segment = unit?.segments.at(-1);
    if (segment) segment[name] = inline.marked();
    reading.inline = undefined;
  } else if (inline) inline.close(name);
  else if (reading.passed > 0) reading.passed -= 1;
  else if (unit && UNITS.has(name)) {
    const closed = closeUnit(unit);
    if (unit.isHeader) takePoHeader(file.head, textOfMarked(closed.source));
    else if (!unit.isLocked) file.units.push(closed);
    reading.unit = undefined;
  }
}

const UNITS = new Set(['trans-unit', 'unit']);
/** Alternative translations, memory proposals, the segmented source, binary originals. */
const PASSED = new Set(['alt-trans', 'seg-source', 'bin-unit', 'glossary', 'reference', 'originalData', 'matches']);

function takeLanguages({ head }: HandoffFile, from: string | undefined, to: string | undefined): void {
  takeOnce(head, 'fromTag', from);
  takeOnce(head, 'toTag', to);
}

function openUnit(name: string, of: { item: string; attributes: Attributes; line: number }): Open {
  const { item, line, attributes } = of;
  return {
    key: attributes['id'] ?? attributes['name'] ?? '',
    item,
    line,
    isApproved: attributes['approved'] === 'yes',
    isLocked: attributes['translate'] === 'no',
    isHeader: attributes['restype'] === 'x-gettext-domain-header',
    segments: name === 'unit' ? [] : [{ isText: true, source: '', target: undefined }],
    said: [],
  };
}

/** Returns the reader for a text that begins here. */
function openPart(unit: Open, name: string, attributes: Attributes): InlineReader | undefined {
  if (name === 'segment' || name === 'ignorable') {
    unit.segments.push({ isText: name === 'segment', source: '', target: undefined });
    if (name === 'segment') unit.said.push(said(attributes['state'], attributes['subState']));
  }
  if (name !== 'source' && name !== 'target') return undefined;
  if (name === 'target' && attributes['state'] !== undefined)
    unit.said.push(said(attributes['state'], attributes['state-qualifier']));
  return createInlineReader();
}

/** Parses a state of either version; "" if it says nothing about progress. */
function said(state = '', more = ''): SaidProgress {
  if (/fuzzy|unsure/i.test(more) || /^needs-(?!translation)/.test(state)) return 'unsure';
  if (/^(?:translated|reviewed|final|signed-off)$/.test(state)) return 'done';
  return state === '' ? '' : 'new';
}

/** Joins the segments of a unit. The target is empty unless every segment has one. */
function closeUnit({ key, item, line, segments, said, isApproved }: Open): HandoffFile['units'][number] {
  const source = segments.map((segment) => segment.source).join('');
  const isWhole = segments.every(({ isText, source: text, target = '' }) => !isText || target !== '' || text === '');
  const target = isWhole
    ? segments.map((segment) => segment.target ?? (segment.isText ? '' : segment.source)).join('')
    : '';
  const hints: SaidProgress[] = ['unsure', 'new'];
  const worst = hints.find((each) => said.includes(each)) ?? said.find((each) => each === 'done') ?? '';
  return { key, item, line, source, target, said: worst === '' && isApproved ? 'done' : worst };
}
