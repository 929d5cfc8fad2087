/** An address of each kind in one language, before and after a change, as `POST polydesk/v1/settings/impact` answers it. */
export type SampleKind = 'front' | 'post' | 'category' | 'search';
export type AddressSample = { lang: string } & Record<SampleKind, { before: string; after: string }>;

/** Where addresses of a language begin, before and after; only what changes. */
export function changedStarts(samples: readonly AddressSample[]): { before: string; after: string }[] {
  return samples.map(({ search }) => search).filter(({ before, after }) => before !== after);
}

/** A table for the live site: everything below the first address of a line moves below the second. */
export function redirectList(starts: readonly { before: string; after: string }[]): string {
  const lines = starts.map(({ before, after }) => `${cell(before)},${cell(after)}`);
  return ['from,to', ...lines, ''].join('\r\n');
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
