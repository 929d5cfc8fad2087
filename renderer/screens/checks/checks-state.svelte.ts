import { untrack } from 'svelte';
import type { FindingName } from '../../../core/schema/desk/findings.ts';
import type { AnswerTo } from '../../lib/api/answers.ts';
import { ApiError, asApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import { sendBatches } from '../../lib/api/batch.ts';
import { runJob } from '../../lib/api/jobs.ts';
import { lastCount } from '../../lib/checks/last-count.svelte.ts';
import { RowWindow } from '../../lib/api/row-window.svelte.ts';
import { CHECK_GROUPS } from '../../lib/checks/words.ts';
import { t } from '../../lib/messages/messages.svelte.ts';
import { Resource } from '../../lib/resource.svelte.ts';
import { site } from '../../lib/site.svelte.ts';
import { toasts } from '../../lib/toasts.svelte.ts';
import { distinct, isSame, nameOf, Ticks } from './ticks.svelte.ts';

export type Count = AnswerTo<'GET', '/polydesk/v1/findings/counts'>[number];
export type Finding = AnswerTo<'GET', '/polydesk/v1/findings'>[number];
/** An item with findings. */
export type FoundItem = AnswerTo<'GET', '/polydesk/v1/findings/items'>[number];

/** A check with its findings, by language. */
export interface CheckRow {
  check: string;
  severity: 'error' | 'warning';
  byLanguage: ReadonlyMap<string, Count>;
  count: number;
  fixes: number;
}

/** A heading above the checks of one topic. */
export interface GroupRow {
  group: keyof typeof CHECK_GROUPS;
}

/** A language with its findings; below it, with `check`, those of one check. */
export interface LanguageRow {
  lang: string;
  check?: string;
  severity?: 'error' | 'warning';
  count: number;
  fixes: number;
}

export const GROUPINGS = ['check', 'language', 'item'] as const;
export type Grouping = (typeof GROUPINGS)[number];
const storageKey = 'polydesk.checks.grouping';

/** A finding with a safe fix, and its language. */
export interface Fixable {
  lang: string;
  finding: Finding;
}

/** The findings of one check in one language, or those of an item. */
export type Place = { check: string; lang: string } | FoundItem;

/** Safe fixes of a language: all, those of one check, or those of some items. */
interface FixOrder {
  lang: string;
  check?: string;
  items?: readonly { kind: string; id: number }[];
  skip?: readonly FindingName[];
}

/** The parameters that name a place. */
function queryOf(place: Place) {
  const { lang } = place;
  return 'id' in place ? { lang, kind: place.kind, id: place.id } : { lang, check: place.check };
}

const MOST_SHOWN = 100;
/** Examples in the preview of the fixes. */
const MOST_PREVIEWED = 50;
/** The settings of the filters; "": any. */
const NO_FILTER = { type: '', status: '', severity: '', search: '' };
export type Filters = typeof NO_FILTER;

/** Findings of the checks over the whole site. */
export class SiteChecks {
  filters = $state({ ...NO_FILTER });
  /** Only filters that are set. */
  #filter = $derived(Object.fromEntries(Object.entries(this.filters).filter(([, value]) => value.trim() !== '')));
  isFiltered = $derived(Object.keys(this.#filter).length > 0);
  /** How many translations were checked, and when; while they are checked for the first time, of how many. */
  checked = $state(0);
  translations = $state(0);
  checkedAt = $state.raw<Date>();
  /** How many items have findings. */
  items = $state(0);
  #grouping = $state<Grouping>(GROUPINGS.find((each) => each === localStorage.getItem(storageKey)) ?? 'check');
  /** The items with findings, in pages. */
  readonly byItem = new RowWindow<FoundItem, FoundItem>({
    ...{ path: '/polydesk/v1/findings/items', kinds: [], rowOf: (item) => item },
  });
  counts = new Resource(() => this.#readCounts());
  /** Shows ignored findings instead of the others. */
  isIgnored = $state(false);
  place = $state.raw<Place>();
  found = $state.raw<readonly Finding[]>();
  total = $state(0);
  /** In how many items they are; undefined until they are loaded. */
  inItems = $state<number>();
  fault = $state.raw<ApiError | null>(null);
  isFixing = $state(false);
  /** Which of the loaded findings the keys apply to; -1: none yet. */
  at = $state(-1);
  current = $derived.by(() => this.found?.[Math.min(this.at, this.found.length - 1)]);
  /** Said to screen readers. */
  said = $state('');
  /** A key went to a finding, which is to get the focus once it is shown. */
  isSought = $state(false);
  /** The active row of the items. */
  itemAt = $state(0);
  #turn = 0;
  /** The query that `byItem` shows. */
  #asked = '';
  /** The cell that `found` was read for. */
  #of = '';

  rows: readonly CheckRow[] = $derived.by(() => {
    const wanted = (this.counts.value ?? [])
      .map((one) => (this.isIgnored ? { ...one, count: one.ignored, fixes: 0 } : one))
      .filter(({ count }) => count > 0);
    const byCheck = Map.groupBy(wanted, ({ check }) => check);
    const order: readonly string[] = Object.values(CHECK_GROUPS).flat();
    return [...byCheck]
      .map(([check, counts]) => {
        const sum = (what: 'count' | 'fixes') => counts.reduce((all, one) => all + one[what], 0);
        const byLanguage = new Map(counts.map((one) => [one.lang, one]));
        const severity = counts[0]?.severity ?? 'warning';
        return { check, severity, byLanguage, count: sum('count'), fixes: sum('fixes') };
      })
      .toSorted((a, b) => order.indexOf(a.check) - order.indexOf(b.check));
  });
  /** The same, grouped by topic. */
  lines: readonly (CheckRow | GroupRow)[] = $derived(
    Object.entries(CHECK_GROUPS).flatMap(([group, ids]) => {
      const own = this.rows.filter(({ check }) => (ids as readonly string[]).includes(check));
      return own.length > 0 ? [{ group: group as GroupRow['group'] }, ...own] : [];
    }),
  );
  /** The same by language, in the order of the site. */
  byLanguage: readonly LanguageRow[] = $derived(
    (site.languages.value ?? []).flatMap(({ slug: lang }) => {
      const own = this.rows.flatMap(({ check, severity, byLanguage }): LanguageRow[] => {
        const { count = 0, fixes = 0 } = byLanguage.get(lang) ?? {};
        return count > 0 ? [{ lang, check, severity, count, fixes }] : [];
      });
      const sum = (what: 'count' | 'fixes') => own.reduce((all, one) => all + one[what], 0);
      return own.length > 0 ? [{ lang, count: sum('count'), fixes: sum('fixes') }, ...own] : [];
    }),
  );
  /** The cells with findings, in the order in which they are shown. */
  places = $derived.by((): readonly { check: string; lang: string }[] => {
    if (this.grouping === 'language')
      return this.byLanguage.flatMap(({ lang, check }) => (check === undefined ? [] : [{ check, lang }]));
    const codes = (site.languages.value ?? []).map(({ slug }) => slug);
    return this.rows.flatMap(({ check, byLanguage }) =>
      codes.filter((lang) => byLanguage.has(lang)).map((lang) => ({ check, lang })),
    );
  });
  count = $derived((this.counts.value ?? []).reduce((sum, { count }) => sum + count, 0));
  ignored = $derived((this.counts.value ?? []).reduce((sum, { ignored }) => sum + ignored, 0));
  fixes = $derived(this.rows.reduce((sum, { fixes }) => sum + fixes, 0));
  /** The counts of the displayed place. */
  shown = $derived.by(() => {
    const { place } = this;
    if (!place || 'id' in place) return place;
    return this.rows.find(({ check }) => check === place.check)?.byLanguage.get(place.lang);
  });

  readonly #ticks = { ignored: new Ticks(false), others: new Ticks(true) };
  ticks = $derived(this.isIgnored ? this.#ticks.ignored : this.#ticks.others);
  /** The loaded findings that are chosen. */
  chosen = $derived((this.found ?? []).filter((finding) => this.ticks.has(finding)));
  /** The loaded findings with a safe fix that are not chosen. */
  skipped = $derived((this.found ?? []).filter((finding) => finding.fix !== null && !this.ticks.has(finding)));
  /** How many safe fixes of the displayed findings are chosen; those not loaded are. */
  chosenFixes = $derived(Math.max(0, (this.shown?.fixes ?? 0) - this.skipped.length));

  /** The first time language by language, so that the progress can be seen; later at once. */
  async #readCounts(): Promise<Count[]> {
    // First, so that other filters read again.
    const filter = this.#filter;
    const isFirst = untrack(() => this.checkedAt === undefined);
    const steps = isFirst ? (await site.languages.latest()).map(({ slug }) => slug) : [undefined];
    const found: Count[] = [];
    let [checked, items] = [0, 0];
    for (const lang of steps) {
      const query = { ...filter, ...(lang !== undefined && { lang }) };
      const { body, headers } = await api.list('/polydesk/v1/findings/counts', query);
      found.push(...body);
      checked += Number(headers['x-polydesk-checked'] ?? 0);
      items += Number(headers['x-polydesk-items'] ?? 0);
      this.translations = Number(headers['x-polydesk-translations'] ?? 0);
      this.checked = checked;
    }
    this.checkedAt = new Date();
    this.items = items;
    if (Object.keys(filter).length === 0)
      lastCount.value = { findings: found.reduce((sum, { count }) => sum + count, 0), at: this.checkedAt };
    return found;
  }

  /** How findings are grouped; kept for the next time. */
  get grouping(): Grouping {
    return this.#grouping;
  }
  set grouping(grouping: Grouping) {
    this.#grouping = grouping;
    localStorage.setItem(storageKey, grouping);
    this.place = undefined;
  }

  /** Loads the items with findings for the current filter; for the same one, those in view again. */
  readItems(): void {
    const query = { ...this.#filter, ...(this.isIgnored && { ignored: true }) };
    const asked = JSON.stringify(query);
    if (asked === this.#asked) this.byItem.refresh();
    else this.byItem.ask(query);
    this.#asked = asked;
  }

  /** Loads the displayed findings. */
  async read(): Promise<void> {
    const turn = ++this.#turn;
    const { place } = this;
    if (!place) return;
    const of = JSON.stringify([queryOf(place), this.isIgnored, this.#filter]);
    if (of !== this.#of) {
      // Findings of another cell, or of the other list, must not be acted on here.
      this.found = undefined;
      this.at = this.isSought ? 0 : -1;
      this.total = this.shown?.count ?? 0;
      this.inItems = undefined;
      this.#of = of;
    }
    try {
      const { body, headers } = await api.list('/polydesk/v1/findings', {
        ...{ ...queryOf(place), per_page: MOST_SHOWN },
        ...this.#filter,
        ...(this.isIgnored && { ignored: true }),
      });
      if (turn !== this.#turn) return;
      this.found = body;
      this.total = Number(headers['x-wp-total'] ?? body.length);
      this.inItems = Number(headers['x-polydesk-items'] ?? 0);
      this.fault = null;
    } catch (thrown) {
      if (turn === this.#turn) this.fault = asApiError(thrown);
    }
  }

  /** Chooses the current finding, or no longer. */
  toggle(): void {
    const { current, ticks } = this;
    if (!current) return;
    const isChosen = !ticks.has(current);
    ticks.set([current], isChosen);
    const name = current.title || t('ui.untitled');
    this.said = t(isChosen ? 'checks.tick.on' : 'checks.tick.off', { name });
  }

  /** Goes to the next or previous finding: after the last one shown, to the next cell or item, and from the last to the first. */
  step(by: 1 | -1): void {
    const count = this.found?.length ?? 0;
    const next = this.at + by;
    const isItems = this.grouping === 'item';
    if (next >= 0 && next < count) this.at = next;
    else if ((isItems ? this.byItem.total : this.places.length) < 2) this.at = by > 0 ? 0 : count - 1;
    else {
      // What is shown still belongs to the place that is left.
      this.found = undefined;
      this.at = 0;
      if (isItems) this.itemAt = round(this.itemAt + by, this.byItem.total);
      else this.#stepCell(by);
    }
    this.isSought = true;
  }

  #stepCell(by: 1 | -1): void {
    const { place, places } = this;
    const here = places.findIndex(
      ({ check, lang }) => place && 'check' in place && place.check === check && place.lang === lang,
    );
    this.place = places[round(here + by, places.length)];
  }

  /** The first findings with a safe fix, for a preview. */
  async fixable(places: readonly { check: string; lang: string }[]): Promise<Fixable[]> {
    const found: Fixable[] = [];
    for (const { check, lang } of places) {
      if (found.length >= MOST_PREVIEWED) break;
      const asked = { check, lang, ...this.#filter, per_page: MOST_PREVIEWED };
      const list = await api.get('/polydesk/v1/findings', asked);
      found.push(...list.filter(({ fix }) => fix !== null).map((finding) => ({ lang, finding })));
    }
    return found.slice(0, MOST_PREVIEWED);
  }

  /** Applies the safe fixes of these: one history entry per language. */
  async fix(places: readonly FixOrder[]): Promise<void> {
    if (this.isFixing) return;
    this.isFixing = true;
    try {
      const entries: number[] = [];
      let fixed = 0;
      for (const place of places) {
        const { report, entry } = await runJob<{ fixed: number }>('/polydesk/v1/findings/fix', {
          ...this.#filter,
          ...place,
        });
        fixed += report.fixed;
        if (entry !== null) entries.push(entry);
      }
      toasts.done(t('checks.fixed', { count: fixed }), entries);
    } catch (thrown) {
      toasts.failed(thrown);
    } finally {
      this.isFixing = false;
    }
  }

  /** Applies the safe fix of a finding; others of the same check in its text have the same one. */
  async fixOne(finding: Finding): Promise<void> {
    const { check, kind, id } = finding;
    const lang = this.place?.lang;
    const own = (this.found ?? []).filter((one) => one.check === check && one.kind === kind && one.id === id);
    const skip = distinct(own)
      .map(nameOf)
      .filter((name) => !isSame(name, finding));
    const order = { check, items: [{ kind, id }], ...(skip.length > 0 && { skip }) };
    if (lang !== undefined) await this.fix([{ lang, ...order }]);
  }

  /** The chosen safe fixes of the displayed findings. */
  chosenOrders(): FixOrder[] {
    const { place, skipped } = this;
    if (!place) return [];
    const skip = distinct(skipped).map(nameOf);
    const which = 'id' in place ? { items: [{ kind: place.kind, id: place.id }] } : { check: place.check };
    return [{ lang: place.lang, ...which, ...(skip.length > 0 && { skip }) }];
  }

  /** Ignores findings, or restores them. */
  async ignore(findings: readonly Finding[], ignore = true): Promise<void> {
    const named = distinct(findings);
    const writes = named.map((one) => ({ path: '/polydesk/v1/findings/ignore', body: { ...nameOf(one), ignore } }));
    try {
      const { answers, entries } = await sendBatches(writes);
      const faults = answers.flatMap((answer) => (answer && answer.status >= 400 ? answer : []));
      const count = named.length - faults.length;
      this.ticks.reset(findings);
      if (count > 0) toasts.done(t(ignore ? 'checks.ignored.done' : 'checks.shown', { count }), entries);
      for (const { status, body } of faults.slice(0, 1)) toasts.failed(new ApiError(status, body));
    } catch (thrown) {
      toasts.failed(thrown);
    }
  }
}

/** A place in a list that goes on at its other end. */
const round = (at: number, count: number): number => (count === 0 ? 0 : (at + count) % count);
