import type { Dict } from '../../../../core/types.ts';
import { api, sendAsProgram } from '../../../lib/api/api.ts';
import type { ProgramAnswer } from '../../../lib/api/api.ts';
import { argFields, emptyValue } from '../../../lib/forms.ts';
import type { FormField, RouteDescription } from '../../../lib/forms.ts';
import { log } from '../request-log.svelte.ts';
import { callOf, isInAddress, isReading } from './request.ts';
import type { Method, Sender, ConsoleRequest } from './request.ts';
import { openParams, paramIn, readRoutes, routeFor, withParam } from './routes.ts';
import type { ConsoleRoute, ServerIndex } from './routes.ts';

/** A request with its response. */
export interface Exchange {
  request: ConsoleRequest;
  answer: ProgramAnswer;
}

/** The state of the console. It outlives the screen, with unsent input. */
class ConsoleState {
  method = $state<Method>('GET');
  path = $state('/pll/v1/settings');
  sender = $state<Sender>('self');
  /** Token of another program, to try its permissions. Never stored. */
  token = $state('');
  tab = $state('fields');
  isSending = $state(false);
  /** Set by the request log: send the loaded request. */
  isReplay = $state(false);
  last = $state.raw<Exchange | null>(null);
  /** The user has confirmed sending writes. */
  isWritingAgreed = $state(false);
  #index = $state.raw<ServerIndex>({ routes: {} });
  #template = $state('/pll/v1/settings');
  #described = $state.raw<Record<string, RouteDescription>>({});
  /** Current values of the routes, the defaults of newly ticked fields. */
  #stored = $state.raw<Record<string, Dict>>({});
  #args = $state.raw<Record<string, Dict>>({});
  #unticked = $state.raw<Record<string, Dict>>({});

  routes = $derived(readRoutes(this.#index));
  route = $derived(routeFor(this.routes, this.path, this.#template));
  /** Methods of the route; all methods if there is no such route. */
  methods = $derived(this.route?.described.methods ?? []);
  fields = $derived(this.#fields(this.route));
  /** Only the ticked arguments: exactly what is sent. */
  args = $derived(this.#args[this.#key] ?? {});
  request: ConsoleRequest = $derived({
    method: this.method,
    path: this.path,
    args: this.args,
    sender: this.sender,
    token: this.token,
  });

  get #key(): string {
    return `${isInAddress(this.method) ? this.method : 'body'} ${this.route?.template ?? this.path}`;
  }

  /** Sets the server's route index. */
  setIndex(index: ServerIndex): void {
    this.#index = index;
  }

  /** Selects a route and method; a path of the same route is kept. Required fields are ticked. */
  choose(route: ConsoleRoute, method: string): void {
    this.#template = route.template;
    if (this.route?.template !== route.template) this.path = route.template;
    this.setMethod(method as Method);
  }

  setMethod(method: Method): void {
    this.method = method;
    void this.describe();
    if (this.#args[this.#key]) return;
    const needed = this.fields.filter((field) => field.isRequired);
    this.setArgs(Object.fromEntries(needed.map((field) => [field.name, this.startValue(field)])));
  }

  /** Loads the arguments and current values of the route itself. Failures are ignored. */
  async describe(): Promise<void> {
    const { route, path } = this;
    if (!route || openParams(path).length > 0) return;
    const { template } = route;
    const bare = path.split('?')[0] ?? '';
    const mayHold = !isReading(this.method) && route.described.methods.includes('GET');
    const [described, stored] = await Promise.all([
      api.options(bare).catch(() => undefined),
      mayHold ? api.get<Dict>(bare, { context: 'edit' }).catch(() => undefined) : undefined,
    ]);
    if (described) this.#described = { ...this.#described, [template]: described };
    if (stored && !Array.isArray(stored)) this.#stored = { ...this.#stored, [bare]: stored };
  }

  setArgs(args: Dict): void {
    this.#args = { ...this.#args, [this.#key]: args };
  }

  tick(field: FormField, isOn: boolean): void {
    const { [field.name]: value, ...rest } = this.args;
    const key = this.#key;
    if (!isOn) this.#unticked = { ...this.#unticked, [key]: { ...this.#unticked[key], [field.name]: value } };
    this.setArgs(isOn ? this.#inOrder({ ...rest, [field.name]: this.startValue(field) }) : rest);
  }

  param(name: string): string {
    return paramIn(this.route?.template ?? '', this.path, name);
  }

  setParam(name: string, value: string): void {
    if (this.route) this.path = withParam(this.route.template, this.path, name, value);
  }

  /** Initial value of a field: the last input, the stored value, the default, or empty. */
  startValue(field: FormField): unknown {
    const left = this.#unticked[this.#key];
    if (left && Object.hasOwn(left, field.name)) return left[field.name];
    const stored = this.#stored[this.path.split('?')[0] ?? '']?.[field.name];
    const raw = isDict(stored) && typeof stored['raw'] === 'string' ? stored['raw'] : stored;
    return raw === undefined || isReading(this.method) ? emptyValue(field) : raw;
  }

  /** Sends the request; of two concurrent ones the later wins. */
  async send(): Promise<Exchange> {
    const { request } = this;
    this.isSending = true;
    try {
      const call = callOf(request);
      log.expect(call.method, call.path);
      const answer = await sendAsProgram(call);
      return (this.last = { request, answer });
    } finally {
      this.isSending = false;
    }
  }

  /** Loads a request from the log, for sending it again. */
  load(method: Method, path: string, body: unknown): void {
    this.path = path;
    this.#template = '';
    this.method = method;
    this.#template = this.route?.template ?? '';
    if (!isInAddress(method)) this.setArgs(isDict(body) ? body : {});
    else this.setArgs({});
    void this.describe();
  }

  #fields(route: ConsoleRoute | undefined): FormField[] {
    if (!route) return [];
    const described = this.#described[route.template] ?? route.described;
    const endpoint = described.endpoints.find(({ methods }) => methods.includes(this.method));
    return argFields(endpoint?.args ?? {}).filter((field) => !route.params.includes(field.name));
  }

  #inOrder(args: Dict): Dict {
    const known = this.fields.map((field) => field.name).filter((name) => Object.hasOwn(args, name));
    return Object.fromEntries([...new Set([...known, ...Object.keys(args)])].map((name) => [name, args[name]]));
  }
}

export const consoleState = new ConsoleState();

function isDict(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
