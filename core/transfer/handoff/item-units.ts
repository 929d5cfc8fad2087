import { contentFacts, needLanguage } from '../../domain/content/content-facts.ts';
import { namedItem } from '../../domain/content/item-name.ts';
import { invalidParameter } from '../../domain/invalid-parameter.ts';
import { judgedOf } from '../../domain/matrix/unit-states.ts';
import { memberOf } from '../../domain/translations/staleness.ts';
import { RestError } from '../../errors.ts';
import type { ItemUnitValue } from '../../schema/desk/units.ts';
import type { Summary } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import { postById } from '../../store/content/posts.ts';
import { sourceOfGroup } from '../../store/translations/confirmations.ts';
import { itemLanguage, translationOf, type Kind } from '../../store/translations/translations.ts';
import type { Caller } from '../../types.ts';
import { align } from '../../units/align.ts';
import { readContent } from '../../units/content.ts';
import { toMarked } from '../../units/marked.ts';
import { textHash } from '../../units/states/hash.ts';
import { writeItem } from './apply.ts';
import { comparable } from './inline.ts';
import type { JudgedUnit } from './judge.ts';
import { writtenText } from './text.ts';
import { itemUnits, plainMarked, shownField, type HandoffItem, type HandoffUnit, type ItemPair } from './units.ts';

/** A version of an item, by the item or any of its versions. */
export interface AskedItem {
  kind: Kind;
  id: number;
  lang: string;
  /** The slug is one of its texts. */
  slugs?: boolean | undefined;
}

/**
 * The texts of an item with their translations into a language (`contract/extras.md`, `/units/{kind}/{id}`); all new if there is no
 * version. 404 for an item that is gone, 400 for an unknown language and for that of the source.
 */
export function unitsOfItem(site: Site, asked: AskedItem): ItemUnitValue[] {
  const { pair, item } = readItem(site, asked);
  const before = textsBefore(site, pair);
  return item.units.map((unit) => {
    const { what, source, target, progress } = unit;
    const was = progress === 'unsure' ? before(unit) : undefined;
    const changed = was === undefined || was === source ? null : was;
    return { key: keyOf(unit), kind: what, source, target, before: changed, state: progress, hash: hashOf(unit) };
  });
}

/**
 * Writes translations of single texts; a version that is missing is started as a draft. 400 for unknown keys, keys without `base`,
 * empty texts, and texts without the marks of their source; 409 `polydesk_conflict` if a text or its source has changed.
 */
export function writeUnits(
  site: Site,
  { units, base, ...asked }: AskedItem & { units: Record<string, string>; base: Record<string, string> },
  caller: Caller,
): { body: ItemUnitValue[]; summary?: Summary } {
  const slugs = asked.slugs === true || Object.keys(units).some((key) => key.endsWith('.slug'));
  const { pair, item, lang } = readItem(site, { ...asked, slugs });
  const byKey = new Map(item.units.map((unit) => [keyOf(unit), unit]));
  const given = Object.entries(units).map(([key, text]) => ({ key, text, unit: neededUnit(byKey, key) }));
  const conflicts = given.flatMap(({ key, unit }) => {
    if (base[key] === undefined) throw wrongUnit(`The unit ${key} has no base.`);
    if (base[key] === hashOf(unit)) return [];
    return [{ kind: pair.kind, id: pair.target ?? pair.source, field: unit.address.field, key, now: unit.target }];
  });
  if (conflicts.length > 0) {
    const text = 'These texts were changed meanwhile. Nothing was stored.';
    throw new RestError('polydesk_conflict', text, 409, { data: { conflicts } });
  }
  const chosen = given.flatMap((one) => chosenUnit(one) ?? []);
  if (chosen.length === 0) return { body: unitsOfItem(site, { ...asked, slugs }) };
  const target = writeItem(site, { pair, item, lang, chosen }, caller);
  const named = { type: item.type, item: namedItem(site, pair.kind, target) };
  return { body: unitsOfItem(site, { ...asked, slugs }), summary: { code: `${pair.kind}.changed`, params: named } };
}

function readItem(
  site: Site,
  { kind, id, lang, slugs }: AskedItem,
): { pair: ItemPair; item: HandoffItem; lang: string } {
  const own = memberOf(site, kind, id);
  const language = needLanguage(contentFacts(site), lang, 'lang');
  const source = sourceOfGroup(site.db, own.group_id) ?? id;
  if (itemLanguage(site.db, kind, source)?.language_id === language.id)
    throw invalidParameter('lang', 'rest_invalid_param', 'Choose another language than the one of the source.');
  const target = translationOf(site.db, kind, { id: source, language: language.id });
  const pair: ItemPair = { kind, source, target, withSlug: slugs };
  if (pair.target !== undefined && kind === 'post' && postById(site.db, pair.target)?.status === 'trash') {
    const text = 'The version in this language is in the trash.';
    throw new RestError('polydesk_translation_exists', text, 409, { data: { id: pair.target } });
  }
  const item = itemUnits(site, pair);
  if (!item) throw new RestError('polydesk_not_found', 'The item is in the trash, or gone.', 404);
  return { pair, item, lang: language.slug };
}

/** `p812.title`, `p812.content.14`. */
function keyOf({ address: { kind, id, field, n } }: HandoffUnit): string {
  return `${kind === 'term' ? 't' : 'p'}${id}.${field}${field === 'content' || field === 'meta' ? `.${n}` : ''}`;
}

const hashOf = ({ source, target }: HandoffUnit): string => textHash(`${source}\n${target}`);

function neededUnit(units: ReadonlyMap<string, HandoffUnit>, key: string): HandoffUnit {
  const unit = units.get(key);
  if (!unit) throw wrongUnit(`The item has no unit ${key}.`);
  return unit;
}

const wrongUnit = (text: string): RestError => invalidParameter('units', 'rest_invalid_param', text);

/** The write of a text; undefined if it is there already, and settled. */
function chosenUnit({ key, text, unit }: { key: string; text: string; unit: HandoffUnit }): JudgedUnit | undefined {
  if (comparable(text) === '') throw wrongUnit(`The text of ${key} is empty.`);
  const isHere = text === unit.target && unit.progress !== 'new';
  if (isHere && unit.progress === 'done') return undefined;
  const written = writtenText(unit, text);
  if (!written) throw wrongUnit(`The text of ${key} does not have the marks of its source.`);
  return {
    ...{ key, unit, text, written, source: unit.source, outcome: 'changed', said: 'done', score: undefined, line: 0 },
    ...{ isUntranslated: false, isConfirming: isHere, sent: undefined },
  };
}

/** Returns the source of a unit as it was when its translation was confirmed; undefined if that is unknown. */
function textsBefore(site: Site, { kind, source, target }: ItemPair): (unit: HandoffUnit) => string | undefined {
  const { confirmed, source: now } = (target === undefined ? undefined : judgedOf(site, kind, target)) ?? {};
  if (!confirmed || !now || source === target) return () => undefined;
  const rows = align(readContent(confirmed.content), readContent(now.content)).blocks.flatMap((block) => block.rows);
  const byRow = new Map(
    rows.flatMap((row) => (row.source && row.target ? [[row.target.id, toMarked(row.source)] as const] : [])),
  );
  return ({ address: { field, n } }) => {
    if (field === 'title' || field === 'excerpt') return plainMarked(shownField(field, confirmed[field]));
    return field === 'content' ? byRow.get(n) : undefined;
  };
}
