import type { Site } from '../../site.ts';
import { metaOf } from '../../store/content/meta.ts';
import { hasWords } from '../../units/states/words.ts';
import { storedSettings } from '../settings/settings.ts';
import { POST_META } from './built-in-types.ts';
import { registeredMeta } from './content-model.ts';

/** A custom field that is translated. */
export interface MetaText {
  key: string;
  /** Its place among the registered fields of its type. */
  n: number;
  source: string;
  /** "" for none. */
  target: string;
}

/**
 * The translatable custom fields of an item with their translations (`contract/extras.md`, files for translators): registered text
 * with a single value that reads like a text for people. None for posts whose custom fields are synchronised: those are the same in
 * every language.
 */
export function metaTexts(
  site: Site,
  of: { kind: 'post' | 'term'; type: string; source: number; target: number | undefined },
): MetaText[] {
  const { kind, type, source, target } = of;
  if (kind === 'post' && storedSettings(site).sync.includes('post_meta')) return [];
  const fields = registeredMeta(site, kind, type).filter((meta) => !POST_META.includes(meta));
  if (!fields.some((meta) => meta.type === 'string' && meta.single)) return [];
  const rows = metaOf(site.db, kind, [source, target ?? source]);
  const valueOf = (id: number | undefined, key: string): string =>
    rows.find((row) => row.item_id === id && row.key === key)?.value ?? '';
  return fields.flatMap(({ key, type: holds, single }, n) => {
    const text = valueOf(source, key);
    if (holds !== 'string' || !single || key.startsWith('_') || !isText(text)) return [];
    return [{ key, n, source: text, target: valueOf(target, key) }];
  });
}

/** A name for programs, an address, or data: `full-width`, `#c0ffee`, `a@b.example`, `{"a": 1}`, `a:1:{…}`. */
const DATA = /^(?:[a-z0-9_#.:/-]+|\S+@\S+|[a-z][a-z0-9+.-]*:\/\/\S+|[[{][^]*[\]}]|[abdiOsN]:[^]*[;}])$/;

const isText = (value: string): boolean => hasWords(value) && !DATA.test(value.trim());
