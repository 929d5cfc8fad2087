// Import report lines and check findings in the interface language. The engine writes each sentence in English, with a code and
// parameters from which it can be translated.
import { ApiError } from '../api/api-error.ts';
import { textIfKnown } from '../messages/messages.svelte.ts';

/** The parameters of a sentence. */
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

/** A report line for display; the engine's own text if there is no translation. */
export function noteWords({ code, text, params }: Note): string {
  return textIfKnown(`note.${code}`, asWords(params)) ?? text;
}

/** Describes a finding and what its repair does: null if only a person can decide. */
export function findingWords({ kind, text, params, repair }: Finding): { text: string; repair: string | null } {
  const words = asWords(params);
  return {
    text: textIfKnown(`finding.${kind}`, words) ?? text,
    repair: repair === null ? null : (textIfKnown(`repair.${kind}`, words) ?? repair),
  };
}

/** An error as reported by a response or a job report. */
interface Fault {
  code: string;
  message: string;
  data: Readonly<Record<string, unknown>>;
}

/** Why a file was rejected or a job failed; the engine's own text if there is no translation. */
export function faultWords({ code, message, data }: Fault): string {
  const { reason, line, column, params } = data;
  const words = asWords(params as Inserted | undefined);
  if (code !== 'polydesk_import_refused') return textIfKnown(`failed.${code}`, words) ?? message;
  const text = textIfKnown(`refused.${String(reason)}`, words);
  if (text === undefined) return message;
  const place = { line: String(line), column: String(column) };
  const where = Number(line) > 0 ? textIfKnown('refused.place', place) : undefined;
  return [where, text, textIfKnown('refused.safe')].filter(Boolean).join(' ');
}

/** The same for the report of a failed job; "" if it has no error. */
export function reportWords(report: unknown): string {
  const { code, message, data } = new ApiError(500, report);
  return faultWords({ code, message, data });
}

/** IDs are not quantities: they are formatted without thousands separators. */
const NUMBERS = new Set(['id', 'source']);

function asWords(params: Inserted = {}): Inserted {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, NUMBERS.has(name) ? String(value) : value]),
  );
}
