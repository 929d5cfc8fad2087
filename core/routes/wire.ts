import type { Endpoint, Method, Verb } from '../rest/route.ts';
import type * as v from 'valibot';
import type { FixedRoutes } from './index.ts';

/** The verbs of the table that handle a method. */
interface VerbsOf extends Record<Method, Verb> {
  GET: 'GET';
  POST: 'POST' | 'EDIT';
  PUT: 'PUT' | 'EDIT';
  PATCH: 'PATCH' | 'EDIT';
  DELETE: 'DELETE';
}

/**
 * What a client receives: the body of a successful answer by the path of the route, for one method. `Wire<'GET'>` has
 * `'/polydesk/v1/history/{id}'`. Types only, derived from the routes themselves. Routes of post types, taxonomies and media are
 * left out: their shape depends on the content model of the site.
 */
export type Wire<M extends Method> = {
  [P in keyof FixedRoutes as VerbsOf[M] & keyof FixedRoutes[P] extends never ? never : P]: BodyOf<
    FixedRoutes[P][VerbsOf[M] & keyof FixedRoutes[P]]
  >;
};

type BodyOf<E> = E extends Endpoint & { answers: infer A extends v.GenericSchema } ? v.InferOutput<A> : unknown;
