// The engine's formats, for dialogs.
import { textIfKnown } from './messages/messages.svelte.ts';
import { site } from './site.svelte.ts';

/** Export formats as options, with labels specific to each dialog. */
export function formatOptions(words: 'transfer' | 'content.export'): { value: string; label: string; help?: string }[] {
  return (site.server.value?.formats ?? []).map(({ id }) => {
    const help = textIfKnown(`${words}.${id}.help`);
    return { value: id, label: textIfKnown(`${words}.${id}`) ?? id, ...(help !== undefined && { help }) };
  });
}

/** Files returned by translators: they contain texts of a site, not a site. */
const TRANSLATED = ['.xlf', '.xliff', '.po', '.csv'];

/** The `accept` list of the import file dialog. */
export function acceptedFiles(): string {
  return [...(site.server.value?.formats ?? []).flatMap(({ accept }) => accept), ...TRANSLATED].join(',');
}
