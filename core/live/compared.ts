import { contentFacts } from '../domain/content/content-facts.ts';
import type { Cursors } from '../domain/live/live.ts';
import type { SiteFacts } from './probe.ts';
import { isMenuType } from '../schema/content/menu-types.ts';
import type { LineKind } from '../schema/live/plan.ts';
import type { Site } from '../site.ts';
import { postById } from '../store/content/posts.ts';
import { termById } from '../store/content/terms.ts';
import { idOfUuid } from '../store/transfer/import.ts';
import type { Json } from '../types.ts';
import { bodyById, isGoneThere, knownOf, type Known } from '../store/live/items.ts';
import type { LiveSiteRow } from '../store/live/sites.ts';
import type { LiveKey } from '../store/live/states.ts';
import { hashOf, hashOfStored, unpack, type LiveBody } from './body.ts';
import { isMap, mapOf } from './canonical.ts';
import { compareItem, isSame, type Fields, type Line } from './compare.ts';
import type { Sides } from '../units/merge/three-way.ts';
import type { LiveField } from './fields.ts';
import { withFilesShared } from './references.ts';
import { fieldsOfType, hereNumbers, readHere, type HereItem } from './here.ts';
import { isSettingsName, untouchedSettings } from './settings/settings.ts';
import { STRINGS, stringFields } from './settings/strings.ts';
import { isUntouchedDefault } from './untouched.ts';

/** The inputs of a comparison. Created for each batch of work. */
export interface Comparing {
  site: Site;
  live: LiveSiteRow;
  facts: SiteFacts;
  cursors: LiveCursors;
  numbers: ReturnType<typeof hereNumbers>;
  /** Time zone of this site, "" for UTC. */
  timezone: string;
}

/** Findings of the last check besides items. */
export interface LiveCursors extends Cursors {
  /** Meta keys that the site shows, by type. */
  meta?: Record<string, string[]>;
  /** Of another Polydesk: the entry of its history up to which everything is known. */
  entry?: number | undefined;
  /** Of items that could not be read: the one that the last check asked for last, if there were too many. */
  asked?: string | undefined;
  /** Lists that the last check left out, by name: the next one reads them whole, whatever their dates are. */
  left?: string[];
  /** Users there: their slugs by id. */
  users?: Record<string, string>;
}

/** An item with everything known about it. */
export interface Compared {
  line: Line;
  known: Known;
  base: LiveBody | undefined;
  here: HereItem | undefined;
  there: LiveBody | undefined;
  /** Hashes; "" if it does not exist there. */
  hashes: { here: string; there: string };
  type: string;
}

export function comparing(site: Site, live: LiveSiteRow): Comparing {
  return {
    site,
    live,
    facts: JSON.parse(live.facts) as SiteFacts,
    cursors: JSON.parse(live.cursors) as LiveCursors,
    numbers: hereNumbers(site),
    timezone: contentFacts(site).timezone,
  };
}

/** Compares a local item with what is known about it: its base, and its state there. */
export function compareOne({ site, live, cursors, numbers, facts }: Comparing, key: LiveKey): Compared {
  const known = knownOf(site.db, live.id, key);
  const stored = storedBody(site, known.base);
  const seen = known.seen === known.base ? stored : storedBody(site, known.seen);
  // What cannot be read there is taken to be what it was.
  const held = known.found === 'there' ? seen : known.found === 'gone' ? undefined : stored;
  const there = held?.body;
  const strings = { there: there?.fields, base: stored?.body.fields };
  const here = readHere(site, key, { numbers, meta: cursors.meta ?? {}, strings });
  const base = known.base === null && there ? untouched(site, key, here) : stored?.body;
  const type = here?.type ?? there?.type ?? base?.type ?? '';
  const fields = type === STRINGS ? stringFields(there?.fields) : fieldsOfType(site, key.kind, type);
  const sides = withDeleted({ site, live }, key, { base: base?.fields, here: here?.fields, there: there?.fields });
  const shared = (one: Fields | undefined): Fields | undefined => one && withSharedFiles(one, numbers);
  const face = shared(storedBody(site, known.here_body)?.body.fields);
  const faced = withFaces({ ...sides, here: shared(sides.here) }, { face, stored: base?.fields });
  const isKnown = isHeld(facts, key.kind, type) && (key.kind !== 'settings' || there !== undefined);
  const compareSides = isMenuType(type) ? compareMenu : compareItem;
  const line = isKnown ? compareSides(faced, fields) : { state: 'same' as const, fields: [] };
  let hashes: Compared['hashes'] | undefined;
  return {
    ...{ line, known, base, here, there, type },
    // Rarely needed: most items are the same on both sides.
    get hashes() {
      return (hashes ??= { here: here ? hashOf(here) : '', there: held ? hashOfStored(held) : '' });
    },
  };
}

/**
 * The same without the content of an item that exists only there, which is read again whenever it is needed: thousands of them do
 * not fit in memory.
 */
export function withoutContent({ site }: Pick<Comparing, 'site'>, compared: Compared): Compared {
  const { line, known, base, here, there, hashes, type } = compared;
  if (base ?? here ?? (known.found !== 'there' || !there)) return compared;
  return {
    ...{ line, known, base, here, hashes, type },
    get there() {
      return storedBody(site, known.seen)?.body;
    },
  };
}

function storedBody({ db }: Site, id: number | null): { hash: string; body: LiveBody } | undefined {
  const stored = id === null ? undefined : bodyById(db, id);
  return stored && { hash: stored.hash, body: unpack(stored.zip) };
}

/** Defaults of a new site file do not count as edits: the values of the live site replace them. */
function untouched(site: Site, { kind, uuid }: LiveKey, here: HereItem | undefined): LiveBody | undefined {
  if (kind === 'settings' && here && isSettingsName(uuid))
    return { ...here, fields: untouchedSettings(site, uuid, here.fields) };
  const row = kind === 'term' && here ? termById(site.db, here.id) : undefined;
  return row && here && isUntouchedDefault(site, row)
    ? { type: here.type, fields: here.fields, unknown: here.unknown }
    : undefined;
}

/** Menus are made there: what is missing here comes back, what is gone there goes, and what was never there is not compared. */
function compareMenu(sides: Parameters<typeof compareItem>[0], fields: readonly LiveField[]): Line {
  const { base, here, there } = sides;
  if (here && there) return compareItem(sides, fields);
  const state = there ? 'new_there' : here && base ? 'deleted_there' : 'same';
  return { state, fields: [] };
}

/**
 * Treats a translation that was deleted on one side only as still linked there. So the plan shows the deletion, but no change of the
 * other translations, and an item that is kept keeps its links.
 */
function withDeleted(
  { site, live }: Pick<Comparing, 'site' | 'live'>,
  { kind }: LiveKey,
  sides: Sides<Fields | undefined>,
): Sides<Fields | undefined> {
  const { base, here, there } = sides;
  const [ours, theirs] = [here?.['translations'], there?.['translations']];
  if (ours === undefined || theirs === undefined || isSame(ours, theirs)) return sides;
  const linked = mapOf(theirs);
  const gone = Object.entries(mapOf(ours)).filter(
    ([code, uuid]) =>
      !(code in linked) &&
      typeof uuid === 'string' &&
      (isGoneThere(site.db, live.id, { kind, uuid }) || isNeverSent({ site, live }, { kind, uuid })),
  );
  const kept = keptLinks({ site, live }, kind, { ours, theirs, agreed: base?.['translations'] });
  const withThem = (fields: Fields | undefined, members: readonly [string, Json][]): Fields | undefined =>
    members.length === 0 || fields?.['translations'] === undefined
      ? fields
      : { ...fields, translations: { ...mapOf(fields['translations']), ...Object.fromEntries(members) } };
  return { base: withThem(base, [...gone, ...kept]), here: withThem(here, kept), there: withThem(there, gone) };
}

/** Whether an item is in the trash here and was never there: nobody will send it, nor its links. */
function isNeverSent({ site, live }: Pick<Comparing, 'site' | 'live'>, { kind, uuid }: LiveKey): boolean {
  const id = kind === 'post' ? idOfUuid(site.db, 'posts', uuid) : undefined;
  if (id === undefined || postById(site.db, id)?.status !== 'trash') return false;
  const { base, seen } = knownOf(site.db, live.id, { kind, uuid });
  return base === null && seen === null;
}

/**
 * The members of a group there that were deleted here: until somebody confirms that, the site keeps them, and their links.
 *
 * @param ours the group here, `theirs` there, and the one that both sides agreed on
 */
export function keptLinks(
  { site, live }: Pick<Comparing, 'site' | 'live'>,
  kind: LineKind,
  { ours, theirs, agreed }: { ours: Json; theirs: Json; agreed: Json | undefined },
): [code: string, uuid: string][] {
  if (kind !== 'post' && kind !== 'term') return [];
  const [own, base] = [mapOf(ours), mapOf(agreed)];
  const wasHere = (code: string, uuid: string): boolean =>
    base[code] === uuid || knownOf(site.db, live.id, { kind, uuid }).base !== null;
  return Object.entries(mapOf(theirs)).flatMap(([code, uuid]): [string, string][] =>
    typeof uuid === 'string' &&
    !(code in own) &&
    idOfUuid(site.db, `${kind}s`, uuid) === undefined &&
    wasHere(code, uuid)
      ? [[code, uuid]]
      : [],
  );
}

/** Texts here with the addresses there of files that came from here. */
function withSharedFiles(fields: Fields, { files }: Comparing['numbers']): Fields {
  if (!files) return fields;
  const texts = Object.entries(fields).flatMap(([name, value]) => {
    const isShown = typeof value === 'string' && value.includes('{{here}}');
    return isShown ? [[name, withFilesShared(value, files)] as const] : [];
  });
  return { ...fields, ...Object.fromEntries(texts) };
}

/** Whether the live site has items of this type. */
function isHeld({ types, taxonomies, mode }: SiteFacts, kind: LineKind, type: string): boolean {
  if (kind === 'post') return types.some(({ name }) => name === type);
  if (kind === 'term') return taxonomies.some(({ name }) => name === type);
  return kind !== 'language' || mode !== 'content';
}

/**
 * If the site stored a value differently from what was sent, the local value is compared with what it was then. A mere
 * normalisation is not a difference, and if such a field was changed on both sides it is never merged. What this side could not
 * store of a set or a map was never agreed on: whoever changes the rest here has not removed it.
 *
 * @param stored the base without what was added for the comparison
 */
function withFaces(
  sides: Sides<Fields | undefined>,
  { face, stored }: { face: Fields | undefined; stored: Fields | undefined },
): typeof sides {
  const { base, here } = sides;
  if (!face || !base || !here || !stored) return sides;
  const faced = Object.keys(here).filter((name) => !isSame(face[name], stored[name]));
  const isLeft = (name: string): boolean => isSame(here[name], face[name]);
  const own = faced.filter(isLeft).map((name) => [name, base[name]]);
  const agreed = faced
    .filter((name) => !isLeft(name))
    .map((name) => [name, withoutUnstored(base[name], { stored: stored[name], face: face[name] })]);
  return {
    ...sides,
    base: { ...base, ...(Object.fromEntries(agreed) as Fields) },
    here: { ...here, ...(Object.fromEntries(own) as Fields) },
  };
}

/** What both sides have agreed on: the base without what this side could not store of it. */
export function agreedFields(site: Site, { base, known }: Pick<Compared, 'base' | 'known'>): Fields {
  const face = storedBody(site, known.here_body)?.body.fields ?? {};
  const fields = Object.entries(base?.fields ?? {});
  return Object.fromEntries(
    fields.map(([name, value]) => [name, withoutUnstored(value, { stored: value, face: face[name] })]),
  ) as Fields;
}

/** A set or a map without what this side could not store of it; another value as it is. */
function withoutUnstored(
  value: Json | undefined,
  { stored, face }: Record<'stored' | 'face', Json | undefined>,
): Json | undefined {
  if (Array.isArray(value) && Array.isArray(stored) && Array.isArray(face))
    return value.filter((one) => face.includes(one) || !stored.includes(one));
  if (!isMap(value) || !isMap(stored) || !isMap(face)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key in face || !(key in stored)));
}
