import { connect, type Socket } from 'node:net';

/** One kind of load: the bytes of the next request, and their target. */
export interface Load {
  port: number;
  connections: number;
  next(): string;
}

/** Open connections that ask again and again when told to. */
export interface OpenLoad {
  /** Sends requests for `ms` milliseconds, over each connection one after another. Resolves to how many were answered. */
  run(ms: number): Promise<number>;
  end(): void;
}

/** Opens the keep-alive connections of a load. */
export async function openLoad({ port, connections, next }: Load): Promise<OpenLoad> {
  const lines = Array.from({ length: connections }, () => createLine(port));
  await Promise.all(lines.map((line) => line.ready));
  return {
    async run(ms) {
      const until = performance.now() + ms;
      const counts = await Promise.all(lines.map((line) => askUntil(line, next, until)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    end: () => lines.forEach((line) => line.end()),
  };
}

/** Sends these requests one after another over one connection. Resolves to the milliseconds it took. */
export async function timeOf(port: number, requests: readonly string[]): Promise<number> {
  const line = createLine(port);
  await line.ready;
  const started = performance.now();
  for (const request of requests) await line.ask(request);
  const took = performance.now() - started;
  line.end();
  return took;
}

/** A request as it crosses the wire. */
export function requestText(
  method: string,
  path: string,
  { port, token, body }: { port: number; token: string; body?: string },
): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Basic ${Buffer.from(`admin:${token}`).toString('base64')}`,
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

async function askUntil(line: Line, next: () => string, until: number): Promise<number> {
  let count = 0;
  for (; performance.now() < until; count++) await line.ask(next());
  return count;
}

/** One connection: a question, its answer, the next question. Opened anew where the server closes it. */
interface Line {
  ready: Promise<void>;
  ask(request: string): Promise<void>;
  end(): void;
}

/** As little as reads an answer: the status, `Content-Length` and the number of bytes. */
function createLine(port: number): Line {
  let socket: Socket;
  let missing = 0;
  let isLast = false;
  let done: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;

  const onData = (chunk: Buffer): void => {
    if (missing === 0) {
      const head = readHead(chunk);
      if (head.status >= 300) return fail(new Error(`${head.status}: ${chunk.toString('utf8').slice(0, 600)}`));
      isLast = head.isLast;
      missing = head.size;
    }
    missing -= chunk.length;
    if (missing === 0) done();
  };
  const open = (): Promise<void> =>
    new Promise((resolve, reject) => {
      socket = connect({ port, host: '127.0.0.1', noDelay: true }, resolve);
      socket.on('data', onData);
      socket.on('error', (error) => {
        reject(error);
        fail(error);
      });
    });
  return {
    ready: open(),
    async ask(request) {
      if (isLast) {
        socket.destroy();
        isLast = false;
        await open();
      }
      return new Promise((resolve, reject) => {
        done = resolve;
        fail = reject;
        socket.write(request, 'latin1');
      });
    },
    end: () => void socket.destroy(),
  };
}

/** Whole size of the answer that starts here, head included. A head never spans chunks: the servers write it at once. */
function readHead(chunk: Buffer): { status: number; size: number; isLast: boolean } {
  const end = chunk.indexOf('\r\n\r\n');
  const head = chunk.toString('latin1', 0, end);
  const length = /\r\nContent-Length: (\d+)/i.exec(head)?.[1];
  if (end < 0 || length === undefined) throw new Error(`An answer that cannot be read: ${head}`);
  return {
    status: Number(head.slice(9, 12)),
    size: end + 4 + Number(length),
    isLast: /\r\nConnection: close/i.test(head),
  };
}
