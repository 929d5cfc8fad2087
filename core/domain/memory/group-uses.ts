import type { Site } from '../../site.ts';
import { typeAndStatus } from '../../store/desk/groups.ts';
import { groupTexts, type MemberTexts } from '../../store/matrix/unit-states.ts';
import { itemFacts, type BookEntry } from '../../store/memory/queue.ts';
import type { Use } from '../../store/memory/texts.ts';
import { sourceOfGroup } from '../../store/translations/confirmations.ts';
import type { Alignment } from '../../units/align.ts';
import { partnerTokens } from '../../units/apply-structure.ts';
import { withPlainAmpersands } from '../../units/entities.ts';
import { writeMarked } from '../../units/marked-text.ts';
import { toMarked } from '../../units/marked.ts';
import { alignJudged, counts, isOneLanguage, judgeAligned, type UnitState } from '../../units/states/judge.ts';
import { textHash } from '../../units/states/hash.ts';
import type { Segment } from '../../units/tokens.ts';
import { hasWords, isSameOfManyWords } from '../../units/states/words.ts';
import { metaTexts } from '../content/meta-texts.ts';
import { judgedAgainst, readOnce } from '../matrix/unit-states.ts';

/** Numbers of the units of an item, the same in every language of its group: those of its fields, then its rows. */
export const FIELDS = { title: 0, excerpt: 1, alt: 2 } as const;
export const FIRST_ROW = 10;
/** Far above any row. */
export const FIRST_META = 10_000_000;

const CONFIRMED = 3;
export const PUBLISHED = 2;
const DRAFT = 1;

/**
 * What the memory learns from a group: for every unit that is current with its source, the text in each language. Excludes texts
 * that show the source or are outdated. Empty for a group with one version.
 */
export function usesOfGroup(site: Site, group: number): Use[] {
  const source = sourceOfGroup(site.db, group);
  if (source === undefined) return [];
  const members = groupTexts(site.db, group, source);
  const from = members.find(({ id }) => id === source);
  if (!from || members.length < 2) return [];
  const uses = new Map<string, Use>();
  const add = (unit: number, member: MemberTexts, marked: string): void => {
    const { language, id: item } = member;
    const quality = qualityOf(site, member, source);
    uses.set(`${unit} ${language}`, { unit, language, hash: textHash(marked), marked, item, quality });
  };
  const addBoth = (unit: number, target: MemberTexts, texts: { source: string; target: string }): void => {
    add(unit, from, texts.source);
    add(unit, target, texts.target);
  };
  const read = readOnce();
  for (const target of members.filter((member) => member !== from))
    for (const pair of [...unitPairs(site, from, target, read), ...metaPairs(site, from, target)].filter(isRight)) {
      const { unit, source: text, carried = pair.target } = pair;
      addBoth(unit, target, { source: text, target: carried });
    }
  return [...uses.values()];
}

/** One unit of an item with its translation, as marked texts. */
export interface UnitPair {
  unit: number;
  source: string;
  target: string;
  /** The target with the mark numbers of the source, where a row has marks: a translation may order its links differently. */
  carried?: string;
  /** Current with its source. */
  isCurrent: boolean;
  /** Shows the text of the source. */
  isUntranslated: boolean;
  /** Program code. */
  isCode?: boolean;
}

/** The units present on both sides, in reading order. */
export function unitPairs(
  site: Site,
  from: MemberTexts,
  target: MemberTexts,
  read: ReturnType<typeof readOnce>,
): UnitPair[] {
  return alignedPairs(site, from, target, read).pairs;
}

/** The same pairs with the alignment of both sides, and the alternative texts of both. */
export function alignedPairs(
  site: Site,
  from: MemberTexts,
  target: MemberTexts,
  read: ReturnType<typeof readOnce>,
): { pairs: UnitPair[]; alignment: Alignment; alts: { source: string; target: string } } {
  const judged = judgedAgainst(from, target);
  const alignment = alignJudged(judged, read);
  const states = judgeAligned(judged, alignment);
  const fields = (['title', 'excerpt'] as const).flatMap((field): UnitPair[] =>
    states[field].map((state) =>
      pairOf(
        FIELDS[field],
        [from, target].map(({ texts }) => withPlainAmpersands(texts[field])),
        state,
      ),
    ),
  );
  const altOf = ({ id, kind }: MemberTexts): string => (kind === 'post' ? itemFacts(site.db, id).alt : '');
  const alts = { source: altOf(from), target: altOf(target) };
  fields.push(pairOf(FIELDS.alt, [alts.source, alts.target], { isCurrent: true, isUntranslated: false }));
  const rows = alignment.blocks
    .flatMap((block) => block.rows)
    .flatMap(({ source, target: row }, at): UnitPair[] => {
      const state = states.rows[at];
      if (!source || !row || !state || !counts(source)) return [];
      const texts = { source: toMarked(source).trim(), target: toMarked(row).trim() };
      const carried = row.marks.length > 0 && { carried: carriedOf(source, row) };
      return [{ unit: FIRST_ROW + source.id, ...texts, ...carried, ...howFar(state), isCode: source.kind === 'code' }];
    });
  const pairs = [...fields, ...rows].filter((pair) => hasWords(pair.source) && pair.target !== '');
  return { pairs, alignment, alts };
}

/** The custom fields translated on both sides. Their changes are not tracked, so they count as current. */
function metaPairs(site: Site, { kind, id, locale }: MemberTexts, target: MemberTexts): UnitPair[] {
  const { type } = typeAndStatus(site.db, kind, id);
  const isOne = isOneLanguage({ source: locale, target: target.locale });
  return metaTexts(site, { kind, type, source: id, target: target.id })
    .map(({ n, ...texts }) => {
      const isUntranslated = !isOne && isSameOfManyWords(texts.source, texts.target, locale);
      return pairOf(FIRST_META + n, [texts.source, texts.target], { isCurrent: true, isUntranslated });
    })
    .filter((pair) => pair.target !== '');
}

const carriedOf = (source: Segment, row: Segment): string =>
  toMarked({ tokens: partnerTokens(row.tokens, row, source), marks: source.marks }).trim();

type HowFar = Pick<UnitState, 'isCurrent' | 'isUntranslated'>;

const isRight = ({ isCurrent, isUntranslated }: HowFar): boolean => isCurrent && !isUntranslated;

const howFar = ({ isCurrent, isUntranslated }: HowFar): HowFar => ({ isCurrent, isUntranslated });

function pairOf(unit: number, [source = '', target = '']: readonly string[], state: HowFar): UnitPair {
  return { unit, source: markedOf(source.trim()), target: markedOf(target.trim()), ...howFar(state) };
}

/** Converts plain text to marked text. */
export const markedOf = (text: string): string => writeMarked([{ kind: 'text', text }]);

function qualityOf(site: Site, { kind, id, confirmed }: MemberTexts, source: number): number {
  const status = kind === 'term' ? 'publish' : itemFacts(site.db, id).status;
  if (!['publish', 'inherit', 'private', 'future'].includes(status)) return DRAFT;
  return confirmed || id === source ? CONFIRMED : PUBLISHED;
}

/** What the memory learns from a text of a book. */
export function usesOfEntry({ source_language, target_language, source, target }: BookEntry): Use[] {
  return [
    { language: source_language, marked: source },
    { language: target_language, marked: target },
  ].map((text) => ({ ...text, unit: 0, hash: textHash(text.marked), item: 0, quality: 0 }));
}
