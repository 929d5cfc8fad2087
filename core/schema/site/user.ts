import * as v from 'valibot';
import { item } from '../wire/answer-field.ts';
import { listParams, orderParam, slugParam } from '../wire/list-params.ts';

const all = ['view', 'embed', 'edit'] as const;
const edit = ['edit'] as const;

function shown<S extends v.GenericSchema>(
  schema: S,
  text: string,
  facts: { context: readonly string[]; format?: string },
) {
  return v.pipe(schema, v.description(text), v.metadata({ ...facts, readonly: true }));
}

/** A user of the site; users cannot be changed here (`content.md` 4). */
export const UserItem = item('user', {
  id: shown(v.pipe(v.number(), v.integer()), 'Number of the user.', { context: all }),
  username: shown(v.string(), 'Login.', { context: edit }),
  name: shown(v.string(), 'Name as people read it.', { context: all }),
  first_name: shown(v.string(), 'First name.', { context: edit }),
  last_name: shown(v.string(), 'Last name.', { context: edit }),
  email: shown(v.string(), 'E-mail address.', { context: edit, format: 'email' }),
  url: shown(v.string(), 'Home page of the user.', { context: all, format: 'uri' }),
  description: shown(v.string(), 'About the user.', { context: all }),
  link: shown(v.string(), 'Address of the list of posts by the user.', { context: all, format: 'uri' }),
  locale: shown(v.string(), 'Language the user works in.', { context: edit }),
  nickname: shown(v.string(), 'Nickname.', { context: edit }),
  slug: shown(v.string(), 'Name of the user in addresses.', { context: all }),
  registered_date: shown(v.string(), 'When the user was added.', { context: edit, format: 'date-time' }),
  roles: shown(v.array(v.string()), 'Roles.', { context: edit }),
  capabilities: shown(v.looseObject({}), 'What the user may do.', { context: edit }),
  extra_capabilities: shown(v.looseObject({}), 'Rights beside those of the roles.', { context: edit }),
  avatar_urls: shown(v.looseObject({}), 'Pictures by size; none is fetched from elsewhere.', { context: all }),
  meta: shown(v.object({}), 'Registered fields and their values.', { context: ['view', 'edit'] }),
});

/** Parameters of the list. */
export const userListParams = {
  ...listParams,
  order: orderParam('asc'),
  orderby: v.optional(
    v.pipe(
      v.picklist(['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url']),
      v.description('What the list is ordered by.'),
    ),
    'name',
  ),
  slug: slugParam,
  roles: v.optional(v.pipe(v.array(v.string()), v.description('Only users with one of these roles.'))),
  who: v.optional(v.pipe(v.picklist(['authors']), v.description('Only users who may write.'))),
  has_published_posts: v.optional(
    v.pipe(
      v.union([v.boolean(), v.array(v.string())]),
      v.description('Only users with published items, of these types.'),
    ),
  ),
};
