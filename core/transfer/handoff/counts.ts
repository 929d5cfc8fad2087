import { coverage } from '../../domain/matrix/coverage.ts';
import type { HandoffChoice } from '../../schema/site/handoff.ts';
import { HANDOFF_STATES, type HandoffState } from '../../schema/site/handoff.ts';
import type { Site } from '../../site.ts';
import { countOtherSources } from '../../store/matrix/other-sources.ts';
import { handoffName } from '../file-names.ts';
import { HANDOFF_FORMAT_IDS, handoffFormat } from './formats.ts';
import { pairOf, typesOf, type HandoffOrder } from './choose.ts';
import { stringItem } from './strings.ts';

/**
 * What a file for translators can hold, in numbers of items by type and state (`contract/extras.md`, `/exports/choice`). 400 for
 * languages the site does not have.
 */
export function handoffChoice(site: Site, order: Pick<HandoffOrder, 'lang' | 'from'>): HandoffChoice {
  const pair = pairOf(site, order);
  const name = handoffName(site, pair);
  const files = HANDOFF_FORMAT_IDS.map((format) => [format, `${name}.${handoffFormat(format).extensions[0]}`]);
  const rows = coverage(site, {});
  const others = countOtherSources(site.db, pair.from.id, pair.to.id);
  const byState = (count: (state: HandoffState) => number) =>
    Object.fromEntries(HANDOFF_STATES.map((state) => [state, count(state)])) as Record<HandoffState, number>;
  const types = typesOf(site, {}).map(({ kind, type }) => {
    const here = rows.find((row) => row.kind === kind && row.type === type)?.languages[pair.to.slug];
    const other = (state: HandoffState): number =>
      others.find((row) => row.kind === kind && row.type === type && row.state === state)?.n ?? 0;
    return {
      kind,
      type,
      states: byState((state) => (here?.[state] ?? 0) - other(state)),
      other_source: byState(other),
    };
  });
  const strings = stringItem(site, pair)?.units ?? [];
  const missing = strings.filter(({ progress }) => progress === 'new').length;
  return {
    types,
    strings: { missing, translated: strings.length - missing },
    files: Object.fromEntries(files) as HandoffChoice['files'],
  };
}
