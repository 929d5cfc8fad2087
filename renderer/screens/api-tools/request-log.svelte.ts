import { untrack } from 'svelte';
import type { LoggedRequest } from '../../../core/types.ts';
import { api, isDesktop, onServerRequest } from '../../lib/api.ts';
import { t } from '../../lib/messages/messages.svelte.ts';
import { writeQuery } from '../../lib/query.ts';

/** Who asked: this interface, its console, nobody known, or the holder of a token. */
export type Client = 'interface' | 'console' | 'guest' | 'token';

const most = 1000;
const pause = 1000;

/** The log as it grows. In a browser line by line as they come; in the window, which has no stream, read every second. */
class RequestLog {
  /** Newest first. */
  #lines = $state.raw<LoggedRequest[]>([]);
  /** Lines of the console among those of this interface. */
  #ofConsole = $state.raw<ReadonlySet<number>>(new Set());
  /** "": all but this interface itself; "all"; the name of a token. */
  filter = $state('');
  isLive = $state(false);
  #cleared = $state(0);
  /** What the console sent, until its line comes. */
  #sent: string[] = [];

  lines = $derived(this.#lines.filter((line) => line.id > this.#cleared && this.#isShown(line)));
  count = $derived(this.#lines.filter((line) => line.id > this.#cleared).length);
  tokens = $derived([...new Set(this.#lines.map((line) => line.token))].filter((name) => name !== ''));

  open(): () => void {
    // Whoever opens it does not follow its lines: it would open it again for each line, and the streams with it.
    void untrack(() => this.#read());
    if (!isDesktop()) return onServerRequest((data) => void this.#hear(data));
    const timer = setInterval(() => void this.#read(), pause);
    return () => clearInterval(timer);
  }

  /** The console is about to send this. */
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

  /** Hides what came until now. The server keeps its log: it is in memory only, and ends with it. */
  clear(): void {
    this.#cleared = this.#lines[0]?.id ?? 0;
  }

  async #hear(data: string | null): Promise<void> {
    if (data === null) return this.#read();
    this.isLive = true;
    this.#add([JSON.parse(data) as LoggedRequest]);
  }

  async #read(): Promise<void> {
    try {
      const since = this.#lines[0]?.id ?? 0;
      this.#add(await api.get<LoggedRequest[]>('/polydesk/v1/requests', { since, limit: most }));
      this.isLive = true;
    } catch {
      // What is known stays; the page says elsewhere that the server is away.
      this.isLive = false;
    }
  }

  #add(found: readonly LoggedRequest[]): void {
    const fresh = found.filter((line) => !this.find(line.id));
    if (fresh.length === 0) return;
    for (const line of fresh.toReversed()) this.#recognise(line);
    this.#lines = [...fresh, ...this.#lines].toSorted((a, b) => b.id - a.id).slice(0, most);
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

/** Path and query as they can be sent again. */
export function addressIn({ path, query }: LoggedRequest): string {
  return path + writeQuery(query);
}

/** A time of the day, to the second. */
export function timeOf(at: string): string {
  return new Date(at).toTimeString().slice(0, 8);
}
