// What needs attention: content without a language, languages without a front page, failed jobs.
import type { LanguageValue } from '../../../core/schema/languages/language.ts';
import { api } from '../../lib/api/api.ts';
import { typeName } from '../../lib/content-types.ts';
import { plainText } from '../../matrix/rows.svelte.ts';
import { isMessage, t, uiLocale } from '../../lib/messages/messages.svelte.ts';
import { site } from '../../lib/site.svelte.ts';
import { reportWords } from '../../lib/history/note-words.ts';
import type { TypeCoverage } from '../../lib/work-queue.ts';

export interface Attention {
  key: string;
  text: string;
  /** What can be done about it, and where. */
  act: string;
  href?: string;
}

/** All items, the most urgent first. Failed requests are left out. */
export async function readAttention(
  types: readonly TypeCoverage[],
  languages: readonly LanguageValue[],
): Promise<Attention[]> {
  // Read here as a dependency, because texts are also built after the responses: they must be rebuilt when the interface language
  // changes.
  void uiLocale();
  const homeless = types.filter(({ work }) => work.no_language > 0).map(withoutLanguage);
  const unconfirmed = notConfirmed();
  const parts = [frontPages(languages), failedJobs()];
  const rest = await Promise.all(parts.map((part) => part.catch((): Attention[] => [])));
  return [...unconfirmed, ...homeless, ...rest.flat()];
}

/** Access settings that came with the site file and are not confirmed. */
function notConfirmed(): Attention[] {
  const count = site.server.value?.unconfirmed ?? 0;
  if (count === 0) return [];
  const text = t('overview.unconfirmed', { count });
  return [{ key: 'unconfirmed', text, act: t('overview.unconfirmed.act'), href: '#/api-tools/server' }];
}

function withoutLanguage({ about, work, type }: TypeCoverage): Attention {
  return {
    key: `no-language ${type}`,
    text: t('overview.nolanguage', { count: work.no_language, type: typeName(about) }),
    act: t('overview.nolanguage.act'),
    href: `#/${about.base}?state=no_language`,
  };
}

/** If the default language has a front page, the other languages need its translation. */
async function frontPages(languages: readonly LanguageValue[]): Promise<Attention[]> {
  const front = languages.find(({ is_default }) => is_default)?.page_on_front ?? 0;
  const lacking = front > 0 ? languages.filter(({ page_on_front }) => page_on_front === 0) : [];
  if (lacking.length === 0) return [];
  const { title } = await api.get(`/polydesk/v1/items/post/${front}`);
  return lacking.map(({ slug }) => ({
    key: `front ${slug}`,
    text: t('overview.nofront', { language: site.languageName(slug) }),
    act: t('overview.nofront.act', { title: plainText(title) }),
    href: `#/edit/${encodeURIComponent(`post/${front}`)}?lang=${encodeURIComponent(slug)}`,
  }));
}

/** Only the newest job of each kind: a failure that was retried is no longer relevant. */
async function failedJobs(): Promise<Attention[]> {
  const jobs = await api.get('/polydesk/v1/jobs');
  const newest = new Map(jobs.toSorted((a, b) => a.id - b.id).map((job) => [job.kind, job]));
  return [...newest.values()]
    .filter(({ state }) => state === 'failed')
    .map(({ id, kind, report }) => ({
      key: `job ${id}`,
      text: failed(kind),
      act: reportWords(report),
    }));
}

function failed(kind: string): string {
  const key = `overview.failed.${kind}`;
  return isMessage(key) ? t(key) : t('overview.failed', { job: kind });
}
