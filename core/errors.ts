import type { Caller, Dict } from './types.ts';

/** An additional error after the first one (`interface.md` 1.8). */
export interface AdditionalError {
  code: string;
  message: string;
  data: unknown;
}

/** What a `RestError` may carry besides its status. */
export interface RestErrorExtra {
  /** Added to `data` next to `status`: `{ params }`, `{ term_id }`. */
  data?: Dict;
  /** Written as `additional_data`. */
  additionalData?: unknown[];
  /** Written as `additional_errors`. */
  additionalErrors?: AdditionalError[];
  /** The body has no `data` (`interface.md` 1.10, JSONP). */
  bare?: true;
  /** Headers of the answer, e.g. `Retry-After`. */
  headers?: Dict<string>;
}

/**
 * The only error a client can cause. `code` and `status` are part of the contract, `message` is ours. Throwing it rolls the
 * request back.
 */
export class RestError extends Error {
  readonly code: string;
  readonly status: number;
  readonly extra: RestErrorExtra;

  constructor(code: string, message: string, status: number, extra: RestErrorExtra = {}) {
    super(message);
    this.name = 'RestError';
    this.code = code;
    this.status = status;
    this.extra = extra;
  }
}

/** 401 for a guest, 403 for a caller without the right, with the same code (`interface.md` 1.11). */
export function refusal(caller: Caller, code: string, text: string): RestError {
  return new RestError(code, text, refusalStatus(caller));
}

/** The status of a refusal: depends on whether signing in could help. */
export function refusalStatus(caller: Caller): number {
  return caller.role === null ? 401 : 403;
}

/** The body of an error answer (`interface.md` 1.8). */
export function errorBody(error: RestError): Dict {
  const { data, additionalData, additionalErrors, bare } = error.extra;
  return {
    code: error.code,
    message: error.message,
    ...(!bare && { data: { status: error.status, ...data } }),
    ...(additionalData && { additional_data: additionalData }),
    ...(additionalErrors && { additional_errors: additionalErrors }),
  };
}
