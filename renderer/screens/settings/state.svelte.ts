import { tick, untrack } from 'svelte';
import type { Dict } from '../../../core/types.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import { Draft } from '../../lib/draft.svelte.ts';
import { formFields } from '../../lib/forms.ts';
import { lasting } from '../../lib/kept-drafts.svelte.ts';
import { formatList, t } from '../../lib/messages/messages.svelte.ts';
import { SETTINGS_PATH, settingsData } from '../../lib/settings-data.ts';
import { site } from '../../lib/site.svelte.ts';
import { app } from '../../lib/state.svelte.ts';
import { toasts } from '../../lib/toasts.svelte.ts';
import { formOf, placed, withoutDomain } from './form.ts';
import type { SettingsForm } from './form.ts';
import { sectionOf } from './placement.ts';

/** The stored settings, their schema, and the staged edits. They outlive the screen: leaving keeps staged edits. */
class SettingsState {
  stored = settingsData.stored;
  route = settingsData.route;
  draft = $state.raw<Draft<SettingsForm>>();
  /** Every field of the API, in order: sections render known ones, the rest appears under Advanced. */
  fields = $derived(formFields(this.route.value?.schema ?? {}));

  get error() {
    return this.stored.state === 'error' ? this.stored.error : this.route.state === 'error' ? this.route.error : null;
  }

  /** Loads, and follows changes while the screen is open. */
  open(): () => void {
    const stops = [this.stored.open(), this.route.open()];
    return () => stops.forEach((stop) => stop());
  }

  reload(): void {
    void this.stored.reload();
    void this.route.reload();
  }

  /** Updates the stored values below the staged edits, as soon as everything is loaded. */
  take(): void {
    const stored = this.stored.value;
    if (!stored || this.fields.length === 0) return;
    const form = formOf(stored, this.fields);
    if (this.draft) this.draft.rebase(form);
    else this.draft = lasting(() => marked(new Draft(form)));
  }

  /** Whether this edition has a setting. */
  has(name: string): boolean {
    return this.fields.some((field) => field.name === name);
  }

  /** Languages without a domain that the staged edits require. The API allows this (`interface.md` 2.3), the window does not. */
  #withoutDomain(draft: Draft<SettingsForm>): string[] {
    if (!draft.isChanged('force_lang')) return [];
    const codes = (site.languages.value ?? []).map(({ slug }) => slug);
    return withoutDomain(draft.value, codes);
  }

  /** Saves the staged edits; false if the API or the window rejected them, with the errors in the draft. */
  async save(): Promise<boolean> {
    const { draft } = this;
    if (!draft?.isDirty) return true;
    const missing = this.#withoutDomain(draft);
    if (missing.length > 0) {
      const params = Object.fromEntries(missing.map((code) => [`domains[${code}]`, t('settings.domains.missing')]));
      draft.fail(new ApiError(400, { code: 'pll_empty_domains', message: '', data: { status: 400, params } }));
      return false;
    }
    const saved = await draft.save(async (changes) => {
      try {
        return await this.write(changes, t('settings.saved', { list: formatList(Object.keys(changes)) }));
      } catch (thrown) {
        throw placed(thrown);
      }
    });
    await tick();
    return saved !== undefined || !draft.isDirty;
  }

  /** One PATCH, one undo step. Returns the form as now stored. */
  async write(changes: Dict, done: string): Promise<SettingsForm> {
    const { body, entry } = await api.patch(SETTINGS_PATH, changes);
    this.stored.set(body);
    toasts.done(done, entry);
    return formOf(body, this.fields);
  }
}

export const settings = new SettingsState();

/** Marks the screen and its sections in the navigation, also if a save completes after the screen was left. */
function marked(draft: Draft<SettingsForm>): Draft<SettingsForm> {
  let before: ReadonlySet<string> = new Set();
  $effect(() => {
    const staged: ReadonlySet<string> = new Set(draft.changed.map(sectionOf));
    untrack(() => {
      app.mark('settings', staged.size > 0);
      for (const id of new Set([...before, ...staged])) app.mark(`settings/${id}`, staged.has(id));
    });
    before = staged;
  });
  return draft;
}
