// What a report of an import and the doctor say, in the language of the interface. The engine writes each sentence in
// English; its code and what stands in it besides the words let it be said in another one.
import { textIfKnown } from './messages/messages.svelte.ts';

/** What stands in a sentence besides its words. */
type Inserted = Readonly<Record<string, string | number>>;

interface Note {
  code: string;
  text: string;
  params?: Inserted;
}

interface Finding {
  kind: string;
  text: string;
  params?: Inserted;
  repair: string | null;
}

/** A line of a report as a person reads it; as the engine wrote it where it has no text here. */
export function noteWords({ code, text, params }: Note): string {
  return textIfKnown(`note.${code}`, asWords(params)) ?? text;
}

/** What is wrong, and what mending it does: null where only a person can decide. */
export function findingWords({ kind, text, params, repair }: Finding): { text: string; repair: string | null } {
  const words = asWords(params);
  return {
    text: textIfKnown(`finding.${kind}`, words) ?? text,
    repair: repair === null ? null : (textIfKnown(`repair.${kind}`, words) ?? repair),
  };
}

/** Names of items are no amounts: they are not written with a mark between the thousands. */
const NUMBERS = new Set(['id', 'source']);

function asWords(params: Inserted = {}): Inserted {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, NUMBERS.has(name) ? String(value) : value]),
  );
}
