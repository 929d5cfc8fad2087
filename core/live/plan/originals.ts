import type { StoredFacts } from '../../domain/live/live.ts';
import type { PlanLine } from '../../schema/live/plan.ts';
import type { Site } from '../../site.ts';
import { bodiesOfKeys, originalsHere } from '../../store/live/names.ts';
import type { LiveSiteRow } from '../../store/live/sites.ts';
import type { StateRow } from '../../store/live/states.ts';
import { unpack } from '../body.ts';
import { mapOf } from '../canonical.ts';
import { plainName } from '../fields.ts';
import { namesIn } from './names.ts';

type Originals = ReadonlyMap<string, NonNullable<PlanLine['original']>>;

/** What the new items among these lines translate, by their UUIDs. */
export function originalsOf(site: Site, live: LiveSiteRow, rows: readonly StateRow[]): Originals {
  const keysOf = (wanted: StateRow['state']): string[] =>
    rows.filter(({ kind, state }) => state === wanted && (kind === 'post' || kind === 'term')).map(({ uuid }) => uuid);
  const here = originalsHere(site.db, keysOf('new_here')).map(
    ({ key, title, lang }) => [key, { title: plainName(title), lang }] as const,
  );
  return new Map([...here, ...originalsThere(site, live, keysOf('new_there'))]);
}

/** As the live site groups them: the member in its default language, else the first one. */
function originalsThere(site: Site, live: LiveSiteRow, keys: readonly string[]): Originals {
  if (keys.length === 0) return new Map();
  const { languages } = JSON.parse(live.facts) as StoredFacts;
  const main = languages.find(({ is_default: isDefault }) => isDefault)?.slug ?? '';
  const found = bodiesOfKeys(site.db, live.id, keys).flatMap(({ key, zip }) => {
    const group = mapOf(unpack(zip).fields['translations']);
    const original = group[main] ?? Object.values(group)[0];
    return typeof original === 'string' && original !== key ? [[key, original] as const] : [];
  });
  const names = namesIn(
    site,
    live.id,
    found.map(([, original]) => original),
  );
  return new Map(
    found.flatMap(([key, original]) => {
      const name = names[original];
      return name ? [[key, name] as const] : [];
    }),
  );
}
