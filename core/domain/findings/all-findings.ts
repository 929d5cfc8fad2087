import type { Site } from '../../site.ts';
import { typeAndStatus } from '../../store/desk/groups.ts';
import { ignoredOf } from '../../store/desk/ignored.ts';
import { runningChecks, type RunningChecks } from '../../units/checks/choice.ts';
import { comparePairs } from '../../units/checks/pairs.ts';
import { languagesOf, usualLength } from '../memory/answers.ts';
import { siteSettings } from '../settings/site-settings.ts';
import { placed, type Finding, type ItemsFinding } from './check-item.ts';
import { linksOnce } from './links.ts';
import { placedLinks } from './of-links.ts';
import { checkedItemsOf, type Conditions, type ItemOfGroup } from './stored.ts';

/** `hidden`: the ignored ones; `items`: how many translations were checked. */
export interface Findings {
  items: number;
  shown: Finding[];
  hidden: Finding[];
}

/**
 * All findings of a language.
 * @param named a check that runs even if it is off
 */
export function allFindings(site: Site, lang: string, named?: string): Findings {
  const running = runningChecks(siteSettings(site).checks);
  const only = named === undefined || running.ids.includes(named) ? undefined : named;
  const asked = only === undefined ? running : { ...running, ids: [only] };
  const { to } = languagesOf(site, { from: lang, to: lang });
  const kept = site.memo.get(`findings ${lang} ${only ?? ''}`, (): Kept => ({}), 'rest');
  // The memory may learn, and the ratios change with it, without a change of the site.
  const ratioOf = (from: number): number | undefined => usualLength(site, { from, to });
  if (!kept.made || ![...kept.made.ratios].every(([from, ratio]) => ratioOf(from) === ratio)) {
    const ratios = new Map<number, number | undefined>();
    const noted = (from: number): number | undefined => {
      if (!ratios.has(from)) ratios.set(from, ratioOf(from));
      return ratios.get(from);
    };
    const findings = findAll(site, to, { running: asked, ratioOf: noted, mayReuse: only === undefined });
    kept.made = { findings, ratios };
  }
  return kept.made.findings;
}

/** The findings of a language, with the ratios that were used, by source language. */
interface Kept {
  made?: { findings: Findings; ratios: ReadonlyMap<number, number | undefined> };
}

function findAll(site: Site, to: number, conditions: Conditions): Findings {
  const items = checkedItemsOf(site, to, conditions);
  const beside = besideOf(items, conditions.running);
  const linked = linkedFrom(site, to, conditions.running);
  const all: Findings = { items: items.length, shown: [], hidden: [] };
  for (const [at, item] of items.entries())
    place(site, item, { found: [...item.found, ...linked(item), ...(beside.get(at) ?? [])], all });
  return all;
}

/** Returns what is found in the links of an item. */
function linkedFrom(site: Site, to: number, { ids }: RunningChecks): (item: ItemOfGroup) => ItemsFinding[] {
  const links = linksOnce(site, to);
  if (!['link_dead', 'link_language'].some((check) => ids.includes(check))) return () => [];
  return (item) => placedLinks(item.links, { links, group: item.group, ids });
}

/** The checks that compare the texts of all items. */
const BESIDE = ['inconsistent', 'reused'];

/** What they find, by the index of the item. */
function besideOf(items: readonly ItemOfGroup[], { ids }: RunningChecks): Map<number, ItemsFinding[]> {
  const found = new Map<number, ItemsFinding[]>();
  if (!BESIDE.some((check) => ids.includes(check))) return found;
  const units = items.flatMap(({ units: own, from, to }, item) =>
    own.map((unit, place) => ({ ...unit, from, to, item, place })),
  );
  const read = new Map<number, ReturnType<ItemOfGroup['texts']>>();
  const textsOf = (at: number) => {
    const { item = 0, place = 0 } = units[at] ?? {};
    const texts = read.get(item) ?? items[item]?.texts() ?? [];
    read.set(item, texts);
    return texts[place];
  };
  for (const [at, findings] of [...comparePairs(units, textsOf)].sort(([a], [b]) => a - b)) {
    const { item = 0, unit = 0 } = units[at] ?? {};
    const texts = textsOf(at);
    const wanted = findings.filter(({ check }) => ids.includes(check));
    if (texts)
      found.set(item, [...(found.get(item) ?? []), ...wanted.map((one) => placed({ ...one, unit, ...texts }))]);
  }
  return found;
}

/** Adds the findings of an item to `all`, the ignored ones separately. */
function place(
  site: Site,
  { kind, id, title }: ItemOfGroup,
  { found, all }: { found: readonly ItemsFinding[]; all: Findings },
): void {
  if (found.length === 0) return;
  const ignored = new Set(
    ignoredOf(site.db, kind, id).map(({ check, source, target }) => `${check} ${source} ${target}`),
  );
  const facts = typeAndStatus(site.db, kind, id);
  for (const one of found) {
    const isHidden = ignored.has(`${one.check} ${one.source_hash} ${one.target_hash}`);
    all[isHidden ? 'hidden' : 'shown'].push({ kind, id, title, ...facts, ...one });
  }
}
