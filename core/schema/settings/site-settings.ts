import * as v from 'valibot';
import { item, type Whole } from '../wire/answer-field.ts';
import { isDomainAddress } from '../languages/domain-address.ts';
import { MOST_CHARACTERS, SWITCHABLE_CHECKS, type CheckChoice } from '../../units/checks/choice.ts';

const text = v.string();
const id = v.pipe(v.number(), v.integer(), v.minValue(0));
const openOrClosed = v.picklist(['open', 'closed']);

function isTimeZone(name: string): boolean {
  if (name === '' || name === 'UTC') return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Without defaults: what is left out follows those of the checks, which may change. */
const checkChoice = v.strictObject({
  ...Object.fromEntries(
    SWITCHABLE_CHECKS.map(({ id, isUsual }) => [
      id,
      v.optional(v.pipe(v.boolean(), v.description(`Whether the check ${id} runs.`), v.metadata({ default: isUsual }))),
    ]),
  ),
  'max-length': v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(MOST_CHARACTERS),
      v.description('The largest number of characters of a translated text; 0 for no limit.'),
      v.metadata({ default: 0 }),
    ),
  ),
}) as v.GenericSchema<CheckChoice>;

/** Site settings of `wp/v2/settings` (`content.md` 4): one value for types, checks, OPTIONS and the form. */
export const SiteSettings = item('settings', {
  title: v.optional(v.pipe(text, v.description('Title of the site.')), ''),
  description: v.optional(v.pipe(text, v.description('Tagline of the site.')), ''),
  url: v.optional(
    v.pipe(
      text,
      v.check(isDomainAddress, 'rest_invalid_uri'),
      v.description('Public address of the site; "" for the address of this server.'),
      v.metadata({ format: 'uri' }),
    ),
    '',
  ),
  email: v.optional(
    v.pipe(
      text,
      v.check((value) => value === '' || /^[^\s@]+@[^\s@]+$/.test(value), 'rest_invalid_email'),
      v.description('Address for messages to the administrator.'),
      v.metadata({ format: 'email' }),
    ),
    '',
  ),
  timezone: v.optional(
    v.pipe(
      text,
      v.check(isTimeZone, 'rest_invalid_timezone'),
      v.description('Time zone of the site, e.g. Europe/Paris.'),
    ),
    '',
  ),
  date_format: v.optional(v.pipe(text, v.description('Format of dates.')), 'F j, Y'),
  time_format: v.optional(v.pipe(text, v.description('Format of times.')), 'g:i a'),
  start_of_week: v.optional(v.pipe(v.number(), v.integer(), v.description('First day of the week, 0 for Sunday.')), 1),
  language: v.optional(v.pipe(text, v.description('Locale of the site.')), 'en_US'),
  use_smilies: v.optional(v.pipe(v.boolean(), v.description('Turn emoticons into pictures.')), true),
  default_category: v.optional(v.pipe(id, v.description('Category of posts that name none.'))),
  default_post_format: v.optional(v.pipe(text, v.description('Format of posts that name none.')), '0'),
  posts_per_page: v.optional(v.pipe(v.number(), v.integer(), v.description('Posts on a page of the blog.')), 10),
  show_on_front: v.optional(
    v.pipe(v.picklist(['posts', 'page']), v.description('What the front page shows.')),
    'posts',
  ),
  page_on_front: v.optional(v.pipe(id, v.description('Page shown as front page.')), 0),
  page_for_posts: v.optional(v.pipe(id, v.description('Page that lists the posts.')), 0),
  default_ping_status: v.optional(v.pipe(openOrClosed, v.description('Pings of new posts.')), 'open'),
  default_comment_status: v.optional(v.pipe(openOrClosed, v.description('Comments of new posts.')), 'open'),
  site_logo: v.optional(v.pipe(id, v.description('Media shown as logo.')), 0),
  site_icon: v.optional(v.pipe(id, v.description('Media shown as icon.')), 0),
  permalink_structure: v.optional(
    v.pipe(text, v.description('Form of the addresses of posts; "" for plain ones.')),
    '/%year%/%monthnum%/%day%/%postname%/',
  ),
  checks: v.optional(
    v.pipe(
      checkChoice,
      v.description('Checks of translations that are on or off, unlike their default; a write replaces the whole.'),
    ),
    {},
  ),
});

export type SiteSettingsValue = Whole<typeof SiteSettings>;
