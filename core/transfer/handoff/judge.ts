import { readOnce } from '../../domain/matrix/unit-states.ts';
import type { Site } from '../../site.ts';
import { postById } from '../../store/content/posts.ts';
import { sourceOfGroup } from '../../store/translations/confirmations.ts';
import { itemLanguage, translationOf } from '../../store/translations/translations.ts';
import type { readContent } from '../../units/content.ts';
import { readMarked } from '../../units/marked-text.ts';
import { textHash } from '../../units/states/hash.ts';
import type { Control } from '../refusal.ts';
import type { LanguagePair } from './choose.ts';
import type { HandoffFile, SaidProgress } from './file.ts';
import { comparable, textOfMarked } from './inline.ts';
import { readItemName, type UnitAddress } from './key.ts';
import { byItem, findLost, matchUnits, type Arrived, type Match } from './match.ts';
import { STRINGS, stringItem } from './strings.ts';
import { arrivedText, repairedText, writtenText, type Written } from './text.ts';
import { itemUnits, type HandoffItem, type HandoffUnit, type ItemPair } from './units.ts';

/**
 * What happens to a unit of a file. `stale`: its source changed since the export. `conflict`: its translation was changed here
 * meanwhile. `marks`: its marks differ from the required ones. `left`: nothing here corresponds to it. `same`: nothing to do.
 */
export type UnitOutcome = 'new' | 'changed' | 'stale' | 'conflict' | 'marks' | 'same' | 'left';

/** Why a unit is skipped: `unknown` text, `gone` text or item, a `double`, a `trash`ed version, a unit without a `source`. */
export type LeftReason = 'unknown' | 'gone' | 'double' | 'trash';

export interface JudgedUnit {
  /** `u12`: its position in the file. */
  key: string;
  outcome: UnitOutcome;
  reason?: LeftReason;
  /** It has no translation in the file: only counted. */
  isUntranslated: boolean;
  /** It confirms that the translation here is right. */
  isConfirming: boolean;
  /** Where it stood at export; undefined if the tool lost its key. */
  sent: UnitAddress | undefined;
  said: SaidProgress;
  /** The score of a memory match, as in the file. */
  score: number | undefined;
  /** The source and the translation from the file; if `outcome` is `marks`, with the proposed marks. */
  source: string;
  text: string;
  written: Written | undefined;
  unit: HandoffUnit | undefined;
  line: number;
}

/** An item of a file with its units. */
export interface JudgedItem {
  pair: ItemPair | undefined;
  item: HandoffItem | undefined;
  /** Changes to it are visible to visitors. */
  isPublic: boolean;
  units: JudgedUnit[];
  /** Parses its texts, each once. */
  read?: typeof readContent;
}

/** Judges a file against the current state of the site, item by item. Writes nothing. */
export function* judgeFile(site: Site, file: HandoffFile, pair: LanguagePair, control: Control): Iterable<JudgedItem> {
  const groups = byItem(file.units);
  findLost(site, pair, groups);
  let done = 0;
  for (const [name, arrived] of groups) {
    control.progress(done, file.units.length);
    done += arrived.length;
    const strings = name === STRINGS ? stringItem(site, pair) : undefined;
    if (strings) {
      // Strings are public as soon as they are stored.
      const units = matchUnits(strings, arrived).map((match) => judgeUnit(match, true));
      yield { pair: undefined, item: strings, isPublic: true, units };
      continue;
    }
    const found = name === '' ? 'unknown' : pairOfItem(site, name, pair);
    // The slug leaves on demand only: it comes back if the file has it.
    const read = readOnce();
    const withSlug = arrived.some(({ address }) => address?.field === 'slug');
    const item = typeof found === 'string' ? undefined : itemUnits(site, { ...found, withSlug }, read);
    if (typeof found === 'string' || !item) {
      const reason = typeof found === 'string' ? found : 'gone';
      yield { pair: undefined, item: undefined, isPublic: false, units: arrived.map((one) => leftOut(one, reason)) };
      continue;
    }
    const units = matchUnits(item, arrived).map((match) => judgeUnit(match, found.target !== undefined));
    yield { pair: found, item, isPublic: isPublic(site, found), units, read };
  }
}

/** The source item of this name and its version in the target language. */
function pairOfItem(site: Site, name: string, { from, to }: LanguagePair): ItemPair | LeftReason {
  const named = readItemName(name);
  if (!named || named.kind === 'site') return 'unknown';
  const own = itemLanguage(site.db, named.kind, named.id);
  if (own?.language_id !== from.id || sourceOfGroup(site.db, own.group_id) !== named.id) return 'gone';
  const target = translationOf(site.db, named.kind, { id: named.id, language: to.id });
  const isTrashed = target !== undefined && named.kind === 'post' && postById(site.db, target)?.status === 'trash';
  return isTrashed ? 'trash' : { kind: named.kind, source: named.id, target };
}

const PUBLIC = new Set(['publish', 'future', 'private', 'inherit']);

function isPublic(site: Site, { kind, target }: ItemPair): boolean {
  if (target === undefined) return false;
  return kind === 'term' || PUBLIC.has(postById(site.db, target)?.status ?? '');
}

const keyOf = ({ at }: Arrived): string => `u${at + 1}`;

function base(arrived: Arrived): Omit<JudgedUnit, 'outcome'> {
  const { unit, address: sent } = arrived;
  return {
    ...{ key: keyOf(arrived), isUntranslated: false, isConfirming: false, said: unit.said, source: unit.source },
    ...{ score: unit.score, sent },
    ...{ text: unit.target, written: undefined, unit: undefined, line: unit.line },
  };
}

const isNothing = (text: string): boolean => comparable(text) === '';

function leftOut(arrived: Arrived, reason: LeftReason): JudgedUnit {
  const isUntranslated = isUntouched(arrived, arrived.unit.target);
  return { ...base(arrived), outcome: isUntranslated ? 'same' : 'left', reason, isUntranslated };
}

/** Whether it is untranslated: empty, or equal to the source and not marked as done. */
function isUntouched({ unit }: Arrived, text: string): boolean {
  if (textOfMarked(text).trim() === '' && isNothing(text.replace(/<[^<>]*>/g, ''))) return true;
  return unit.said !== 'done' && comparable(text) === comparable(unit.source);
}

function judgeUnit({ arrived, unit, isExact, isDouble }: Match, hasVersion: boolean): JudgedUnit {
  if (!unit) return leftOut(arrived, 'gone');
  const text = arrivedText(arrived.unit.source, arrived.unit.target);
  const own = { ...base(arrived), unit, text };
  if (isUntouched(arrived, text)) return { ...own, outcome: 'same', isUntranslated: true };
  const { address } = arrived;
  const isHere = comparable(text) === comparable(unit.target);
  if (isHere && unit.progress !== 'new') {
    const isConfirming = isExact && unit.progress === 'unsure' && own.said === 'done';
    return { ...own, outcome: isConfirming ? 'changed' : 'same', isConfirming };
  }
  // Unchanged since the export: the translator did not touch it.
  const left = readMarked(text) ? textHash(text) : '';
  const isAsItLeft = address !== undefined && address.target !== '' && address.target === left;
  if (isAsItLeft && unit.progress !== 'new') return { ...own, outcome: 'same' };
  if (isDouble) return { ...own, outcome: 'left', reason: 'double' };
  const written = writtenText(unit, text);
  const repaired = written ? undefined : repairedText(unit, text);
  const ready = { ...own, text: repaired?.text ?? text, written: written ?? repaired?.written };
  if (!isExact) return { ...ready, outcome: 'stale' };
  if (!written) return { ...ready, outcome: 'marks' };
  const wasThere = address?.target ?? '';
  const isChanged = unit.progress !== 'new' && (address === undefined || wasThere !== unit.address.target);
  if (isChanged) return { ...ready, outcome: 'conflict' };
  return { ...ready, outcome: hasVersion ? 'changed' : 'new' };
}
