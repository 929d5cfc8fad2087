import * as v from 'valibot';
import type { Params } from '../wire/args.ts';
import { item } from '../wire/answer-field.ts';

const text = (most: number, about: string) => v.pipe(v.string(), v.maxLength(most), v.description(about));

/** Parameters of `POST /previews`. */
export const PreviewArgs = {
  title: v.optional(text(10_000, 'Title, as it is written.'), ''),
  content: text(16_000_000, 'Content, as it is written.'),
  lang: v.optional(text(35, 'Language of the text, as in a page.'), ''),
  is_rtl: v.optional(v.pipe(v.boolean(), v.description('The language runs from right to left.')), false),
};
export type PreviewArgs = Params<typeof PreviewArgs>;

/** Its answer. */
export const Preview = item('preview', {
  path: v.pipe(v.string(), v.description('Where the page is, below the server; gone after a while.')),
});
