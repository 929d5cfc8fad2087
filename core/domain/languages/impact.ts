import type { Impact, SettingsImpact } from '../../schema/languages/impact.ts';
import type { SettingsValue } from '../../schema/settings/settings.ts';
import type { Site } from '../../site.ts';
import { languageCounts } from '../../store/translations/translations.ts';
import type { Dict } from '../../types.ts';
import { compareAddresses, languageAddresses } from './address-samples.ts';
import { listLanguages } from './languages.ts';
import { publishedIn } from './redirects.ts';
import { settings, trySettings } from '../settings/settings.ts';

const FIRST = 20;

/**
 * Runs `change` and reports the differences. The caller rolls it back: the endpoint is `dry`.
 * @param touched languages whose items are affected by the change
 */
export function impactOf(site: Site, change: () => void, touched: readonly number[] = []): Impact {
  const before = snapshot(site);
  const items = languageCounts(site.db)
    .filter((row) => touched.includes(row.language_id))
    .reduce((list, { kind, type, n }) => addCount(list, { kind, type, count: n }), [] as Impact['items']);
  change();
  const after = snapshot(site);
  const changed = [...before.addresses].flatMap(([id, address]): Impact['addresses']['first'] => {
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

/** Tries a settings write and reports the differences. The caller rolls it back: the endpoint is `dry`. */
export function settingsImpact(
  site: Site,
  given: readonly string[],
  change: { values: Dict; sealed: readonly string[] },
): SettingsImpact {
  const before = languageAddresses(site);
  let warnings: SettingsImpact['warnings'] = [];
  const impact = impactOf(site, () => (warnings = trySettings(site, given, change)));
  const samples = compareAddresses(before, languageAddresses(site));
  const moved = samples.filter(({ post }) => post.before !== post.after).map(({ lang }) => lang);
  const languages = listLanguages(site).filter(({ slug }) => moved.includes(slug));
  const published = publishedIn(
    site,
    languages.map(({ term_id }) => term_id),
  );
  return { ...impact, samples, published, warnings };
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
