import { typeName } from '../../../lib/content-types.ts';
import { isMenuType } from '../../../../core/schema/content/menu-types.ts';
import type { Probe } from '../../../../core/schema/live/live.ts';
import { formatList, t, type MessageKey } from '../../../lib/messages/messages.svelte.ts';
import { site } from '../../../lib/site.svelte.ts';

/** A capability of a site, present or missing. */
export interface Ability {
  what: string;
  can: 'yes' | 'some' | 'no';
  word: MessageKey;
  /** A note; "" for none. */
  note: string;
}

/** Capabilities and limits of a site, one per line, from its own answers (`live-site.md` 2). */
export function abilitiesOf(found: Probe): Ability[] {
  const { mode, may, types } = found;
  const hasLanguages = mode !== 'content';
  const hasGroups = mode === 'full' || mode === 'hub';
  const taxonomies = types.filter(isTaxonomy);
  const contents = types.filter((type) => type !== 'attachment' && !isTaxonomy(type) && !isMenuType(type));
  const all = (what: string, note = ''): Ability => ({ what, can: 'yes', word: 'live.can.all', note });
  const no = (what: string, note: string, word: MessageKey = 'live.can.not'): Ability => ({
    what,
    can: 'no',
    word,
    note,
  });
  const some = (what: string, word: MessageKey, note: string): Ability => ({ what, can: 'some', word, note });
  return [
    may.content
      ? all(t('live.ability.texts', { types: namesOf(contents) }), t('live.ability.texts.know'))
      : some(t('live.ability.texts', { types: namesOf(contents) }), 'live.can.some', t('live.ability.own')),
    ...(taxonomies.length > 0 ? [all(namesOf(taxonomies))] : []),
    may.upload
      ? all(t('live.ability.media'), t('live.ability.media.know'))
      : some(t('live.ability.media'), 'live.can.read', ''),
    ...(hasLanguages
      ? [
          { what: t('live.ability.new'), can: 'yes' as const, word: 'live.can.yes' as const, note: '' },
          hasGroups
            ? all(t('live.ability.groups'))
            : no(t('live.ability.groups'), t('live.ability.groups.know'), 'live.can.unread'),
          hasGroups
            ? { what: t('live.ability.link'), can: 'yes' as const, word: 'live.can.yes' as const, note: '' }
            : no(t('live.ability.link'), t('live.ability.same')),
        ]
      : []),
    may.settings
      ? all(t('live.ability.settings'))
      : no(t('live.ability.settings'), t('live.ability.admin'), 'live.can.unread'),
    ...stringsOf(found),
    ...(types.some(isMenuType) ? [some(t('live.ability.menus'), 'live.can.some', t('live.ability.menus.know'))] : []),
    some(t('live.ability.meta'), 'live.can.some', t('live.ability.meta.know')),
    may.unfiltered
      ? { what: t('live.ability.html'), can: 'yes', word: 'live.can.yes', note: '' }
      : some(t('live.ability.html'), 'live.can.filtered', t('live.ability.html.know')),
    mode === 'hub'
      ? { what: t('live.ability.window'), can: 'yes', word: 'live.can.seen', note: t('live.ability.window.hub') }
      : some(t('live.ability.window'), 'live.can.posts', t('live.ability.window.know')),
  ];
}

/** Strings go through our plugin, for administrators. */
function stringsOf({ mode, companion, strings, may }: Probe): Ability[] {
  if (mode === 'content' || !may.settings) return [];
  const what = t('live.ability.strings');
  if (strings) return [{ what, can: 'yes', word: 'live.can.all', note: '' }];
  const note = t(companion ? 'live.ability.strings.old' : 'live.ability.strings.plugin');
  return [{ what, can: 'no', word: 'live.can.not', note }];
}

const OWN_TAXONOMIES = ['category', 'post_tag'];

function isTaxonomy(type: string): boolean {
  return (
    OWN_TAXONOMIES.includes(type) || site.types.value?.some((one) => one.type === type && one.kind === 'term') === true
  );
}

/** "posts, pages and routes": names of types as on the site; unknown ones are kept as they are. */
function namesOf(types: readonly string[]): string {
  return formatList(
    types.map((type) => typeName({ type, name: site.types.value?.find((each) => each.type === type)?.name ?? type })),
  );
}
