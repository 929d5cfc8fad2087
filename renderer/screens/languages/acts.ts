// The screen's writes: one request each, so one undo step.
import type { BulkReport } from '../../../core/schema/translations/bulk.ts';
import type { LanguageValue } from '../../../core/schema/languages/language.ts';
import type { Dict } from '../../../core/types.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import { MOST_WRITES, sendBatch } from '../../lib/api/batch.ts';
import type { Write } from '../../lib/api/batch.ts';
import { runJob } from '../../lib/api/jobs.ts';
import { t } from '../../lib/messages/messages.svelte.ts';
import { site } from '../../lib/site.svelte.ts';
import { toasts } from '../../lib/toasts.svelte.ts';
import { formOf } from './form.ts';
import type { LanguageForm } from './form.ts';

/** Sends several writes as one undo step (per 25). Throws the first error; `answers` are the bodies. */
export async function batch(requests: readonly Write[]): Promise<{ entries: number[]; answers: unknown[] }> {
  const { answers, entry } = await sendBatch(requests.slice(0, MOST_WRITES));
  const failed = answers.find((each) => each && each.status >= 400);
  if (failed) throw new ApiError(failed.status, failed.body);
  const others = requests.slice(MOST_WRITES);
  const after = others.length > 0 ? await batch(others) : { entries: [], answers: [] };
  return {
    entries: [...(entry === null ? [] : [entry]), ...after.entries],
    answers: [...answers.map((each) => each?.body), ...after.answers],
  };
}

/** Shows or hides a language on the site. */
export async function setActive(language: LanguageValue, active: boolean): Promise<void> {
  await withToast(async () => {
    const { entry } = await api.patch(`/polydesk/v1/languages/${language.term_id}`, { active });
    // Immediately: the next key press means the opposite.
    const list = site.languages.value ?? [];
    site.languages.set(list.map((each) => (each.term_id === language.term_id ? { ...each, active } : each)));
    toasts.done(
      t(active ? 'languages.switchedon' : 'languages.switchedoff', { name: site.languageName(language.slug) }),
      entry,
    );
  });
}

/** Stores the order after moving this language; only changed positions are written. */
export async function reorder(list: readonly LanguageValue[], key: number): Promise<void> {
  const requests = list.flatMap(({ term_id, term_group }, at): Write[] =>
    term_group === at ? [] : [{ method: 'PATCH', path: `/pll/v1/languages/${term_id}`, body: { term_group: at } }],
  );
  const place = list.findIndex((each) => each.term_id === key);
  const language = list[place];
  if (!language || requests.length === 0) return;
  await withToast(async () => {
    const { entries } = await batch(requests);
    toasts.done(t('languages.moved', { name: site.languageName(language.slug), place: place + 1 }), entries);
  });
}

/** Makes a language the default. */
export async function makeDefault(language: LanguageValue): Promise<void> {
  const { entry } = await api.patch('/pll/v1/settings', { default_lang: language.slug });
  toasts.done(t('languages.madedefault', { name: site.languageName(language.slug) }), entry);
  await site.languages.reload();
}

/** Deletes a language; the default one together with setting its successor. */
export async function remove(language: LanguageValue, successor?: string): Promise<void> {
  const name = site.languageName(language.slug);
  const { entries } = await batch([
    ...(successor ? [{ method: 'PATCH' as const, path: '/pll/v1/settings', body: { default_lang: successor } }] : []),
    { method: 'DELETE', path: `/pll/v1/languages/${language.term_id}` },
  ]);
  toasts.done(t('languages.deleted', { name }), entries);
  await site.languages.reload();
}

/** Moves posts and terms to another language. Items whose version there exists stay, and are counted as skipped. */
export async function moveContent(
  language: LanguageValue,
  to: string,
  onprogress: (job: { done: number; total: number }) => void,
): Promise<{ changed: number; skipped: number }> {
  const sum = { changed: 0, skipped: 0 };
  for (const kind of ['post', 'term']) {
    const order = { action: 'move-language', kind, filter: { lang: language.slug }, from: language.slug, lang: to };
    const { report } = await runJob<BulkReport>('/polydesk/v1/bulk', order, onprogress);
    sum.changed += report.changed;
    sum.skipped += report.skipped;
  }
  return sum;
}

/** Saves edits and returns the form as it is now stored. */
export async function save(language: LanguageValue, changes: Partial<LanguageForm>): Promise<LanguageForm> {
  const { body, entry } = await api.patch(`/pll/v1/languages/${language.term_id}`, changes);
  await site.languages.reload();
  toasts.done(t('languages.saved', { name: site.languageName(body.slug) }), entry);
  return formOf(body);
}

/** Adds a language, and its domain if each has one. */
export async function add(form: LanguageForm, hasCategory: boolean, domains?: Dict<string>): Promise<LanguageValue> {
  const body = { ...form, no_default_cat: !hasCategory };
  const settings: Write[] = domains ? [{ method: 'PATCH', path: '/pll/v1/settings', body: { domains } }] : [];
  const { entries, answers } = await batch([{ method: 'POST', path: '/pll/v1/languages', body }, ...settings]);
  const made = answers[0] as LanguageValue;
  await site.languages.reload();
  toasts.done(t('languages.added', { name: site.languageName(made.slug) }), entries);
  return made;
}

async function withToast(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    toasts.failed(thrown);
  }
  void site.languages.reload();
  // The next action is based on it.
  await site.languages.latest().catch(() => undefined);
}
