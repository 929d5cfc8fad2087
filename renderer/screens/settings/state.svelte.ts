import { tick, untrack } from 'svelte';
import type { Dict } from '../../../core/types.ts';
import { api } from '../../lib/api.ts';
import { Draft } from '../../lib/draft.svelte.ts';
import { formFields } from '../../lib/forms.ts';
import { lasting } from '../../lib/kept-drafts.svelte.ts';
import { formatList, t } from '../../lib/messages/messages.svelte.ts';
import { SETTINGS_PATH, settingsData } from '../../lib/settings-data.ts';
import type { SettingsAnswer } from '../../lib/settings-data.ts';
import { app } from '../../lib/state.svelte.ts';
import { toasts } from '../../lib/toasts.svelte.ts';
import { formOf, placed } from './form.ts';
import type { SettingsForm } from './form.ts';
import { sectionOf } from './placement.ts';

/** The settings as stored, what describes them, and the staged edits. They outlive the screen: leaving keeps what was staged. */
class SettingsState {
  stored = settingsData.stored;
  route = settingsData.route;
  draft = $state.raw<Draft<SettingsForm>>();
  /** Every field the API has, in its order: sections draw what they know, the rest appears under Advanced. */
  fields = $derived(formFields(this.route.value?.schema ?? {}));

  get error() {
    return this.stored.state === 'error' ? this.stored.error : this.route.state === 'error' ? this.route.error : null;
  }

  /** Reads, and follows changes while the screen is there. */
  open(): () => void {
    const stops = [this.stored.open(), this.route.open()];
    return () => stops.forEach((stop) => stop());
  }

  reload(): void {
    void this.stored.reload();
    void this.route.reload();
  }

  /** Puts what is stored under the staged edits, as soon as all of it is known. */
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

  /** Sends the staged edits; false when the API refused, with the faults in the draft. */
  async save(): Promise<boolean> {
    const { draft } = this;
    if (!draft?.isDirty) return true;
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

  /** One PATCH, one step of undo. Answers the form as it is then stored. */
  async write(changes: Dict, done: string): Promise<SettingsForm> {
    const { body, entry } = await api.patch<SettingsAnswer>(SETTINGS_PATH, changes);
    this.stored.set(body);
    toasts.done(done, entry);
    return formOf(body, this.fields);
  }
}

export const settings = new SettingsState();

/** Marks the screen and its sections in the navigation, also when a save is answered after the screen was left. */
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
