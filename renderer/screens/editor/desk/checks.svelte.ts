import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';
import { SvelteMap } from 'svelte/reactivity';
import { checkUnit, type UnitFinding } from '../../../../core/units/checks/checks.ts';
import { suggestionsFor, type Suggestion } from '../../../../core/units/checks/suggest.ts';
import { runningChecks } from '../../../../core/units/checks/choice.ts';
import { fromMarked } from '../../../../core/units/marked.ts';
import { textHash } from '../../../../core/units/states/hash.ts';
import type { Token } from '../../../../core/units/tokens.ts';
import type { AnswerTo } from '../../../lib/api/answers.ts';
import { api } from '../../../lib/api/api.ts';
import { whereOfFinding } from '../../../desk/where.ts';
import { Resource } from '../../../lib/resource.svelte.ts';
import { site } from '../../../lib/site.svelte.ts';
import type { Editor } from '../editor.svelte.ts';
import type { Row } from '../rows/row.svelte.ts';
import { markedOf, storedTokens } from './field-text.ts';
import { highlight, isAt } from './highlight.ts';
import type { Terms } from './terms.svelte.ts';

/** What a translator may leave out on purpose. */
const LOSSES = ['marks', 'placeholders', 'shortcode'];
const PAUSE_MS = 400;
/** Milliseconds of checking per turn, so that typing is not delayed. */
const SLICE_MS = 8;

/** The finding of a check in a row: one per check, however often it applies. */
export interface RowFinding extends UnitFinding {
  key: string;
  /** Everything it concerns. */
  words: readonly string[];
  hashes: { source_hash: string; target_hash: string };
  /** Changes to choose from, where none is safe. */
  suggestions: readonly Suggestion[];
  /** Of a link. */
  link?: RowLink;
}

/** What a finding in a link concerns. */
export interface RowLink {
  /** The row of its address. */
  key: string;
  words: string;
  where: string;
  address: string;
  /** Where it had better lead. */
  better: string | undefined;
}

type LinkFinding = AnswerTo<'GET', '/polydesk/v1/findings/links'>[number];

interface Checked {
  source: unknown;
  tokens: unknown;
  terms: unknown;
  running: unknown;
  isLost: boolean;
  found: readonly RowFinding[];
}

/** Checks an article while it is being edited: in the page, debounced. */
export class Checks {
  readonly #editor: Editor;
  readonly #terms: Terms;
  readonly #checked = new SvelteMap<string, Checked>();
  /** How long translations between the two languages usually are. */
  readonly #usual: Resource<{ ratio: number | null }>;
  readonly #ignored: Resource<readonly { check: string; source_hash: string; target_hash: string }[]>;
  /** What is found in the links of the stored text, with what is ignored; only of an article with links. */
  readonly #links: Resource<readonly LinkFinding[]>;
  /** The finding in the current row that the shortcuts apply to. */
  at = $state(0);

  constructor(editor: Editor, terms: Terms) {
    this.#editor = editor;
    this.#terms = terms;
    const read = () => {
      const { id } = this.#editor.item;
      return id === 0 ? Promise.resolve([]) : api.get('/polydesk/v1/findings/ignored', { kind: 'post', id });
    };
    this.#ignored = new Resource(read, { kinds: ['post'] });
    const readLinks = () => {
      const { id } = this.#editor.item;
      const isAsked = id !== 0 && this.#hasLinks && this.#from !== '' && this.#from !== this.#editor.lang;
      return isAsked ? api.get('/polydesk/v1/findings/links', { kind: 'post', id }) : Promise.resolve([]);
    };
    this.#links = new Resource(readLinks, { kinds: ['post', 'settings'] });
    const readRatio = () => {
      const [from, to] = [this.#from, this.#editor.lang];
      const isPair = from !== '' && from !== to;
      return isPair ? api.get('/polydesk/v1/memory/ratio', { from, to }) : Promise.resolve({ ratio: null });
    };
    this.#usual = new Resource(readRatio, { kinds: ['memory'] });
  }

  #ignoredNames = $derived.by(() => new Set((this.#ignored.value ?? []).map(nameOf)));
  #from = $derived.by(() => this.#editor.source?.lang ?? '');
  #hasLinks = $derived.by(() => this.#editor.rows.some(({ isLink }) => isLink));
  /** Findings in links, by row: of the text with the link, else of its address. They hold while the address is the stored one. */
  #ofLinks = $derived.by(() => {
    const rows = new Map(this.#editor.rows.map((row) => [row.key, row]));
    // Links with the same address, in their order.
    const left = Map.groupBy(
      this.#editor.rows.filter(({ isLink }) => isLink),
      ({ text }) => text,
    );
    const found = (this.#links.value ?? []).flatMap((one) => {
      const row = left.get(one.about)?.shift();
      return row ? [ofLink(one, row, one.source === '' ? undefined : rows.get(`s${one.unit}`))] : [];
    });
    return Map.groupBy(
      found.filter(({ check, hashes }) => !this.#ignoredNames.has(nameOf({ check, ...hashes }))),
      ({ key }) => key,
    );
  });
  /** What the site has switched on. */
  #running = $derived.by(() => {
    return { ...runningChecks(site.options.value?.checks), ratio: this.#usual.value?.ratio ?? undefined };
  });
  /** Rows with findings: few, so that a keystroke looks at few. */
  #faulty = $derived.by(() =>
    this.#editor.rows.filter(({ key }) => this.#checked.get(key)?.found.length || this.#ofLinks.has(key)),
  );
  /** All findings in the article, in row order, without ignored ones. */
  all = $derived.by(() => this.#faulty.flatMap((row) => this.of(row)));

  /** Checks changed rows, debounced, while the editor is open. */
  open(): () => void {
    const stops = [
      this.#ignored.open(),
      this.#usual.open(),
      this.#links.open(),
      $effect.root(() => {
        $effect(() => {
          // One per row, so that a keystroke reruns only one.
          for (const row of this.#editor.rows)
            $effect(() => {
              void [row.tokens, row.source, row.isUntranslated, row.isLostOnPurpose, row.dropped];
              this.#checkSoon();
            });
          void [this.#terms.index, this.#running];
          this.#checkSoon();
        });
      }),
    ];
    return () => {
      clearTimeout(this.#pause);
      clearTimeout(this.#timer);
      stops.forEach((stop) => stop());
    };
  }

  /** The findings of a row, if they are for its current text. */
  of(row: Row): readonly RowFinding[] {
    return [...this.#inText(row), ...(this.#ofLinks.get(row.key) ?? [])];
  }

  #inText(row: Row): readonly RowFinding[] {
    const known = this.#checked.get(row.key);
    if (!known || known.tokens !== row.tokens || known.source !== row.source) return [];
    return known.found.filter(
      (finding) => !this.#ignoredNames.has(nameOf({ check: finding.check, ...finding.hashes })),
    );
  }

  /** Ignores a finding while both texts stay the same; returns the id of the entry. */
  async ignore({ check, hashes }: RowFinding): Promise<number | null> {
    const { id } = this.#editor.item;
    const { entry } = await api.post('/polydesk/v1/findings/ignore', { kind: 'post', id, check, ...hashes });
    await this.#ignored.reload();
    return entry;
  }

  /** The text of a row as a marked text would have it, such as a fix; undefined if its marks do not fit. */
  written(row: Row, marked: string | undefined): readonly Token[] | undefined {
    const tokens = marked === undefined ? undefined : fromMarked(marked, { tokens: row.tokens, marks: row.marks });
    return tokens && storedTokens(row, tokens);
  }

  /**
   * Underlines the subjects of findings: for the element that contains the text of a row.
   * @param onclicked called with the finding whose mark was clicked; with none for the rest of the text
   */
  marks(row: Row, onclicked: (finding?: RowFinding) => void): Attachment<HTMLElement> {
    return (element) => {
      const found = this.of(row).filter(({ words }) => words.length > 0);
      if (found.length === 0) return undefined;
      const box = element.querySelector<HTMLElement>('[role="textbox"]') ?? element;
      const ends = found.map((finding) =>
        highlight(finding.severity === 'error' ? 'desk-error' : 'desk-warning', box, placesOf(finding)),
      );
      const click = (event: MouseEvent) => onclicked(found.find((finding) => isAt(box, event, placesOf(finding))));
      ends.push(on(box, 'click', click));
      return () => ends.forEach((end) => end());
    };
  }

  #pause: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  #checkSoon(): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#check(0), PAUSE_MS);
  }

  #check(from: number): void {
    const { rows, source, sourceLanguage, language } = this.#editor;
    if (!source || !sourceLanguage || !language || source.lang === this.#editor.lang) return;
    const until = performance.now() + SLICE_MS;
    const terms = this.#terms.index;
    for (let at = from; at < rows.length; at++) {
      const row = rows[at];
      if (row) this.#checkRow(row, { from: sourceLanguage.locale, to: language.locale, terms });
      if (performance.now() > until) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#check(at + 1));
        return;
      }
    }
  }

  #checkRow(row: Row, { from, to, terms }: { from: string; to: string; terms: unknown }): void {
    const running = this.#running;
    const isLost = row.isLostOnPurpose || row.dropped.length > 0;
    const before = this.#checked.get(row.key);
    const isSame =
      before?.source === row.source &&
      before?.tokens === row.tokens &&
      before?.terms === terms &&
      before?.running === running &&
      before?.isLost === isLost;
    const isOpen = row.isUntranslated || row.isEmpty || row.isLink || row.field === 'slug' || row.segment?.isLocked;
    if (!row.source || isOpen) return void this.#checked.delete(row.key);
    if (isSame) return;
    const [text, target] = [markedOf(row, row.source).trim(), markedOf(row, row).trim()];
    const hashes = { source_hash: textHash(text), target_hash: textHash(target) };
    const needs = this.#terms.of(row);
    const isCode = row.segment?.kind === 'code';
    const unit = {
      source: text,
      target,
      from,
      to,
      terms: needs,
      isCode,
      longest: running.longest,
      ratio: running.ratio,
    };
    const found = checkUnit(
      unit,
      running.ids.filter((id) => !isLost || !LOSSES.includes(id)),
    );
    this.#checked.set(row.key, {
      ...{ source: row.source, tokens: row.tokens, terms, running, isLost },
      found: merged(found).map((finding) => {
        const suggestions = finding.fix === undefined ? suggestionsFor(unit, finding.check) : [];
        return { ...finding, key: row.key, hashes, suggestions };
      }),
    });
  }
}

const nameOf = (one: { check: string; source_hash: string; target_hash: string }): string =>
  `${one.check} ${one.source_hash} ${one.target_hash}`;

/** A finding in a link, whose address is in a row of its own, as one of the text with the link. */
function ofLink(one: LinkFinding, address: Row, text: Row | undefined): RowFinding {
  const { check, severity, about, link, source_hash, target_hash } = one;
  const better = one.address ?? undefined;
  return {
    ...{ check, severity, about, key: (text ?? address).key, words: link === '' ? [] : [link], suggestions: [] },
    hashes: { source_hash, target_hash },
    ...(better !== undefined && { fix: better }),
    link: { key: address.key, words: link, where: whereOfFinding(one), address: about, better },
  };
}

const placesOf =
  ({ words }: RowFinding) =>
  (text: string) =>
    words.flatMap((word) => placeOf(text, word));

function placeOf(text: string, word: string): [number, number][] {
  const at = text.indexOf(word);
  return at < 0 ? [] : [[at, at + word.length]];
}

/** Merges findings per check: a changed number is both missing and superfluous. */
function merged(found: readonly UnitFinding[]): (UnitFinding & { words: string[] })[] {
  return [...Map.groupBy(found, ({ check }) => check).values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const words = [first, ...others].map(({ about }) => about).filter((about) => about !== '');
    return { ...first, words };
  });
}
