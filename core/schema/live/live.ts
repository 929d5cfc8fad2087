import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';
import { once, Run } from './run.ts';

const count = v.pipe(v.number(), v.integer());
const text = (about: string, most: number) => v.pipe(v.string(), v.maxLength(most), v.description(about));

/** How much of a site can be copied here (`live-site.md` 2). */
export const LIVE_MODES = ['hub', 'full', 'texts', 'content'] as const;
/** How an item changed since both sides were the same (`live-site.md` 6). */
export const LINE_STATES = [
  'conflict',
  'merged',
  'here',
  'there',
  'new_here',
  'new_there',
  'deleted_here',
  'deleted_there',
] as const;
export type LineState = (typeof LINE_STATES)[number];

/** The site to connect to: body of `PUT /live` and `POST /live/probe`. */
export const ConnectArgs = {
  url: text('Address of the site, as in the browser.', 2000),
  user: text('Name with which the user signs in there; a probe of the address alone takes "".', 200),
  password: v.optional(
    v.pipe(
      text('Application password of this user; the stored one when left out or ********.', 1000),
      v.metadata({ secret: true }),
    ),
    '',
  ),
  password_once: v.optional(
    v.pipe(text('The same in its place, where it is not to be stored.', 1000), v.metadata({ secret: 'once' })),
    '',
  ),
  in_my_network: v.optional(v.pipe(v.boolean(), v.description('The site is in the network of this computer.')), false),
};

const RemoteLanguage = v.object({ slug: v.string(), name: v.string(), locale: v.string(), is_default: v.boolean() });

const siteFields = {
  url: field(v.string(), 'Address of the site.'),
  name: field(v.string(), 'What it is called.'),
  user: field(v.string(), 'Name of the user.'),
  roles: field(v.array(v.string()), 'Roles of the user there.'),
  mode: field(v.picklist(LIVE_MODES), 'How much of the site can be held here.'),
  companion: field(v.boolean(), 'Our plugin answers there.'),
  strings: field(v.boolean(), 'Our plugin is recent enough to read and write translations of strings.'),
  network: field(v.picklist(['public', 'private', 'loopback']), 'Where the site was found.'),
  may: field(
    v.object({ content: v.boolean(), settings: v.boolean(), unfiltered: v.boolean(), upload: v.boolean() }),
    'What the user may: edit what others wrote, change settings, write any HTML, upload files.',
  ),
  types: field(v.array(v.string()), 'Types of content and taxonomies it has.'),
  languages: field(v.array(RemoteLanguage), 'Its languages.'),
};

/** The capabilities of a site, as answered by `POST /live/probe`; nothing is stored. */
export const Probe = item('live-probe', siteFields);
export type Probe = v.InferOutput<typeof Probe>;

/** The number of lines by what has to be done with them. */
const Counts = v.object({
  to_push: count,
  to_pull: count,
  conflicts: count,
  merged: count,
  items: field(v.pipe(v.number(), v.integer()), 'Items of the live site that are known.'),
  states: v.object(Object.fromEntries(LINE_STATES.map((state) => [state, count])) as Record<LineState, typeof count>),
});

/** The live site, as `GET /live` answers it. */
export const Live = item('live', {
  state: field(
    v.picklist(['none', 'asleep', 'connected']),
    'none: not connected; asleep: connected on another computer, enter the password here.',
  ),
  site: field(
    v.nullable(v.object({ ...siteFields, connected_at: v.string(), born_from: count })),
    'The site, and from which number on items are born here; null when not connected.',
  ),
  checked_at: field(v.nullable(v.string()), 'When it was last looked at, in UTC; null for never.'),
  full_check_at: field(v.nullable(v.string()), 'When all of it was last looked at, in UTC; null for never.'),
  is_behind: field(v.boolean(), 'Something changed here that is not compared yet.'),
  unknown_types: field(
    v.array(v.string()),
    'Types of content and taxonomies there that this site does not have: left alone.',
  ),
  counts: field(Counts, 'What differs: to push, to pull, in conflict; merged ones are in both of the first two.'),
  run: field(v.nullable(Run), 'The check, pull or push that runs or ran last; null for none.'),
});
export type Live = v.InferOutput<typeof Live>;

/** Body of `POST /live/checks`. */
export const CheckArgs = {
  full: v.optional(
    v.pipe(v.boolean(), v.description('Look at all of the site, not only at what it says it changed.')),
    false,
  ),
  ...once,
};
