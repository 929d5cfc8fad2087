import { connect, type Socket } from 'node:net';

/** What one load sends: the bytes of the next request, and where to. */
export interface Load {
  port: number;
  connections: number;
  next(): string;
}

/** Sends requests over keep-alive connections, each waiting for its answer, for `ms` milliseconds. Resolves to answers a second. */
export async function answersPerSecond(load: Load, ms: number): Promise<number> {
  const until = performance.now() + ms;
  const started = performance.now();
  const workers = Array.from({ length: load.connections }, () => sendUntil(load, until));
  const counts = await Promise.all(workers);
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - started) / 1000);
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

async function sendUntil({ port, next }: Load, until: number): Promise<number> {
  const line = createLine(port);
  await line.ready;
  let count = 0;
  for (; performance.now() < until; count++) await line.ask(next());
  line.end();
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
