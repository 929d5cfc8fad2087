import { createContext } from 'svelte';
import { MOST_TEXTS, LONGEST_TEXT } from '../../../core/schema/translations/machine.ts';
import type { Translation, Translator } from '../../../core/schema/translations/machine.ts';
import { asApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import { toMarked } from '../../../core/units/marked.ts';
import { sameTokens } from '../../../core/units/tokens.ts';
import type { Token } from '../../../core/units/tokens.ts';
import { t } from '../../lib/messages/messages.svelte.ts';
import { Resource } from '../../lib/resource.svelte.ts';
import { site } from '../../lib/site.svelte.ts';
import { toasts } from '../../lib/toasts.svelte.ts';
import type { Editor } from './editor.svelte.ts';
import type { Row } from './rows/row.svelte.ts';

/** The state of a row before machine translation. */
interface Before {
  key: string;
  tokens: readonly Token[];
  written: readonly Token[];
  isSettled: boolean;
  isFilled: boolean;
  isMachine: boolean;
}

/** Machine translation in one editor: always started explicitly, and undone as a whole. */
export class Machine {
  readonly editor: Editor;
  translator = new Resource(() => api.get<Translator>('/polydesk/v1/translator'), {
    kinds: ['settings', 'language', 'site'],
  });
  isBusy = $state(false);
  #before = $state.raw<readonly Before[]>([]);
  #turn = 0;

  constructor(editor: Editor) {
    this.editor = editor;
  }

  isOn = $derived(this.translator.value?.enabled === true);
  /** Why nothing can be translated; "" if possible. */
  reason = $derived.by(() => {
    const { value } = this.translator;
    const { source, lang, comparison } = this.editor;
    if (site.isReadOnly) return t('frame.readonly');
    if (!value) return t('editor.machine.unread');
    if (!value.enabled) return t('editor.machine.off');
    if (!value.has_key) return t('editor.machine.nokey');
    if (!source || comparison === 'before' || source.lang === lang) return t('editor.machine.nosource');
    const strange = [source.lang, lang].find((code) => !value.languages[code]);
    return strange === undefined ? '' : t('editor.machine.language', { language: this.editor.nameOf(strange) });
  });
  canTakeBack = $derived(this.#before.length > 0);
  /** Rows that can be translated and are not. */
  missing = $derived.by(() => this.editor.rows.filter((row) => row.state === 'missing' && isTranslatable(row)));

  /** Loads what is possible, and cancels running requests when the editor is closed. */
  open(): () => void {
    const stop = this.translator.open();
    return () => {
      this.#turn += 1;
      stop();
    };
  }

  /** Sends the texts of these rows and inserts the results; each row reports its own error. */
  async translate(rows: readonly Row[]): Promise<void> {
    // Requested before the capabilities are known: waits for them.
    if (!this.translator.value) await this.translator.reload();
    const wanted = rows.filter(isTranslatable);
    const source = this.editor.source?.lang;
    if (this.reason !== '' || source === undefined) return toasts.show({ text: this.reason, tone: 'bad' });
    if (wanted.length === 0 || this.isBusy) return;
    const turn = ++this.#turn;
    const before: Before[] = [];
    this.isBusy = true;
    for (const row of wanted) {
      row.isTranslating = true;
      row.machineFault = '';
    }
    try {
      for (let at = 0; at < wanted.length; at += MOST_TEXTS) {
        const done = await this.#send(wanted.slice(at, at + MOST_TEXTS), source, turn);
        if (!done) break;
        before.push(...done);
      }
    } finally {
      this.isBusy = false;
      for (const row of wanted) row.isTranslating = false;
    }
    if (turn === this.#turn && before.length > 0) this.#announce(before);
  }

  /** Restores the former texts of rows that still show the machine translation. */
  takeBack(before: readonly Before[] = this.#before): void {
    for (const { key, tokens, written, ...was } of before) {
      const row = this.editor.rows.find((each) => each.key === key);
      if (!row?.isMachine || row.tokens.length !== written.length) continue;
      row.edit(tokens);
      Object.assign(row, was);
    }
    if (before === this.#before) this.#before = [];
    this.editor.saver.touch();
  }

  /** False if further requests are pointless. */
  async #send(rows: readonly Row[], from: string, turn: number): Promise<Before[] | false> {
    const texts = rows.map((row) => (row.source ? toMarked(row.source) : ''));
    const former = rows.map(({ tokens }) => tokens);
    try {
      const body = { from, to: this.editor.lang, texts };
      const answer = await api.post<Translation>('/polydesk/v1/translate', body);
      if (turn !== this.#turn) return false;
      const before = rows.flatMap((row, at) => {
        const came = answer.body.texts[at];
        // The rows were rebuilt meanwhile, after a change made elsewhere.
        const now = this.editor.rows.find(({ key }) => key === row.key) ?? row;
        return take(now, { former: former[at] ?? [], text: came?.text ?? '', message: came?.message ?? '' });
      });
      if (before.length > 0) this.editor.saver.touch();
      return before;
    } catch (thrown) {
      const { message } = asApiError(thrown);
      for (const row of rows) row.machineFault = message || 'ui.failed';
      return false;
    }
  }

  #announce(before: Before[]): void {
    this.#before = before;
    const text = t('editor.machine.done', { count: before.length });
    toasts.show({ text, tone: 'plain', action: { label: t('ui.undo'), run: () => this.takeBack(before) } });
  }
}

/** The machine translation of the editor around a component. */
export const [getMachine, setMachine] = createContext<Machine>();

/** Whether a row has words that can be translated. */
export function isTranslatable(row: Row): boolean {
  const { source, segment, field } = row;
  if (!source || source.isLocked || segment?.isLocked || row.isLink || field === 'slug') return false;
  if (source.kind === 'code') return false;
  const text = toMarked(source);
  return text.length <= LONGEST_TEXT && /\p{L}/u.test(text.replace(/<[^>]*>/g, ''));
}

function take(row: Row, came: { former: readonly Token[]; text: string; message: string }): Before[] {
  if (!sameTokens(row.tokens, came.former)) {
    row.machineFault = 'editor.machine.written';
    return [];
  }
  const { key, tokens, isSettled, isFilled, isMachine } = row;
  if (came.text === '' || !row.takeMachine(came.text)) {
    row.machineFault = came.message || 'editor.machine.broken';
    return [];
  }
  return [{ key, tokens, written: row.tokens, isSettled, isFilled, isMachine }];
}
