// What a report of an import and the doctor say, in the language of the interface. The engine writes each sentence in
// English; its code and what stands in it besides the words let it be said in another one.
import { ApiError } from '../api/api-error.ts';
import { textIfKnown } from '../messages/messages.svelte.ts';

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

/** What failed, as an answer or the report of a job tells it. */
interface Fault {
  code: string;
  message: string;
  data: Readonly<Record<string, unknown>>;
}

/** Why a file was refused or a job failed; as the engine wrote it where it has no text here. */
export function faultWords({ code, message, data }: Fault): string {
  if (code !== 'polydesk_import_refused') return textIfKnown(`failed.${code}`) ?? message;
  const { reason, line, column, params } = data;
  const text = textIfKnown(`refused.${String(reason)}`, asWords(params as Inserted | undefined));
  if (text === undefined) return message;
  const place = { line: String(line), column: String(column) };
  const where = Number(line) > 0 ? textIfKnown('refused.place', place) : undefined;
  return [where, text, textIfKnown('refused.safe')].filter(Boolean).join(' ');
}

/** The same of the report of a job that failed; "" where it says nothing. */
export function reportWords(report: unknown): string {
  const { code, message, data } = new ApiError(500, report);
  return faultWords({ code, message, data });
}

/** Names of items are not amounts: they are not written with a mark between the thousands. */
const NUMBERS = new Set(['id', 'source']);

function asWords(params: Inserted = {}): Inserted {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, NUMBERS.has(name) ? String(value) : value]),
  );
}
