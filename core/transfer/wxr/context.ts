import type { ContentFacts } from '../../domain/content/content-facts.ts';
import { isTranslated, postType, taxonomy } from '../../domain/content/content-model.ts';
import type { Site } from '../../site.ts';
import type { ExportScope } from '../../store/transfer/export.ts';
import type { LanguageRow } from '../../store/languages/languages.ts';
import type { Kind } from '../../store/translations/translations.ts';
import type { Control } from '../refusal.ts';
import type { Warning } from '../report.ts';
import type { MovedDates } from './distinct-dates.ts';
import { element, type Output } from './xml-write.ts';

export interface WxrExport extends ExportScope {
  /** Includes the stable UUID of each item (`content.md` 8.4). */
  uuids: boolean;
}

/** State shared by the parts of an export. */
export interface WxrContext {
  site: Site;
  facts: ContentFacts;
  scope: WxrExport;
  out: Output;
  control: Control;
  /** Group name of each exported item, for groups of two or more. */
  groupNames: Map<number, string>;
  languages: ReadonlyMap<number, LanguageRow>;
  /** Adjusted dates of items that the importer would mistake for another. */
  moved: ReadonlyMap<number, MovedDates>;
  note: (warning: Warning) => void;
  total: number;
  done: number;
}

/** The address at which the real site would serve the files of this one. */
export const uploadsAddress = ({ home }: Pick<ContentFacts, 'home'>): string => `${home}/wp-content/uploads`;

/** "Sat, 21 Nov 2026 07:39:48 +0000" for a time in UTC. */
export function rssDate(gmt: string): string {
  return new Date(`${gmt}Z`).toUTCString().replace('GMT', '+0000');
}

/** A field of an item or a term. */
export function metaElement(name: string, { key, value }: { key: string; value: string }): string {
  return `<${name}>${element('wp:meta_key', key)}${element('wp:meta_value', value)}</${name}>`;
}

/** A type that is no longer translated keeps its languages here; a type of the host keeps them as imported. */
export function carriesLanguage(site: Site, kind: Kind, type: string): boolean {
  const isKnown = kind === 'post' ? postType(site, type) : taxonomy(site, type);
  return !isKnown || isTranslated(site, kind, type);
}
