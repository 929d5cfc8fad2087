import { encodeAttribute, encodeText, splitEntities } from './entities.ts';
import { tokenizeHtml } from './html.ts';
import type { Attribute } from './html.ts';
import { itemsOf } from './inline.ts';
import type { Item } from './inline.ts';
import { encodeBlockJson } from './json-strings.ts';
import { kindOfAttribute } from './segment-kinds.ts';
import type { Form, Mark, Piece, Segment, Slot, Token } from './tokens.ts';

/** What has been read so far. */
export interface Builder {
  segments: Segment[];
  /** Names of the enclosing blocks and block-level elements. */
  blocks: string[];
  elements: string[];
  top: number;
}

/** The properties of a row apart from its place. */
export type NewSegment = Pick<Segment, 'kind' | 'form' | 'raw'> & Partial<Segment>;

/** Adds a row whose tokens are known. */
export function addSegment(builder: Builder, given: NewSegment): Segment {
  const segment: Segment = {
    id: builder.segments.length,
    level: 0,
    name: '',
    block: builder.blocks.at(-1) ?? '',
    top: builder.top,
    owner: { segment: -1, mark: -1 },
    around: [],
    isLocked: false,
    tokens: [],
    marks: [],
    written: new Map(),
    ...given,
  };
  builder.segments.push(segment);
  return segment;
}

/** Adds a row for items of a run; the values of its marks become rows after it. Returns its index. */
export function addRow(builder: Builder, items: readonly Item[], given: Omit<NewSegment, 'form' | 'raw'>): Slot {
  const raw = items.map((item) => item.raw).join('');
  const segment = addSegment(builder, { form: 'html', raw, ...given });
  fill(builder, segment, items);
  return { segment: segment.id, form: segment.form, raw };
}

/** A tag, or any other item, as pieces: texts in its attributes are rows. */
export function piecesOf(builder: Builder, item: Tag, owner = { segment: -1, mark: -1 }): Piece[] {
  const type = item.attributes.find(({ name }) => name === 'type')?.raw ?? '';
  const pieces: Piece[] = [];
  let from = 0;
  for (const attribute of item.attributes) {
    const kind = kindOfAttribute(item.name, attribute.name, type);
    const isAlt = attribute.name === 'alt' && item.name === 'img';
    if (!kind || (attribute.raw.trim() === '' && !isAlt) || (kind === 'link' && attribute.raw === '#')) continue;
    pieces.push(item.raw.slice(from, attribute.start), addAttribute(builder, attribute, { kind, owner }));
    from = attribute.end;
  }
  pieces.push(item.raw.slice(from));
  return pieces;
}

export interface Tag {
  name: string;
  raw: string;
  attributes: Attribute[];
}

/** Adds a row for a string in the attributes of a block; one with tags or entities is read as HTML. */
export function addJson(builder: Builder, of: { name: string; value: string; raw: string }): Slot {
  const { name, value, raw } = of;
  const isHtml = /<[a-z/!]|&#?\w+;/i.test(value);
  const form: Form = isHtml ? 'json html' : 'json text';
  const segment = addSegment(builder, { kind: 'attribute', name, form, raw });
  if (isHtml) fill(builder, segment, itemsOf(tokenizeHtml(value)));
  else segment.tokens = value === '' ? [] : [{ kind: 'text', text: value }];
  return { segment: segment.id, form, raw };
}

/** Writes tokens in the form of their place; `print` writes a mark. */
export function writeTokens(
  tokens: readonly Token[],
  form: Form,
  print: (token: Exclude<Token, { kind: 'text' }>) => string,
  written: ReadonlyMap<string, string>,
): string {
  const isHtml = form === 'html' || form === 'json html';
  const encode = isHtml ? encodeText : form === 'json text' ? String : encodeAttribute;
  // A text that could close an enclosing comment is encoded again.
  const known = (text: string) => {
    const raw = isHtml || form === 'attribute' ? written.get(text) : undefined;
    return raw === undefined || raw.includes('-->') ? encode(text) : raw;
  };
  const all = tokens.map((token) => (token.kind === 'text' ? known(token.text) : print(token))).join('');
  if (form === 'bare attribute') return `"${all}"`;
  return form === 'json text' || form === 'json html' ? encodeBlockJson(all) : all;
}

function addAttribute(
  builder: Builder,
  attribute: Attribute,
  of: { kind: 'attribute' | 'link'; owner: Segment['owner'] },
): Slot {
  const { name, raw, quote } = attribute;
  const form: Form = quote === '' ? 'bare attribute' : 'attribute';
  const items = splitEntities(raw).map((part): Item =>
    'text' in part
      ? { kind: 'text', ...part }
      : { kind: 'single', what: 'entity', name: part.entity, raw: part.raw, attributes: [], partner: -1 },
  );
  const segment = addSegment(builder, { ...of, name, form, raw, isLocked: of.kind === 'link' });
  fill(builder, segment, items);
  return { segment: segment.id, form, raw };
}

/** Sets the items as the tokens and marks of a row. Pairs are already nested. */
function fill(builder: Builder, segment: Segment, items: readonly Item[]): void {
  const written = new Map<string, string>();
  const open: Mark[] = [];
  const drafts: { mark: Mark; item: Tag }[] = [];
  for (const item of items) {
    if (item.kind === 'text') {
      segment.tokens.push({ kind: 'text', text: item.text });
      if (!written.has(item.text)) written.set(item.text, item.raw);
      continue;
    }
    if (item.kind === 'close') {
      const mark = open.pop();
      if (!mark) continue;
      mark.close = item.raw;
      segment.tokens.push({ kind: 'close', mark: mark.id });
      continue;
    }
    const mark: Mark = {
      id: segment.marks.length,
      kind: item.what,
      name: item.name,
      isPair: item.kind === 'open',
      parent: open.at(-1)?.id ?? -1,
      open: [],
      close: '',
    };
    segment.marks.push(mark);
    drafts.push({ mark, item });
    segment.tokens.push({ kind: item.kind, mark: mark.id });
    if (mark.isPair) open.push(mark);
  }
  segment.written = written;
  const isJson = segment.form === 'json html';
  for (const { mark, item } of drafts)
    mark.open = isJson ? [item.raw] : piecesOf(builder, item, { segment: segment.id, mark: mark.id });
}
