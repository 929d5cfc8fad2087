import { ApiError } from '../../lib/api/api-error.ts';
import { t } from '../../lib/messages/messages.svelte.ts';
import { site } from '../../lib/site.svelte.ts';
import { Editor } from './editor.svelte.ts';
import { readGroup, readItem, unstoredArticle, unstoredVersion } from './item.ts';

/** A parsed address: `edit/post/812?lang=ar`, `edit/post/new?type=page`. */
export interface Wanted {
  /** 0: a new article. */
  id: number;
  /** "" for the item itself. */
  lang: string;
  /** The type of a new article. */
  type?: string;
}

/** The id in an address; undefined if there is none. */
export function readWanted(item: string, query: Readonly<Record<string, string>>): Wanted | undefined {
  const [, id] = /^post\/(\d+|new)$/.exec(item) ?? [];
  if (id === undefined) return undefined;
  return {
    id: id === 'new' ? 0 : Number(id),
    lang: query['lang'] ?? '',
    ...(query['type'] && { type: query['type'] }),
  };
}

/**
 * Opens a version. A missing version and a new article exist only in the page until something is typed. Throws API errors.
 */
export async function openEditor({ id, lang, type: wanted = 'post' }: Wanted): Promise<Editor> {
  if (id === 0) {
    // The first language may have come from another program a moment ago.
    if (lang === '' && !site.defaultLanguage) await site.languages.reload();
    const { item, group } = await unstoredArticle(wanted, lang || (site.defaultLanguage?.slug ?? ''));
    return begun(new Editor(typeOf(wanted), group, item));
  }
  const group = await readGroup(id);
  const version = lang === '' ? undefined : group.items[lang];
  const type = typeOf(group.type);
  if (lang === '' || version || group.group === 0)
    return begun(new Editor(type, group, await readItem(type.base, version?.id ?? id)));
  const source = await readItem(type.base, group.source);
  return begun(new Editor(type, group, unstoredVersion(source, lang), source));
}

async function begun(editor: Editor): Promise<Editor> {
  await editor.begin();
  return editor;
}

function typeOf(name: string) {
  const type = site.types.value?.find((each) => each.kind === 'post' && each.type === name);
  if (!type) throw new ApiError(404, { code: 'polydesk_no_type', message: t('editor.notype') });
  return type;
}
