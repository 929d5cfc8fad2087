import type { FullUser } from '../../store/access/user-list.ts';
import type { Capability, Dict } from '../../types.ts';
import { rightsOf } from './capabilities.ts';

export type UserContext = 'view' | 'embed' | 'edit';

/** A user as returned by the API (`content.md` 4). Avatars never have remote URLs. */
export function userValue(
  user: FullUser,
  shown: { context: UserContext; home: string; rest: string; permalinks: string },
): Dict {
  const { context, home, rest } = shown;
  const isEdit = context === 'edit';
  return {
    id: user.id,
    ...(isEdit && { username: user.login }),
    name: user.name,
    ...(isEdit && { first_name: user.first_name, last_name: user.last_name, email: user.email }),
    url: user.url,
    description: user.description,
    link: shown.permalinks === '' ? `${home}/?author=${user.id}` : `${home}/author/${user.slug}/`,
    ...(isEdit && { locale: user.locale === '' ? 'en_US' : user.locale, nickname: user.nickname }),
    slug: user.slug,
    ...(isEdit && {
      roles: [user.role],
      registered_date: `${user.registered_at.slice(0, 19)}+00:00`,
      capabilities: { ...capabilities(rightsOf(user.role)), [user.role]: true },
      extra_capabilities: { [user.role]: true },
    }),
    avatar_urls: { '24': '', '48': '', '96': '' },
    ...(context !== 'embed' && { meta: {} }),
    _links: {
      self: [{ href: `${rest}/wp/v2/users/${user.id}` }],
      collection: [{ href: `${rest}/wp/v2/users` }],
    },
  };
}

/** WordPress names of our rights, which clients check. */
const NAMES: Partial<Record<Capability, readonly string[]>> = {
  read: ['read'],
  edit_own: ['edit_posts', 'delete_posts'],
  publish: ['publish_posts', 'edit_published_posts', 'delete_published_posts'],
  upload: ['upload_files'],
  edit_others: [
    'edit_others_posts',
    'delete_others_posts',
    'read_private_posts',
    'edit_private_posts',
    'delete_private_posts',
    'edit_pages',
    'publish_pages',
    'delete_pages',
    'edit_others_pages',
    'delete_others_pages',
    'edit_published_pages',
    'delete_published_pages',
    'read_private_pages',
    'edit_private_pages',
    'delete_private_pages',
  ],
  manage_terms: ['manage_categories'],
  unfiltered_html: ['unfiltered_html'],
  manage_options: ['manage_options', 'list_users'],
};

function capabilities(rights: readonly Capability[]): Record<string, true> {
  return Object.fromEntries(rights.flatMap((right) => (NAMES[right] ?? []).map((name) => [name, true as const])));
}
