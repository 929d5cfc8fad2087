import type { Dict } from '../../../core/types.ts';

/** Errors by field: `{ slug: 'Start with a letter' }`. Nested errors keep their own name: `domains[fr]`. */
export type FieldErrors = Record<string, string>;

/** A response with status 400 or above, or no response (status 0). The only error type of the page. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly data: Dict;
  /** The other errors of the same request (`additional_errors`). */
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

  /** The other errors of the same request, each as a sentence. */
  get others(): string[] {
    return this.more.map(({ message }) => message);
  }

  /** Invalid fields with the reason (`interface.md` 1.8); empty when the error concerns no field. */
  get fields(): FieldErrors {
    const { params, details } = this.data;
    const texts = { ...(isDict(params) && !Array.isArray(params) ? params : {}) };
    const out: FieldErrors = {};
    for (const [name, text] of Object.entries(texts)) out[nestedName(details, name, String(text))] = String(text);
    if (Array.isArray(params)) for (const name of params) out[String(name)] = this.message;
    return out;
  }
}

/** Converts any thrown value to an `ApiError`. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new ApiError(0, { code: 'polydesk_failed', message });
}

/** The ID of the version if another user, or an earlier action of ours, has already started it; undefined for any other error. */
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

/** `params` names only the outer field; the inner name is in `data.param` of `details`, or else in the message text. */
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
