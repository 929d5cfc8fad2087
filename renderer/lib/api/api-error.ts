import type { Dict } from '../../../core/types.ts';

/** Faults by field: `{ slug: 'Start with a letter' }`. Nested faults keep their own name: `domains[fr]`. */
export type FieldErrors = Record<string, string>;

/** An answer of 400 and above, or no answer at all (status 0). The one error of the page. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly data: Dict;
  /** The other faults of the same request (`additional_errors`). */
  readonly more: { code: string; message: string }[];

  constructor(status: number, body: unknown) {
    const said = readBody(body);
    super(said.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = said.code;
    this.data = said.data;
    this.more = said.more;
  }

  /** The other faults of the same request, each a sentence. */
  get others(): string[] {
    return this.more.map(({ message }) => message);
  }

  /** Which fields are at fault and why (`interface.md` 1.8); empty when the fault is of no field. */
  get fields(): FieldErrors {
    const { params, details } = this.data;
    const texts = { ...(isDict(params) && !Array.isArray(params) ? params : {}) };
    const out: FieldErrors = {};
    for (const [name, text] of Object.entries(texts)) out[nestedName(details, name, String(text))] = String(text);
    if (Array.isArray(params)) for (const name of params) out[String(name)] = this.message;
    return out;
  }
}

/** Whatever was thrown, as the error of the page. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new ApiError(0, { code: 'polydesk_failed', message });
}

/** The number of the version that somebody else, or an act of ours just before, has started already; undefined for another fault. */
export function startedAlready(thrown: unknown): number | undefined {
  if (!(thrown instanceof ApiError) || thrown.code !== 'polydesk_translation_exists') return undefined;
  return Number(thrown.data['id']) || undefined;
}

function readBody(body: unknown): { code: string; message: string; data: Dict; more: ApiError['more'] } {
  const { code, message, data, additional_errors: more } = isDict(body) ? body : ({} as Dict);
  return {
    code: typeof code === 'string' ? code : 'polydesk_failed',
    message: typeof message === 'string' ? message : '',
    data: isDict(data) ? data : {},
    more: Array.isArray(more)
      ? more.filter(isDict).map((each) => ({ code: textOf(each['code']), message: textOf(each['message']) }))
      : [],
  };
}

/** `params` names the outer field only; the inner one is in `data.param` of `details`, else it is in the text. */
function nestedName(details: unknown, name: string, text: string): string {
  const detail = isDict(details) ? details[name] : undefined;
  const data = isDict(detail) ? detail['data'] : undefined;
  const nested = isDict(data) ? data['param'] : undefined;
  if (typeof nested === 'string') return nested;
  const at = text.indexOf(`${name}[`);
  return at < 0 ? name : (/^\w+(?:\[[^\]]+\])+/.exec(text.slice(at))?.[0] ?? name);
}

function isDict(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
