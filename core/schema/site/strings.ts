import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';

/** A text outside of content: site title, tagline, and what themes and plugins registered (`contract/extras.md`, `/strings`). */
export const SiteString = item('site-string', {
  source: field(v.string(), 'The text in the default language, which names the string.'),
  name: field(
    v.string(),
    'What it is: blogname, blogdescription, date_format, time_format; for others the name on the live site, or "".',
  ),
  group: field(
    v.picklist(['site', 'menu', 'other']),
    'Whether it is a text of the site itself, or the title of a menu entry.',
  ),
  lacks: field(v.array(v.string()), 'Codes of languages that cannot have a translation: their menu has no such entry.'),
  translations: field(v.record(v.string(), v.string()), 'Its translations by code of the language.'),
});
export type SiteString = v.InferOutput<typeof SiteString>;

/** Parameters of `PATCH /strings`. */
export const StringArgs = {
  source: v.pipe(v.string(), v.minLength(1), v.description('The text that is translated.')),
  translations: v.pipe(
    v.record(v.string(), v.string()),
    v.description('Texts by code of the language; "" takes a translation away.'),
  ),
};
