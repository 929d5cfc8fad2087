// The media tabs: remaining work, and missing properties.
import type { MatrixQuery } from '../../matrix/query.ts';
import { t } from '../../lib/messages/messages.svelte.ts';
import type { Library } from './library.svelte.ts';

interface MediaTab {
  value: string;
  label: string;
  count?: number;
  /** Its query parameters. */
  query: Partial<MatrixQuery>;
}

/** The applicable tabs, with counts if known. */
export function tabsOf(library: Library): MediaTab[] {
  const work = library.coverage?.work;
  const counts = library.counts.value;
  const states = (['todo', 'missing', 'partial', 'needs_update', 'no_language'] as const)
    .filter(
      (state) => state === 'todo' || library.query.state === state || (state === 'no_language' && work?.no_language),
    )
    .map((state) => tab(state, t(`content.tab.${state}`), work?.[state], { state }));
  return [
    tab('all', t('content.tab.all'), library.coverage?.groups ?? counts?.all, {}),
    ...(library.isTranslated ? states : []),
    tab('alt', t('media.lacks.alt'), counts?.alt, { lacks: 'alt' }),
    tab('place', t('media.lacks.place'), counts?.place, { lacks: 'place' }),
    // Imported or pulled; usually none.
    ...(counts?.file || library.query.lacks === 'file'
      ? [tab('file', t('media.lacks.file'), counts?.file, { lacks: 'file' })]
      : []),
  ];
}

/** The tab of a filter. */
export function tabOf({ state, lacks }: MatrixQuery): string {
  return lacks || state || 'all';
}

function tab(value: string, label: string, count: number | undefined, query: Partial<MatrixQuery>): MediaTab {
  return { value, label, query, ...(count !== undefined && { count }) };
}
