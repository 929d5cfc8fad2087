import { untrack } from 'svelte';
import type { LoggedRequest } from '../../../core/schema/site/request-log.ts';
import type { Dict } from '../../../core/types.ts';
import { api, isDesktop, onServerRequest } from '../../lib/api/api.ts';
import { t } from '../../lib/messages/messages.svelte.ts';
import { writeQuery } from '../../lib/api/query.ts';

/** The sender of a logged request: this interface, its console, a guest, or the holder of a token. */
export type Client = 'interface' | 'console' | 'guest' | 'token';

/** Separate limits for this interface and for all others, so that neither evicts the other. */
const most = 1000;
/** This many lines are loaded first; earlier ones when the page is idle. */
const first = 50;
const pause = 1000;

/** The live request log. Streamed line by line in a browser; the window has no stream and polls every second. */
class RequestLog {
  /** Newest first. */
  #lines = $state.raw<LoggedRequest[]>([]);
  /** Lines of the console among those of this interface. */
  #ofConsole = $state.raw<ReadonlySet<number>>(new Set());
  /** "": all but this interface itself; "all"; or a token name. */
  filter = $state('');
  isLive = $state(false);
  #cleared = $state(0);
  /** Requests sent by the console, until their lines arrive. */
  #sent: string[] = [];
  #reading: Promise<void> | undefined;
  /** Another read was requested during the current one. */
  #isBehind = false;
  /** Lines before the first read have been loaded too. */
  #isWhole = false;
  /** Whether all earlier lines have been loaded, or cannot be. */
  isSettled = $state(false);

  lines = $derived(this.#lines.filter((line) => line.id > this.#cleared && this.#isShown(line)));
  count = $derived(this.#lines.filter((line) => line.id > this.#cleared).length);
  tokens = $derived([...new Set(this.#lines.map((line) => line.token))].filter((name) => name !== ''));

  open(): () => void {
    // The surrounding effect must not depend on the lines: it would reopen the streams for each one.
    void untrack(() => this.#read());
    const timer = isDesktop() ? setInterval(() => void this.#read(), pause) : undefined;
    const stop = isDesktop() ? undefined : onServerRequest((data) => void this.#hear(data));
    const older = requestIdleCallback(() => void this.#readOlder(), { timeout: 2 * pause });
    return () => {
      clearInterval(timer);
      stop?.();
      cancelIdleCallback(older);
    };
  }

  /** Called before the console sends a request. */
  expect(method: string, address: string): void {
    this.#sent.push(`${method} ${address}`);
  }

  client(line: LoggedRequest): Client {
    if (line.token !== '') return 'token';
    if (this.#ofConsole.has(line.id)) return 'console';
    return line.user === '' ? 'guest' : 'interface';
  }

  clientName(line: LoggedRequest): string {
    return line.token || t(`api-tools.client.${this.client(line) as Exclude<Client, 'token'>}`);
  }

  find(id: number): LoggedRequest | undefined {
    return this.#lines.find((line) => line.id === id);
  }

  /** Hides all current lines. The server keeps its log in memory until it stops. */
  clear(): void {
    this.#cleared = this.#lines[0]?.id ?? 0;
  }

  async #hear(data: string | null): Promise<void> {
    if (data === null) return this.#read();
    this.isLive = true;
    this.#add([JSON.parse(data) as LoggedRequest]);
  }

  /** Loads new lines. If a read is in progress, waits for it instead of duplicating it. */
  async #read(): Promise<void> {
    this.#isBehind = this.#reading !== undefined;
    await (this.#reading ??= this.#readNew());
  }

  async #readNew(): Promise<void> {
    do {
      this.#isBehind = false;
      const since = this.#lines[0]?.id ?? 0;
      const found = await this.#ask({ since, limit: since ? most : first });
      if (!since && found !== undefined && found < first) this.#isWhole = true;
    } while (this.#isBehind);
    this.#reading = undefined;
    if (this.#isWhole) this.isSettled = true;
    // None of them is visible: earlier ones may be.
    else if (this.lines.length === 0) await this.#readOlder();
  }

  async #readOlder(): Promise<void> {
    await this.#reading;
    this.#isWhole ||= (await this.#ask({ since: 0, limit: most })) !== undefined;
    this.isSettled = true;
  }

  /** Number of lines received; undefined without a response. */
  async #ask(query: Dict): Promise<number | undefined> {
    try {
      const found = await api.get('/polydesk/v1/requests', query);
      this.#add(found);
      this.isLive = true;
      return found.length;
    } catch {
      // Known lines stay; the connection error is shown elsewhere on the page.
      this.isLive = false;
      return undefined;
    }
  }

  #add(found: readonly LoggedRequest[]): void {
    const known = new Set(this.#lines.map(({ id }) => id));
    const fresh = found.filter(({ id }) => !known.has(id));
    if (fresh.length === 0) return;
    for (const line of fresh.toReversed()) this.#recognise(line);
    const all = [...fresh, ...this.#lines].toSorted((a, b) => b.id - a.id);
    const own = Map.groupBy(all, (line) => this.client(line) === 'interface');
    const kept = [...own.values()].flatMap((lines) => lines.slice(0, most));
    this.#lines = own.size > 1 ? kept.toSorted((a, b) => b.id - a.id) : kept;
  }

  #recognise(line: LoggedRequest): void {
    const at = this.#sent.indexOf(`${line.method} ${addressIn(line)}`);
    if (at < 0) return;
    this.#sent.splice(at, 1);
    this.#ofConsole = new Set(this.#ofConsole).add(line.id);
  }

  #isShown(line: LoggedRequest): boolean {
    if (this.filter === 'all') return true;
    return this.filter === '' ? this.client(line) !== 'interface' : line.token === this.filter;
  }
}

export const log = new RequestLog();

/** Path and query for sending the request again. */
export function addressIn({ path, query }: LoggedRequest): string {
  return path + writeQuery(query);
}

/** Time of day, with seconds. */
export function timeOf(at: string): string {
  return new Date(at).toTimeString().slice(0, 8);
}
