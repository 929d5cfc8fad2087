import type { SettingsValue } from '../schema/settings.ts';
import type { Site } from '../site.ts';
import { languageCounts } from '../store/translations.ts';
import type { Dict } from '../types.ts';
import { compareAddresses, languageAddresses, type AddressSample } from './address-samples.ts';
import { listLanguages } from './languages.ts';
import { settings, trySettings } from './settings.ts';

/** An address before and after a change. */
export interface AddressChange {
  kind: string;
  id: number;
  before: string;
  after: string;
}

/** What a change would do (`contract/extras.md`): nothing of it is stored. */
export interface Impact {
  /** Items that lose or change their language, by kind and type. */
  items: { kind: string; type: string; count: number }[];
  /** First 20 addresses that change, and their number. */
  addresses: { total: number; first: AddressChange[] };
  /** Languages whose addresses, place or mark change. */
  languages: { added: string[]; removed: string[]; default_before: string; default_after: string };
  /** Places in menus that change: "theme / location". */
  menus: string[];
  /** Language codes whose domain changes. */
  domains: string[];
}

const FIRST = 20;

/**
 * Runs `change` and reports what is different afterwards. The caller takes it back: the endpoint is `dry`.
 * @param touched languages whose items the change takes along
 */
export function impactOf(site: Site, change: () => void, touched: readonly number[] = []): Impact {
  const before = snapshot(site);
  const items = languageCounts(site.db)
    .filter((row) => touched.includes(row.language_id))
    .reduce((list, { kind, type, n }) => addCount(list, { kind, type, count: n }), [] as Impact['items']);
  change();
  const after = snapshot(site);
  const changed = [...before.addresses].flatMap(([id, address]): AddressChange[] => {
    const next = after.addresses.get(id) ?? '';
    return next === address ? [] : [{ kind: 'language', id, before: address, after: next }];
  });
  return {
    items,
    addresses: { total: changed.length, first: changed.slice(0, FIRST) },
    languages: {
      added: after.codes.filter((code) => !before.codes.includes(code)),
      removed: before.codes.filter((code) => !after.codes.includes(code)),
      default_before: before.settings.default_lang,
      default_after: after.settings.default_lang,
    },
    menus: changedMenus(before.settings.nav_menus, after.settings.nav_menus),
    domains: changedKeys(before.settings.domains, after.settings.domains),
  };
}

/** What a settings write would do, with addresses of each language before and after, and what keeps it from being saved yet. */
export interface SettingsImpact extends Impact {
  samples: AddressSample[];
  warnings: { code: string; message: string }[];
}

/** Tries a settings write and reports what is different afterwards. The caller takes it back: the endpoint is `dry`. */
export function settingsImpact(
  site: Site,
  given: readonly string[],
  change: { values: Dict; sealed: readonly string[] },
): SettingsImpact {
  const before = languageAddresses(site);
  let warnings: SettingsImpact['warnings'] = [];
  const impact = impactOf(site, () => (warnings = trySettings(site, given, change)));
  return { ...impact, samples: compareAddresses(before, languageAddresses(site)), warnings };
}

function snapshot(site: Site): { addresses: Map<number, string>; codes: string[]; settings: SettingsValue } {
  const languages = listLanguages(site);
  return {
    addresses: new Map(languages.map((one) => [one.term_id, one.home_url])),
    codes: languages.map((one) => one.slug),
    settings: settings(site),
  };
}

function addCount(list: Impact['items'], row: Impact['items'][number]): Impact['items'] {
  const known = list.find((one) => one.kind === row.kind && one.type === row.type);
  if (!known) return [...list, row];
  known.count += row.count;
  return list;
}

function changedKeys(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
}

type Menus = SettingsValue['nav_menus'];

function changedMenus(before: Menus, after: Menus): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((theme) =>
    changedKeys(before[theme] ?? {}, after[theme] ?? {}).map((location) => `${theme} / ${location}`),
  );
}
