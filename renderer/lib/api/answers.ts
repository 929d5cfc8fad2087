import type { Wire } from '../../../core/routes/wire.ts';

/** What a route answers to GET, by its template: `Read<'/polydesk/v1/groups'>[number]`. */
export type Read<Route extends keyof Wire<'GET'>> = Wire<'GET'>[Route];

/** What a path answers to a method, by the route it fits: `AnswerTo<'GET', '/polydesk/v1/jobs/12'>`. Unknown where none does. */
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

/** Routes whose template has the parts of the path; `{id}` stands for any one. */
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
