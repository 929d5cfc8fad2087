// A connection to a site that fails in realistic ways: a rule of the test decides the fate of each request.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What happens to a request. `before`: it never arrives. `after`: the site does it, and nobody hears. `mid`: half of the answer comes.
 * It arrives twice: `repeat`: the second answer comes, `echo`: the first one, `repeat-lost`: none. `html`: a page of a firewall. A
 * number is a status that the site never sees; `wait`: it is late by so many milliseconds, `until`: it waits for that.
 */
export type LineFault =
  | 'before'
  | 'after'
  | 'mid'
  | 'repeat'
  | 'echo'
  | 'repeat-lost'
  | 'html'
  | 400
  | 401
  | 403
  | 404
  | 429
  | 500
  | 503
  | { wait: number }
  | { until: Promise<void> };

export interface LineRequest {
  /** How many requests came before it, and how many writes. */
  at: number;
  writes: number;
  method: string;
  path: string;
  /** As it was sent; "" for nobody. */
  authorization: string;
}

export interface FaultyProxy {
  url: string;
  /** What was asked, faults or not. */
  seen: LineRequest[];
  /** Decides about each request from now on; undefined: nothing happens to it. */
  rule: (one: LineRequest) => LineFault | undefined;
  /** Names of headers of requests that it does not hand on. */
  drops: readonly string[];
  /** Seconds of `Retry-After`. */
  retryAfter: string;
  close(): Promise<void>;
}

/** Opens a line to a site; nothing happens on it until `rule` is set. */
export async function openFaultyProxy(target: string): Promise<FaultyProxy> {
  const proxy: FaultyProxy = { url: '', seen: [], rule: () => undefined, drops: [], retryAfter: '0', close };
  const server = createServer((req, res) => {
    carry(proxy, target, req, res).catch(() => res.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

interface Carried {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

async function carry(proxy: FaultyProxy, target: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const bytes = await bytesOf(req);
  const { method = 'GET', url: path = '/' } = req;
  const writes = proxy.seen.filter((one) => one.method !== 'GET').length;
  const one = { at: proxy.seen.length, writes, method, path, authorization: req.headers.authorization ?? '' };
  proxy.seen.push(one);
  const fault = proxy.rule(one);
  if (fault === 'before') return void res.destroy();
  if (fault === 'html') return void res.writeHead(200, { 'content-type': 'text/html' }).end('<html>Checking …</html>');
  if (typeof fault === 'number') {
    const head = { 'content-type': 'application/json', 'retry-after': proxy.retryAfter };
    return void res.writeHead(fault, head).end('{"code":"proxy"}');
  }
  if (typeof fault === 'object') await ('until' in fault ? fault.until : sleep(fault.wait));
  for (const name of proxy.drops) delete req.headers[name];
  const first = await send(target, req, bytes);
  const isTwice = fault === 'repeat' || fault === 'echo' || fault === 'repeat-lost';
  const second = isTwice ? await send(target, req, bytes) : first;
  if (fault === 'after' || fault === 'repeat-lost') return void res.destroy();
  const answer = fault === 'echo' ? first : second;
  res.writeHead(answer.status, { ...answer.headers, 'content-length': String(answer.body.length) });
  if (fault !== 'mid') return void res.end(answer.body);
  res.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => res.destroy());
}

function send(target: string, req: IncomingMessage, bytes: Buffer): Promise<Carried> {
  return new Promise((resolve, reject) => {
    const { host: _host, connection: _connection, ...headers } = req.headers;
    const asking = request(new URL(req.url ?? '/', target), { method: req.method, headers }, (answer) => {
      const { 'transfer-encoding': _encoding, ...kept } = answer.headers;
      bytesOf(answer).then((body) => resolve({ status: answer.statusCode ?? 0, headers: kept, body }), reject);
    });
    asking.on('error', reject);
    asking.end(bytes);
  });
}

async function bytesOf(source: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}
