import type { SITE_CHECK_IDS } from '../../units/checks/checks.ts';
import { baseOf } from '../../units/checks/unit.ts';
import { hasWords, isSameOfManyWords } from '../../units/states/words.ts';
import { plainText, type Segment, type Token } from '../../units/tokens.ts';
import type { MemberTexts } from '../../store/matrix/unit-states.ts';
import type { Links } from './links.ts';
import { FIELDS, FIRST_ROW, markedOf, type alignedPairs } from '../memory/group-uses.ts';

/** A finding that needs more than one text of an item. */
export interface ItemFinding {
  check: (typeof SITE_CHECK_IDS)[number];
  /** The unit it concerns, as in `UnitPair`. */
  unit: number;
  about: string;
  source: string;
  target: string;
  hasFix: boolean;
  /** The words of a link. */
  link?: string;
  /** Where a link had better lead. */
  address?: string;
}

type Aligned = Omit<ReturnType<typeof alignedPairs>, 'pairs'>;

/** Alternative texts that are missing in the translation, or not translated. */
export function pictureFindings(
  { alignment, alts }: Aligned,
  { from, target }: { from: MemberTexts; target: MemberTexts },
): ItemFinding[] {
  const nothing = { source: markedOf(alts.source.trim()), target: '', hasFix: false };
  const missing = hasWords(alts.source) && alts.target.trim() === '';
  const isSame =
    baseOf(from.locale) !== baseOf(target.locale) && isSameOfManyWords(alts.source, alts.target, from.locale);
  const own: ItemFinding[] = [
    ...(missing ? [{ ...nothing, check: 'alt_missing' as const, unit: FIELDS.alt, about: alts.source.trim() }] : []),
    ...(isSame
      ? [{ ...nothing, target: nothing.source, check: 'alt_same' as const, unit: FIELDS.alt, about: '' }]
      : []),
  ];
  const inContent = alignment.blocks
    .filter((block) => block.source && block.target)
    .flatMap((block) => block.rows)
    .flatMap(({ source, target: row }): ItemFinding[] => {
      const text = source?.name === 'alt' && source.kind === 'attribute' ? says(source).trim() : '';
      if (!source || !hasWords(text) || (row && says(row).trim() !== '')) return [];
      const about = { source: markedOf(text), target: '', hasFix: false };
      return [{ ...about, check: 'alt_missing', unit: FIRST_ROW + source.id, about: text }];
    });
  return [...own, ...inContent];
}

type AlignedRow = Aligned['alignment']['blocks'][number]['rows'][number];

/** A link of the translation, with the number of the text that contains it and its address. */
interface LinkRow {
  row: AlignedRow;
  target: Segment;
  unit: number;
  about: string;
}

/** The links of the translation. */
export function linkRows(alignment: Aligned['alignment']): LinkRow[] {
  return alignment.blocks
    .flatMap((block) => block.rows)
    .flatMap((row): LinkRow[] => {
      const { source, target } = row;
      if (target?.kind !== 'link') return [];
      const of = source ? textOf(alignment.source.segments, source) : undefined;
      return [{ row, target, unit: of?.id ?? source?.id ?? target.id, about: says(target) }];
    });
}

/** A link of a translation, with the text that contains it. */
export type LinkUse = Pick<ItemFinding, 'unit' | 'about' | 'source' | 'target'> & { link: string };

/** The links of the translation, as plain data. */
export function linksOf({ alignment }: Pick<Aligned, 'alignment'>): LinkUse[] {
  return linkRows(alignment).map(({ row, target, unit, about }): LinkUse => {
    const text = textOf(alignment.target.segments, target);
    const of = row.source ? textOf(alignment.source.segments, row.source) : undefined;
    const texts = { source: markedOf(of ? says(of).trim() : ''), target: markedOf(text ? says(text).trim() : '') };
    return { unit: FIRST_ROW + unit, about, ...texts, link: text ? wordsOf(text, target.owner.mark) : '' };
  });
}

/**
 * Links that lead nowhere, or to a version in another language although there is one in their own.
 * @param group the group of the item: a link to another version of it is intentional
 */
export function linkFindings(uses: readonly LinkUse[], links: Links, group: number): ItemFinding[] {
  return uses.flatMap((use): ItemFinding[] => {
    const to = links.better(use.about, group);
    if (to !== undefined) return [{ ...use, check: 'link_language', address: to, hasFix: true }];
    return links.isDead(use.about) ? [{ ...use, check: 'link_dead', hasFix: false }] : [];
  });
}

const says = ({ tokens, marks }: Segment): string => plainText(tokens, marks);

/** The words within a mark of a text; all of them if the mark is around the whole. */
function wordsOf({ tokens, marks }: Segment, mark: number): string {
  const isEnd = (kind: 'open' | 'close') => (token: Token) => token.kind === kind && token.mark === mark;
  const [from, to] = [tokens.findIndex(isEnd('open')), tokens.findIndex(isEnd('close'))];
  return plainText(from < 0 || to < from ? tokens : tokens.slice(from, to + 1), marks).trim();
}

/** The text that contains a link, or that is all of it: then it comes next, after other attributes of the link. */
function textOf(segments: readonly Segment[], { id, owner, top }: Segment): Segment | undefined {
  if (owner.segment >= 0) return segments[owner.segment];
  const next = segments.slice(id + 1).find(({ kind }) => kind !== 'attribute');
  return next?.top === top && next.around.includes('a') ? next : undefined;
}
