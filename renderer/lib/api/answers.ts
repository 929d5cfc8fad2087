import type { Wire } from '../../../core/routes/wire.ts';

/** The body of a route's GET response, by route template: `Read<'/polydesk/v1/groups'>[number]`. */
export type Read<Route extends keyof Wire<'GET'>> = Wire<'GET'>[Route];

/**
 * The response body for a method and a path, by the matching route: `AnswerTo<'GET', '/polydesk/v1/jobs/12'>`. `unknown` without
 * a match.
 */
export type AnswerTo<M extends keyof Methods, Path extends string> = [Fitting<Methods[M], Path>] extends [never]
  ? unknown
  : Methods[M][Fitting<Methods[M], Path>];

interface Methods {
  GET: Wire<'GET'>;
  POST: Wire<'POST'>;
  PUT: Wire<'PUT'>;
  PATCH: Wire<'PATCH'>;
  DELETE: Wire<'DELETE'>;
}

/** Routes whose template matches the parts of the path; `{id}` matches any part. */
type Fitting<Routes, Path extends string> = {
  [Route in keyof Routes & string]: Fits<Path, Route> extends true ? Route : never;
}[keyof Routes & string];

type Fits<Path extends string, Route extends string> = Route extends `${infer Part}/${infer Rest}`
  ? Path extends `${infer Own}/${infer More}`
    ? FitsPart<Own, Part> extends true
      ? Fits<More, Rest>
      : false
    : false
  : Path extends `${string}/${string}`
    ? false
    : FitsPart<Path, Route>;

type FitsPart<Own extends string, Part extends string> = Part extends `{${string}}`
  ? true
  : Own extends Part
    ? true
    : false;
