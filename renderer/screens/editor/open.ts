import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/messages/messages.svelte.ts';
import { site } from '../../lib/site.svelte.ts';
import { startVersion } from '../../lib/start-version.ts';
import { toasts } from '../../lib/toasts.svelte.ts';
import { languageName } from '../../lib/messages/messages.svelte.ts';
import { Editor } from './editor.svelte.ts';
import { readGroup, readItem } from './item.ts';

/** What an address asks for: `edit/post/812?lang=ar`. */
export interface Wanted {
  id: number;
  /** "" for the item itself. */
  lang: string;
}

/** The number in an address; undefined when there is none. */
export function readWanted(item: string, query: Readonly<Record<string, string>>): Wanted | undefined {
  const [, id] = /^post\/(\d+)$/.exec(item) ?? [];
  return id === undefined ? undefined : { id: Number(id), lang: query['lang'] ?? '' };
}

/** Opens a version; one that is missing in the language asked for is started as a draft first. Throws what the API says. */
export async function openEditor({ id, lang }: Wanted): Promise<Editor> {
  const group = await readGroup(id);
  const version = lang === '' ? undefined : group.items[lang];
  if (lang !== '' && !version && group.group !== 0) return openEditor({ id: await start(id, lang), lang: '' });
  const type = site.types.value?.find((each) => each.kind === 'post' && each.type === group.type);
  if (!type) throw new ApiError(404, { code: 'polydesk_no_type', message: t('editor.notype') });
  const editor = new Editor(type, group, await readItem(type.base, version?.id ?? id));
  await editor.begin();
  return editor;
}

async function start(id: number, lang: string): Promise<number> {
  const made = await startVersion({ kind: 'post', id, lang });
  const language = site.languages.value?.find(({ slug }) => slug === lang);
  const name = language ? languageName(language.locale) : lang;
  if (made.entry !== null) toasts.done(t('editor.started', { language: name }), made.entry);
  return made.id;
}
