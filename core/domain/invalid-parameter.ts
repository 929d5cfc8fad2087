import { RestError } from '../errors.ts';

/** 400 `rest_invalid_param` for one parameter that only the site can validate, in the form of `interface.md` 1.8. */
export function invalidParameter(name: string, code: string, text: string, data: unknown = null): RestError {
  return new RestError('rest_invalid_param', `Invalid parameters: ${name}.`, 400, {
    data: { params: { [name]: text }, details: { [name]: { code, message: text, data } } },
  });
}
