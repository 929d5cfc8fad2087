import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';

/** The findings of a walk through the finished site. */
export const PREVIEW_FINDINGS = [
  'address_taken',
  'address_dead',
  'link_dead',
  'link_language',
  'hreflang_one_way',
] as const;

const PreviewFinding = item('preview-finding', {
  code: field(
    v.picklist(PREVIEW_FINDINGS),
    'The address belongs to another page, or leads nowhere; a link leads nowhere, or to another language; a hreflang does not lead back.',
  ),
  address: field(v.string(), 'Public address of the page.'),
  target: field(v.string(), 'Where it leads, or what is found there.'),
  lang: field(v.string(), 'Code of the language of the page.'),
  kind: v.optional(field(v.picklist(['post', 'term']), 'Kind of the item.')),
  id: v.optional(field(v.number(), 'Number of the item.')),
});
export type PreviewFinding = v.InferOutput<typeof PreviewFinding>;

/** The report of a walk through the finished site. */
export type PreviewWalk = {
  /** Pages that were walked. */
  pages: number;
  /** Total number of findings. */
  found: number;
  /** Findings by code. */
  counts: Record<string, number>;
  /** The first 1,000 of them. */
  findings: PreviewFinding[];
};

/** Whether the finished site is being served, and where. */
export const SitePreview = item('site-preview', {
  enabled: field(v.boolean(), 'Whether the finished site is served on a port of its own.'),
  url: field(v.string(), 'Where it begins; "" while it is off or just starting.'),
});

/** Parameters of `PUT /site-preview`. */
export const SitePreviewArgs = {
  enabled: v.pipe(v.boolean(), v.description('Serves the finished site until this is false or the program ends.')),
};
