import type { Site } from '../../site.ts';
import {
  groupsJudged,
  groupsNotJudged,
  queueAllForJudging,
  shorterVersions,
  sumsOfGroup,
  type UnitSums,
} from '../../store/matrix/unit-states.ts';
import { drainMatrix } from '../matrix/matrix.ts';
import { judgeGroup } from '../matrix/unit-states.ts';
import type { Check, Found } from './check-row.ts';

/** Number of groups recomputed to verify the cached states. */
const SAMPLE = 200;
const MOST = 100;
/** Blocks whose absence is visible, by the name after `wp:`. */
const SEEN = /^(?:image|gallery|table|video|audio|file|cover|media-text|embed|shortcode|html|buttons?)$/;

/** Checks of translation states by unit, and of blocks lost in versions. */
export const unitChecks: readonly Check[] = [
  {
    name: 'unit-states',
    severity: 'warning',
    find: (site) => (isWrong(site) ? [wrongStates(site)] : []),
  },
  {
    name: 'blocks-lost',
    severity: 'notice',
    find(site) {
      drainMatrix(site);
      return shorterVersions(site.db, MOST).flatMap(({ id, content, source }) => {
        const blocks = lostBlocks(source, content);
        return blocks.length === 0 ? [] : [lost(id, blocks.join(', '))];
      });
    },
  },
];

function wrongStates(site: Site): Found {
  return {
    key: 'all',
    about: { kind: 'site', id: 'translations' },
    text: 'How far some translations are is not known rightly.',
    repair: 'Compare every translation with its source again.',
    mend: () => queueAllForJudging(site.db),
  };
}

function isWrong(site: Site): boolean {
  drainMatrix(site);
  if (groupsNotJudged(site.db, 1).length > 0) return true;
  return groupsJudged(site.db, SAMPLE).some((group) => {
    const kept = sumsOfGroup(site.db, group).map(textOf);
    return judgeGroup(site, group).some((sums) => !kept.includes(textOf(sums)));
  });
}

const textOf = ({ kind, item_id, stale, untranslated, words, source_words }: UnitSums): string =>
  `${kind} ${item_id} ${stale} ${untranslated} ${words} ${source_words}`;

function lost(id: number, blocks: string): Found {
  return {
    key: String(id),
    about: { kind: 'post', id },
    text: `This translation lacks blocks of its source: ${blocks}.`,
    params: { blocks },
    repair: null,
    mend: () => undefined,
  };
}

/** Names of blocks that occur more often in the source. */
function lostBlocks(source: string, content: string): string[] {
  const left = namesOf(content);
  return namesOf(source).filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const namesOf = (content: string): string[] =>
  Array.from(content.matchAll(/<!-- wp:([a-z0-9/-]+)/g), ([, name = '']) => name.replace(/^core\//, '')).filter(
    (name) => SEEN.test(name),
  );
