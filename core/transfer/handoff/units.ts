import { metaTexts, type MetaText } from '../../domain/content/meta-texts.ts';
import { shownName } from '../../domain/content/plain-text.ts';
import { readableSlug } from '../../domain/content/slug.ts';
import { judgedOf } from '../../domain/matrix/unit-states.ts';
import type { Site } from '../../site.ts';
import { mediaById } from '../../store/content/media.ts';
import { postById } from '../../store/content/posts.ts';
import { termById } from '../../store/content/terms.ts';
import { textsOfItem } from '../../store/translations/confirmations.ts';
import { draftOf } from '../../store/translations/drafts.ts';
import type { Kind } from '../../store/translations/translations.ts';
import { align, type Alignment, type RowPair } from '../../units/align.ts';
import { carryTokens } from '../../units/apply-structure.ts';
import { readContent } from '../../units/content.ts';
import { withPlainAmpersands } from '../../units/entities.ts';
import { toMarked } from '../../units/marked.ts';
import {
  alignJudged,
  counts,
  isOneLanguage as isSameLanguage,
  judgeAligned,
  type ItemTexts,
  type UnitState,
} from '../../units/states/judge.ts';
import { textHash } from '../../units/states/hash.ts';
import { hasWords, isSameOfManyWords } from '../../units/states/words.ts';
import { isBlank, rowKey } from '../../units/translation.ts';
import type { Segment } from '../../units/tokens.ts';
import type { UnitAddress, UnitField } from './key.ts';

/** Progress of a unit: `new` has no translation or shows its source; `unsure` has one that needs checking. */
export type UnitProgress = 'new' | 'unsure' | 'done';

/** One text of an item, as exported and as compared with the returned file. Texts are marked, with the marks of the source. */
export interface HandoffUnit {
  address: UnitAddress;
  /** `title`, `paragraph`, `cell`: its kind, for people. */
  what: string;
  source: string;
  /** The current translation, "" for none. */
  target: string;
  progress: UnitProgress;
  /** The aligned rows, for a row of the content. */
  row?: RowPair;
  /** Identifies its marks (`unit_marks`). */
  said: { source: string; target: string };
  /** Key of its row in the editor. */
  rowKey: string;
  /** Of a field stored with entities: the stored text whose form a written one follows. */
  like?: string;
  /** The key of a custom field. */
  meta?: string;
  /** For a string of the site: the text that identifies it. */
  string?: string;
}

/** An item with its texts. */
export interface HandoffItem {
  kind: Kind | 'site';
  type: string;
  /** The source item and its version in the other language. */
  source: number;
  target: number | undefined;
  title: string;
  slug: string;
  units: HandoffUnit[];
  alignment: Alignment;
}

/** Identifies the texts of a source item and its version. */
export interface ItemPair {
  kind: Kind;
  source: number;
  target: number | undefined;
  /** Its slug is one of its texts. */
  withSlug?: boolean | undefined;
}

/** The texts of an item with those of its version, in reading order; undefined for a missing item. */
export function itemUnits(
  site: Site,
  { kind, source, target, withSlug }: ItemPair,
  read: typeof readContent = readContent,
): HandoffItem | undefined {
  const texts = textsOfItem(site.db, kind, source);
  const facts = factsOf(site, kind, source);
  if (!texts || !facts) return undefined;
  const known = target === undefined ? undefined : judgedOf(site, kind, target);
  const here: ItemTexts = known?.target ?? { title: '', content: '', excerpt: '' };
  const isEmpty = isBlank(here.content);
  const judged = known && !isEmpty ? known : known && { ...known, target: { ...here, content: texts.content } };
  const whole = read(texts.content);
  const alignment = judged ? alignJudged(judged, read) : align(whole, whole);
  const states = judged && judgeAligned(judged, alignment);
  const machine = target === undefined ? new Set<string>() : machineKeys(site, kind, target);
  const maker = createMaker({ kind, id: source, machine });
  const isOneLanguage = judged !== undefined && isSameLanguage(judged.languages);
  const field = (name: 'title' | 'excerpt') =>
    maker.plain(name, { source: texts[name], target: here[name], state: states?.[name][0] });
  const units = [
    ...field('title'),
    ...field('excerpt'),
    ...alignment.blocks
      .flatMap(({ rows }) => rows)
      .flatMap((row, at) => maker.row(row, isEmpty ? undefined : states?.rows[at])),
    ...(facts.alt === undefined ? [] : maker.plain('alt', { source: facts.alt, target: altOf(site, target) })),
    ...metaTexts(site, { kind, type: facts.type, source, target }).flatMap((one) => maker.meta(one, isOneLanguage)),
    ...(withSlug === true ? maker.slug(facts.slug, slugOf(site, kind, target)) : []),
  ];
  return { kind, type: facts.type, source, target, title: shownName(texts.title), slug: facts.slug, units, alignment };
}

interface Facts {
  type: string;
  slug: string;
  /** The alternative text of an attachment. */
  alt: string | undefined;
}

function factsOf(site: Site, kind: Kind, id: number): Facts | undefined {
  if (kind === 'term') {
    const term = termById(site.db, id);
    return term && { type: term.taxonomy, slug: term.slug, alt: undefined };
  }
  const post = postById(site.db, id);
  if (!post || post.status === 'trash') return undefined;
  return { type: post.type, slug: post.slug, alt: post.type === 'attachment' ? altOf(site, id) : undefined };
}

function slugOf(site: Site, kind: Kind, id: number | undefined): string {
  if (id === undefined) return '';
  return (kind === 'term' ? termById(site.db, id)?.slug : postById(site.db, id)?.slug) ?? '';
}

const altOf = (site: Site, id: number | undefined): string =>
  id === undefined ? '' : (mediaById(site.db, id)?.alt_text ?? '');

/** Machine translated rows that were not confirmed. */
function machineKeys(site: Site, kind: Kind, id: number): Set<string> {
  const fields = draftOf(site.db, kind, id)?.fields;
  const { machine } = (fields === undefined ? {} : JSON.parse(fields)) as { machine?: unknown };
  return new Set(Array.isArray(machine) ? machine.map(String) : []);
}

/** A field as people read it; alternative texts are stored without entities. */
export const shownField = (field: UnitField, stored: string): string =>
  field === 'alt' ? stored.trim() : withPlainAmpersands(stored.trim());

/** A plain text in the marked form of files. */
export const plainMarked = (text: string): string => toMarked({ tokens: [{ kind: 'text', text }], marks: [] });

function createMaker(of: { kind: Kind; id: number; machine: ReadonlySet<string> }) {
  const seen = new Map<string, number>();
  const make = (unit: Omit<HandoffUnit, 'address'> & { field: UnitField; n: number }): HandoffUnit => {
    const { field, n, ...rest } = unit;
    const name = `${field} ${unit.source}`;
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    return { ...rest, address: { kind: of.kind, id: of.id, field, n, nth, target: textHash(unit.target) } };
  };
  const progressOf = (state: UnitState | undefined, target: string, key: string): UnitProgress => {
    if (target === '' || state?.isUntranslated) return 'new';
    return state?.isCurrent === false || of.machine.has(key) ? 'unsure' : 'done';
  };
  return {
    plain(field: UnitField, given: { source: string; target: string; state?: UnitState | undefined }): HandoffUnit[] {
      const shown = (text: string): string => plainMarked(shownField(field, text));
      const source = shown(given.source);
      if (!hasWords(source)) return [];
      const target = shown(given.target);
      const progress = progressOf(given.state, target, field);
      const said = { source: given.state?.source ?? '', target: given.state?.target ?? '' };
      const like = field !== 'alt' && { like: given.target.trim() || given.source.trim() };
      return [make({ field, n: 0, what: field, source, target, progress, said, rowKey: field, ...like })];
    },
    /** Shown like its source, it may be on purpose if it is short. */
    meta({ key, n, ...texts }: MetaText, isOneLanguage: boolean): HandoffUnit[] {
      const [source, target] = [plainMarked(texts.source.trim()), plainMarked(texts.target.trim())];
      const isSame = !isOneLanguage && isSameOfManyWords(source, target);
      const progress = target === '' || isSame ? 'new' : 'done';
      const said = { source: '', target: '' };
      return [make({ field: 'meta', n, what: key, source, target, progress, said, rowKey: `meta.${key}`, meta: key })];
    },
    slug(here: string, there: string): HandoffUnit[] {
      const [source, target] = [plainMarked(readableSlug(here)), plainMarked(readableSlug(there))];
      if (!hasWords(source)) return [];
      const isSame = target.replace(/-\d+$/, '') === source;
      const progress = target === '' || isSame ? 'new' : 'done';
      const said = { source: '', target: '' };
      return [make({ field: 'slug', n: 0, what: 'slug', source, target, progress, said, rowKey: 'slug' })];
    },
    row(row: RowPair, state: UnitState | undefined): HandoffUnit[] {
      if (!row.source || !isSent(row.source)) return [];
      const [source, key] = [toMarked(row.source), rowKey(row)];
      const target = state && row.target ? inMarksOf(row.source, row.target) : '';
      const progress = progressOf(state, target, key);
      const said = { source: state?.source ?? '', target: state?.target ?? '' };
      const what = row.source.name === '' ? row.source.kind : row.source.name;
      return [make({ field: 'content', n: row.source.id, what, source, target, progress, row, said, rowKey: key })];
    },
  };
}

/** Addresses and texts without letters are not exported. */
const isSent = (row: Segment): boolean => counts(row) && !row.isLocked;

/** The text of one row with the marks of another; missing marks are inserted where the other row has them. */
function inMarksOf(source: Segment, target: Segment): string {
  const { tokens } = carryTokens(target.tokens, target, source);
  return toMarked({ tokens, marks: source.marks });
}
