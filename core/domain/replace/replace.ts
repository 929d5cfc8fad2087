import { RestError } from '../../errors.ts';
import type { ReplaceHit, ReplaceOrder, ReplaceReport } from '../../schema/desk/replace.ts';
import type { Site } from '../../site.ts';
import { mediaById } from '../../store/content/media.ts';
import { postById } from '../../store/content/posts.ts';
import { itemsOfLanguage } from '../../store/desk/items.ts';
import { textsOfItem } from '../../store/translations/confirmations.ts';
import type { Kind } from '../../store/translations/translations.ts';
import type { Caller, Json } from '../../types.ts';
import { align } from '../../units/align.ts';
import { readContent } from '../../units/content.ts';
import { rowPlaces } from '../../units/replace/row-place.ts';
import type { Edit } from '../../units/rebuild.ts';
import { editParts, type TextPart } from '../../units/replace/edited.ts';
import { mayHoldWords } from '../../units/replace/replace.ts';
import { piecesOf, plainPieces, replaceInPieces, textsIn } from '../../units/replace/pieces.ts';
import { plainText, type Segment, type Token } from '../../units/tokens.ts';
import { rowKey, writeTranslation } from '../../units/translation.ts';
import { shownName } from '../content/plain-text.ts';
import { refusalOf } from '../history/history.ts';
import type { JobKind } from '../job-kind.ts';
import { languagesOf } from '../memory/answers.ts';
import { replacerOf, type Replacer } from './replacer.ts';
import { storeTexts, type StoredTexts } from '../translations/store-texts.ts';

const MOST_HITS = 500;
/** Number of items between two progress reports. */
const STEP = 50;
const PUBLIC = new Set(['publish', 'future', 'private', 'inherit']);

/**
 * Finds and replaces words in all items of a language (`contract/extras.md`, `/replace`): only in texts, never in addresses, tags
 * or block names. A preview writes nothing; otherwise the changes are one entry.
 */
export const replaceKind: JobKind = {
  name: 'replace',
  screen: 'activity',
  isForEditors: () => true,
  run(site, input, { merge, progress, caller }) {
    const order = input as unknown as ReplaceOrder;
    if (order.preview) return { report: replaceAll(site, order, { progress }) as unknown as Json };
    const report = merge(() => {
      const value = replaceAll(site, order, { progress, caller });
      return { value, summary: { code: 'texts.replaced', params: { count: value.items, lang: order.lang } } };
    });
    return { report: report as unknown as Json };
  },
};

interface Tools {
  progress: (done: number, total: number) => void;
  /** Without a caller, nothing is written. */
  caller?: Caller;
}

function replaceAll(site: Site, order: ReplaceOrder, { progress, caller }: Tools): ReplaceReport {
  const { to: language } = languagesOf(site, { from: order.lang, to: order.lang });
  const replacer = replacerOf(order);
  const skip = new Set(order.skip.map(nameOf));
  // Of texts longer than the list of hits as well: what somebody wrote wins.
  const edited = new Map((order.edited ?? []).map((one) => [nameOf(one), one.text]));
  const items = itemsOfLanguage(site.db, language).filter(({ type }) => order.types?.includes(type) ?? true);
  const report: ReplaceReport = { places: 0, texts: 0, items: 0, skipped: 0, hits: [] };
  for (const [at, { kind, id, type }] of items.entries()) {
    if (at % STEP === 0) progress(at, items.length);
    const looking = { order, replacer, edited };
    const found = findIn(site, { kind, id, type }, looking, (hit) => !skip.has(nameOf(hit)));
    if (found.hits.length === 0) continue;
    if (caller && refusalOf(site, () => storeTexts(site, { kind, id, input: found.input }, caller))) {
      report.skipped += 1;
      continue;
    }
    report.items += 1;
    report.texts += found.hits.length;
    report.places += found.hits.reduce((sum, { count }) => sum + count, 0);
    report.hits.push(...found.hits.slice(0, MOST_HITS - report.hits.length));
  }
  return report;
}

const nameOf = ({ kind, id, field, unit }: Pick<ReplaceHit, 'kind' | 'id' | 'field' | 'unit'>): string =>
  `${kind} ${id} ${field} ${unit}`;

interface Item {
  kind: Kind;
  id: number;
  type: string;
}

interface Looking {
  order: ReplaceOrder;
  replacer: Replacer;
  /** Texts that somebody wrote instead of the result, by `nameOf`. */
  edited: ReadonlyMap<string, string>;
}

/** The texts of an item that contain the words, and the values to store after replacement. */
function findIn(
  site: Site,
  { kind, id, type }: Item,
  { order, replacer, edited }: Looking,
  isWanted: (hit: ReplaceHit) => boolean,
): { hits: ReplaceHit[]; input: StoredTexts } {
  const texts = textsOfItem(site.db, kind, id);
  const post = kind === 'post' ? postById(site.db, id) : undefined;
  if (!texts || post?.status === 'trash' || !hasStatus(order, post?.status)) return { hits: [], input: {} };
  const item = {
    ...{ kind, id, type, title: shownName(texts.title) },
    status: post?.status ?? '',
    published: post === undefined || PUBLIC.has(post.status),
  };
  const hits: ReplaceHit[] = [];
  const input: StoredTexts = {};
  const alt = post?.type === 'attachment' ? (mediaById(site.db, id)?.alt_text ?? '') : '';
  const rowsThere = isAsked(order, 'content') && mayHold(order, texts.content) ? rowsOf(texts.content) : [];
  const fields = fieldsOf(order, { ...texts, alt });
  const inRows = rowsThere.flatMap(({ tokens }) =>
    tokens.flatMap((token) => (token.kind === 'text' ? token.text : [])),
  );
  const replaced = replacer([...fields.flatMap(([, pieces]) => textsIn(pieces)), ...inRows]);
  for (const [field, pieces] of fields) {
    const { parts, write, ...found } = replaceInPieces(pieces, replaced);
    const hit: ReplaceHit = { ...item, field, unit: 0, what: field, place: 0, ...found };
    if (found.count === 0 || !isWanted(hit)) continue;
    const own = edited.get(nameOf(hit));
    hits.push({ ...hit, after: own ?? hit.after });
    input[field] = write(own === undefined ? parts.map(({ text }) => text) : editedParts(parts, own, hit));
  }
  const tokensOf = new Map<number, Token[]>();
  for (const { tokens, segment, ...row } of rowsWith(rowsThere, replaced)) {
    const hit: ReplaceHit = { ...item, field: 'content', ...row };
    if (!isWanted(hit)) continue;
    const own = edited.get(nameOf(hit));
    hits.push({ ...hit, after: own ?? hit.after });
    tokensOf.set(row.unit, own === undefined ? tokens : editedTokens(tokens, segment, own, hit));
  }
  if (tokensOf.size > 0) input.content = contentWith(texts.content, tokensOf);
  return { hits, input };
}

const isAsked = ({ fields }: ReplaceOrder, field: ReplaceHit['field']): boolean => fields?.includes(field) ?? true;

/** The searched texts other than the content, in pieces. */
function fieldsOf(order: ReplaceOrder, { title, excerpt, alt }: { title: string; excerpt: string; alt: string }) {
  const all = [
    ['title', piecesOf(title)],
    ['excerpt', piecesOf(excerpt)],
    ['alt', plainPieces(alt)],
  ] as const;
  return all.filter(([field]) => isAsked(order, field));
}

/** The texts of the parts with what somebody wrote; 400 if a line break or the like would have to change. */
function editedParts(parts: readonly TextPart[], wanted: string, { title }: ReplaceHit): string[] {
  const texts = editParts(parts, wanted);
  if (texts) return texts;
  throw new RestError(
    'polydesk_edited_marks',
    `The edited text in “${title}” lost a line break. Keep it where it was. Nothing was replaced.`,
    400,
    { data: { title } },
  );
}

function editedTokens(tokens: readonly Token[], { marks }: Segment, wanted: string, hit: ReplaceHit): Token[] {
  const parts = tokens.map((token) => ({ text: plainText([token], marks), isFixed: token.kind !== 'text' }));
  const texts = editedParts(parts, wanted, hit);
  return tokens.map((token, at) => (token.kind === 'text' ? { kind: 'text', text: texts[at] ?? '' } : token));
}

interface FoundRow extends Pick<ReplaceHit, 'what' | 'place'> {
  segment: Segment;
  unit: number;
  before: string;
  after: string;
  count: number;
  tokens: Token[];
}

/** Whether an item has one of the wanted statuses; terms, and media without a status of their own, count as published. */
function hasStatus({ statuses }: ReplaceOrder, status = 'publish'): boolean {
  const own = status === 'inherit' ? 'publish' : status;
  return statuses === undefined || statuses.some((one) => one === own);
}

/** A cheap test that avoids parsing the content; characters may be written as entities. */
function mayHold({ q, regex }: ReplaceOrder, html: string): boolean {
  if (regex || /[&<>"']/.test(q) || /[&\\]/.test(html)) return true;
  return mayHoldWords(html, q);
}

const rowsOf = (html: string): Segment[] =>
  segmentsOf(html).filter((segment) => !segment.isLocked && segment.kind !== 'link');

function rowsWith(segments: readonly Segment[], replaced: ReturnType<Replacer>): FoundRow[] {
  const places = rowPlaces(segments);
  return segments.flatMap((segment): FoundRow[] => {
    const where = places.get(segment.id) ?? { what: segment.kind, place: 0 };
    let count = 0;
    const tokens = segment.tokens.map((token): Token => {
      if (token.kind !== 'text') return token;
      const found = replaced(token.text);
      count += found.count;
      return { kind: 'text', text: found.text };
    });
    if (count === 0) return [];
    const [before, after] = [segment.tokens, tokens].map((each) => plainText(each, segment.marks));
    return [{ segment, ...where, unit: segment.id, before: before ?? '', after: after ?? '', count, tokens }];
  });
}

function segmentsOf(html: string): Segment[] {
  const content = readContent(html);
  return align(content, content).blocks.flatMap(({ rows }) => rows.flatMap(({ target }) => target ?? []));
}

function contentWith(html: string, rows: ReadonlyMap<number, Token[]>): string {
  const content = readContent(html);
  const alignment = align(content, content);
  const edits = new Map<string, Edit>();
  for (const row of alignment.blocks.flatMap((block) => block.rows)) {
    const tokens = row.target && rows.get(row.target.id);
    if (tokens) edits.set(rowKey(row), { tokens });
  }
  return writeTranslation(alignment, edits);
}
