import type { HandoffChoice, HandoffState } from '../../../../core/schema/site/handoff.ts';
import { api } from '../../../lib/api/api.ts';
import { typeName } from '../../../lib/content-types.ts';
import { t } from '../../../lib/messages/messages.svelte.ts';
import { useResource, type Resource } from '../../../lib/resource.svelte.ts';
import { site } from '../../../lib/site.svelte.ts';
import type { Option } from '../../../ui/controls/options.ts';

type Counts = Record<HandoffState, number>;

/** In the order of what is left to do. */
const STATES: readonly HandoffState[] = ['missing', 'needs_update', 'partial', 'draft', 'translated'];
/** Pictures leave only on demand: their texts are many. */
const NOT_AT_FIRST = 'attachment';

/** What is chosen for a file for translators, and how many items that is. Create it in a component. */
export class TranslatorsForm {
  chosenFrom = $state('');
  chosenTo = $state('');
  states = $state<string[]>(['missing', 'needs_update', 'partial']);
  without = $state.raw<readonly string[]>([NOT_AT_FIRST]);
  wantsStrings = $state(false);
  hasSlugs = $state(false);
  format = $state('xliff12');
  /** Empty translations hold exact matches of the memory, and the rest their source. */
  hasMatches = $state(false);
  isFilled = $state(false);
  #choice: Resource<HandoffChoice | undefined>;

  constructor() {
    this.#choice = useResource(
      () => {
        const { from, to } = this;
        return to === '' ? Promise.resolve(undefined) : api.get('/polydesk/v1/exports/choice', { lang: to, from });
      },
      { kinds: ['post', 'term', 'language', 'media'] },
    );
  }

  languages = $derived(site.languages.value ?? []);
  standard = $derived(this.languages.find(({ is_default }) => is_default)?.slug ?? this.languages[0]?.slug ?? '');
  from = $derived(this.chosenFrom || this.standard);
  others = $derived(this.languages.filter(({ slug }) => slug !== this.from));
  to = $derived(this.others.find(({ slug }) => slug === this.chosenTo)?.slug ?? this.others[0]?.slug ?? '');
  types = $derived((site.types.value ?? []).map(({ type }) => type).filter((type) => !this.without.includes(type)));
  hasStrings = $derived(this.wantsStrings && this.from === this.standard);
  isEmpty = $derived(this.states.length === 0 || this.types.length === 0 || this.to === '');
  isXliff = $derived(this.format.startsWith('xliff'));

  /** The states with the number of items of the chosen types. */
  get stateOptions(): Option[] {
    const all = this.#choice.value;
    const chosen = all?.types.filter(({ type }) => this.types.includes(type)) ?? [];
    return STATES.map((state) => {
      const strings = this.hasStrings && all ? stringsOf(all, [state]) : 0;
      const items = chosen.reduce((sum, { states }) => sum + states[state], strings);
      return { value: state, label: t(`transfer.translators.state.${state}`), count: all && items };
    });
  }
  /** The types with the number of their items of the chosen states. */
  get typeOptions(): Option[] {
    return (site.types.value ?? []).map((one) => {
      const counts = this.#choice.value?.types.find(({ type }) => type === one.type)?.states;
      return { value: one.type, label: typeName(one), count: counts && this.#sum(counts) };
    });
  }
  get strings(): number | undefined {
    return this.#choice.value && stringsOf(this.#choice.value, this.states);
  }
  /** The number of items chosen, strings among them; undefined until it is known. */
  get items(): number | undefined {
    const items = this.#over(({ states }) => states);
    return items === undefined ? undefined : items + (this.hasStrings ? (this.strings ?? 0) : 0);
  }
  /** The name of the file; empty until it is known. */
  get fileName(): string {
    return this.#choice.value?.files[this.format] ?? '';
  }
  /** The number of items that are translated from another language, and so left out. */
  get otherSource(): number {
    return this.#over((row) => row.other_source) ?? 0;
  }

  /** The parameters of `/exports` and of `/words` for this choice. */
  get choice(): { lang: string; from: string; states: HandoffState[]; strings?: true; slugs?: true } {
    const states = STATES.filter((state) => this.states.includes(state));
    const strings = this.hasStrings && { strings: true as const };
    const slugs = this.hasSlugs && { slugs: true as const };
    return { lang: this.to, from: this.from, states, ...strings, ...slugs };
  }
  /** The parameters of `/exports`. */
  get order(): object {
    const isPart = this.types.length < (site.types.value ?? []).length;
    const fill = this.isXliff && this.isFilled && { fill: 'source' as const };
    const matches = this.hasMatches && { matches: true };
    return {
      format: this.format,
      ...this.choice,
      ...(isPart && { scope: { types: this.types } }),
      ...fill,
      ...matches,
    };
  }

  #sum(counts: Counts): number {
    return this.choice.states.reduce((sum, state) => sum + counts[state], 0);
  }
  #over(countsOf: (row: HandoffChoice['types'][number]) => Counts): number | undefined {
    return this.#choice.value?.types
      .filter(({ type }) => this.types.includes(type))
      .reduce((sum, row) => sum + this.#sum(countsOf(row)), 0);
  }
}

const stringsOf = ({ strings }: HandoffChoice, states: readonly string[]): number =>
  (states.includes('missing') ? strings.missing : 0) + (states.includes('translated') ? strings.translated : 0);
