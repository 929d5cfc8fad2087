// The formats of the engine, as dialogs offer them.
import { textIfKnown } from './messages/messages.svelte.ts';
import { site } from './site.svelte.ts';

/** What an export can be, in words of their own for each dialog. */
export function formatOptions(words: 'transfer' | 'content.export'): { value: string; label: string; help?: string }[] {
  return (site.server.value?.formats ?? []).map(({ id }) => {
    const help = textIfKnown(`${words}.${id}.help`);
    return { value: id, label: textIfKnown(`${words}.${id}`) ?? id, ...(help !== undefined && { help }) };
  });
}

/** Files that translators send back: they hold texts of a site, not a site. */
const TRANSLATED = ['.xlf', '.xliff', '.po', '.csv'];

/** What a file dialog of an import offers. */
export function acceptedFiles(): string {
  return [...(site.server.value?.formats ?? []).flatMap(({ accept }) => accept), ...TRANSLATED].join(',');
}
