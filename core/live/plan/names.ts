import type { ItemNames } from '../../schema/live/plan.ts';
import type { Site } from '../../site.ts';
import { bodiesOfKeys, namesHere } from '../../store/live/names.ts';
import type { Json } from '../../types.ts';
import { unpack } from '../body.ts';
import { plainName } from '../fields.ts';
import { KEYS } from '../twins.ts';

/**
 * What the items are called that these values refer to: as here; else as on the live site, where they may be gone by now. A key
 * that is nowhere known is left out.
 */
export function namesIn({ db }: Site, live: number, values: unknown): ItemNames {
  const keys = [...new Set(JSON.stringify(values).match(KEYS))];
  const here = namesHere(db, keys).map(({ key, ...name }) => [key, name] as const);
  const own = new Set(here.map(([key]) => key));
  const there = bodiesOfKeys(
    db,
    live,
    keys.filter((key) => !own.has(key)),
  ).map(({ key, zip }) => {
    const { title, name, lang } = unpack(zip).fields;
    return [key, { title: textOf(title ?? name), lang: textOf(lang) }] as const;
  });
  return Object.fromEntries(
    [...here, ...there].map(([key, { title, lang }]) => [key, { title: plainName(title), lang }]),
  );
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
