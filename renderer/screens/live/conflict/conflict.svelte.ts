import type { PlanField, PlanItem } from '../../../../core/schema/live/plan.ts';
import {
  mergeContent,
  textOfMerge,
  type BlockChoice,
  type MergedContent,
} from '../../../../core/units/merge/merge-content.ts';
import { t } from '../../../lib/messages/messages.svelte.ts';
import { nameOfField, nameOfLanguage } from '../../../lib/review/names.ts';
import { blockName } from '../plan/blocks.ts';
import { asMap, isHtml, isSame, textOf } from '../plan/values.ts';

/** A difference between the sides that can be decided separately: a block, a value, a key of a map. */
export interface ConflictPart {
  /** Unique within the item: its field and its position. */
  id: string;
  field: string;
  name: string;
  /** undefined: it does not exist on that side. */
  base: unknown;
  here: unknown;
  there: unknown;
  /** The result unless another choice is made. */
  merged: unknown;
  /** A choice is required. */
  isOpen: boolean;
  isText: boolean;
  canBeBoth: boolean;
}

/** The decision about a part: a side, or an edited text. */
export type PartChoice = BlockChoice | { own: string };

/** Neighbouring blocks of a content that are the same on all sides. */
export interface SameStretch {
  id: string;
  blocks: string[];
}

/** The parts of a field in order, and how they are joined after the decisions. */
interface FieldParts {
  rows: (ConflictPart | SameStretch)[];
  make(choiceOf: (id: string) => PartChoice | undefined): unknown;
}

/** The fields of an item in conflict, part by part, with the decisions so far. Nothing is stored before it is saved. */
export class Conflict {
  item: PlanItem;
  #fields: ReadonlyMap<string, FieldParts>;
  #choices = $state.raw<Readonly<Record<string, PartChoice>>>({});
  /** One side no longer has it. */
  isGone: 'here' | 'there' | '';
  /** Whether a deleted item is kept. */
  keeps = $state<boolean | undefined>();

  constructor(item: PlanItem) {
    this.item = item;
    this.isGone = item.here === '' ? 'here' : item.there === '' ? 'there' : '';
    const open = item.fields.filter(({ state }) => state === 'conflict');
    this.#fields = new Map(open.map((field) => [field.field, partsOf(field, item.lang)]));
  }

  /** Parts to decide, and what stands between them. */
  get rows(): (ConflictPart | SameStretch)[] {
    return [...this.#fields.values()].flatMap(({ rows }) => rows);
  }
  get parts(): ConflictPart[] {
    return this.rows.filter(isPart);
  }
  /** Fields merged automatically. */
  get mergedFields(): string[] {
    return this.item.fields.filter(({ state }) => state === 'merged').map(({ field }) => field);
  }

  /** The number of decisions it takes. */
  get open(): number {
    return this.isGone ? 1 : this.parts.filter(({ isOpen }) => isOpen).length;
  }
  left = $derived.by(() => {
    if (this.isGone) return this.keeps === undefined ? 1 : 0;
    return this.parts.filter((part) => part.isOpen && this.choiceOf(part.id) === undefined).length;
  });

  choiceOf(id: string): PartChoice | undefined {
    return this.#choices[id];
  }

  /** Choosing the same side again clears the choice. */
  choose(id: string, choice: PartChoice | undefined): void {
    const { [id]: _before, ...others } = this.#choices;
    this.#choices = choice === undefined ? others : { ...others, [id]: choice };
  }

  chooseAll(side: 'here' | 'there'): void {
    if (this.isGone) this.keeps = this.isGone !== side;
    this.#choices = Object.fromEntries(this.parts.map(({ id }) => [id, side]));
  }

  /** The result of a part. */
  resultOf(part: ConflictPart): unknown {
    const choice = this.choiceOf(part.id);
    if (choice === undefined) return part.merged;
    if (typeof choice === 'object') return choice.own;
    if (choice === 'both') return [part.here, part.there].filter(Boolean).join('\n\n');
    return part[choice];
  }

  /** The results of the fields in conflict. */
  get result(): Record<string, unknown> {
    const made = [...this.#fields].map(([field, { make }]) => [field, make((id) => this.choiceOf(id))] as const);
    return Object.fromEntries(made.filter(([, value]) => value !== undefined));
  }
}

export const isPart = (row: ConflictPart | SameStretch): row is ConflictPart => 'field' in row;

function partsOf(field: PlanField, lang: string): FieldParts {
  const { base, here, there } = field;
  if (isHtml(field.field, base, here, there)) return blocksOf(field, lang);
  const maps = [base, here, there].map((value) => (value === undefined ? {} : asMap(value)));
  const [before, ours, theirs] = maps;
  if (before && ours && theirs && (asMap(here) || asMap(there))) return keysOf(field, { before, ours, theirs });
  return wholeOf(field);
}

function wholeOf({ field, base, here, there, merged }: PlanField): FieldParts {
  const isText =
    typeof here === 'string' && typeof there === 'string' && /^(title|name|excerpt|description)$/.test(field);
  const part: ConflictPart = {
    id: field,
    field,
    name: nameOfField(field),
    ...{ base, here, there, merged },
    isOpen: true,
    isText,
    canBeBoth: false,
  };
  const make: FieldParts['make'] = (choiceOf) => {
    const choice = choiceOf(field);
    if (typeof choice === 'object') return choice.own;
    return choice === 'there' ? there : here;
  };
  return { rows: [part], make };
}

function blocksOf({ field, base, here, there }: PlanField, lang: string): FieldParts {
  const sides = { base: textOf(base), here: textOf(here), there: textOf(there) };
  const merged = mergeContent(sides, lang || undefined);
  const idOf = (at: number) => `${field}.${at}`;
  const isAlone = merged.blocks.length === 1;
  const rows: FieldParts['rows'] = [];
  merged.blocks.forEach((block, at) => {
    const last = rows.at(-1);
    if (block.here !== block.there || block.here !== block.base)
      rows.push({
        id: idOf(at),
        field,
        name: isAlone ? nameOfField(field) : blockName(block, at),
        base: block.base,
        here: block.here,
        there: block.there,
        merged: block.raw,
        isOpen: block.state === 'conflict',
        isText: true,
        canBeBoth: block.here !== undefined && block.there !== undefined,
      });
    else if (last && !isPart(last)) last.blocks.push(block.raw);
    else rows.push({ id: idOf(at), blocks: [block.raw] });
  });
  return { rows, make: (choiceOf) => contentOf(merged, (at) => choiceOf(idOf(at))) };
}

/** The merged text, with sides and edited texts chosen by block position. */
function contentOf({ blocks, ...merged }: MergedContent, choiceAt: (at: number) => PartChoice | undefined): string {
  const own = blocks.map((block, at) => {
    const choice = choiceAt(at);
    return typeof choice === 'object' ? { ...block, raw: choice.own } : block;
  });
  const sides = new Map(
    blocks.flatMap((_, at): [number, BlockChoice][] => {
      const choice = choiceAt(at);
      return typeof choice === 'string' ? [[at, choice]] : [];
    }),
  );
  return textOfMerge({ ...merged, blocks: own }, sides);
}

interface Maps {
  before: Readonly<Record<string, unknown>>;
  ours: Readonly<Record<string, unknown>>;
  theirs: Readonly<Record<string, unknown>>;
}

/** A map by key: a group by language, custom fields by name. */
function keysOf({ field }: PlanField, { before, ours, theirs }: Maps): FieldParts {
  const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].toSorted();
  const idOf = (key: string) => `${field}.${key}`;
  const changed = keys.filter((key) => !isSame(ours[key], theirs[key]));
  const parts = changed.map((key): ConflictPart => {
    const [base, here, there] = [before[key], ours[key], theirs[key]];
    const isOurs = isSame(there, base);
    const isTheirs = isSame(here, base);
    const name = field === 'translations' ? nameOfLanguage(key) : key;
    return {
      id: idOf(key),
      field,
      name: `${nameOfField(field)}: ${name}`,
      ...{ base, here, there },
      merged: isTheirs && !isOurs ? there : here,
      isOpen: !isOurs && !isTheirs,
      isText: false,
      canBeBoth: false,
    };
  });
  const make: FieldParts['make'] = (choiceOf) => {
    const entries = keys.map((key) => {
      const part = parts.find(({ id }) => id === idOf(key));
      if (!part) return [key, ours[key]] as const;
      const choice = choiceOf(part.id);
      return [key, choice === 'there' ? part.there : choice === 'here' ? part.here : part.merged] as const;
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  };
  return { rows: parts, make };
}

/** How a side changed a part, for screen readers: "edited", "deleted", "new". */
export function sideWord({ base }: ConflictPart, value: unknown): string {
  if (value === undefined || value === '') return t(base === undefined ? 'live.conflict.absent' : 'live.block.deleted');
  if (base === undefined) return t('live.block.new');
  return t(isSame(base, value) ? 'live.conflict.unchanged' : 'live.conflict.edited');
}
