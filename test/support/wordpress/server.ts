// The WordPress stand-in on a port of this computer.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WpAnswer, WpRequest } from './answers.ts';
import { answerOf, pageHtml } from './routes.ts';
import { emptySite, type Body, type WpOptions, type WpSite, type WpUser } from './site.ts';

export interface WordPress {
  site: WpSite;
  url: string;
  /** By login: admin, editor, author, contrib, subs. */
  passwords: Record<string, string>;
  /** What was asked, as `POST /wp/v2/posts/3`; with the body of a write. */
  seen: { asked: string; body: Body }[];
  /** A request of the tests, as a user would send it; the body of the answer is loose on purpose. */
  ask(
    method: string,
    path: string,
    body?: Body,
    options?: AskOptions,
  ): Promise<{ status: number; body: never; headers: Headers }>;
  close(): Promise<void>;
}

export interface AskOptions {
  /** Login; "": nobody. */
  as?: string;
  password?: string;
  headers?: Record<string, string>;
  raw?: Buffer | string;
}

/** Opens a WordPress with Polylang as `live-wordpress.md` measured one. */
export async function openWordPress(options: WpOptions = {}): Promise<WordPress> {
  const site = emptySite(options);
  const seen: WordPress['seen'] = [];
  const server = createServer((req, res) => {
    serve(site, req, res, seen).catch((error: unknown) => {
      // A fault of this server is a fault of the test: it has to be seen.
      process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
      res.destroy();
    });
  });
  // On a busy machine it would close connections that are just being used again.
  server.keepAliveTimeout = 0;
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  site.home = url;
  site.settings['url'] = url;
  const passwords = Object.fromEntries(site.users.map(({ name, password }) => [name, password]));
  const ask: WordPress['ask'] = async (method, path, body, { as = 'admin', password, headers, raw } = {}) => {
    const basic = Buffer.from(`${as}:${password ?? passwords[as] ?? ''}`).toString('base64');
    const sent = raw === undefined ? body && JSON.stringify(body) : raw;
    const answer = await globalThis.fetch(`${url}/wp-json${path}`, {
      method,
      headers: {
        ...(as !== '' && { authorization: `Basic ${basic}` }),
        ...(raw === undefined && body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent !== undefined && { body: typeof sent === 'string' ? sent : new Uint8Array(sent) }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as never };
  };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { site, url, passwords, seen, ask, close };
}

async function serve(site: WpSite, req: IncomingMessage, res: ServerResponse, seen: WordPress['seen']): Promise<void> {
  const url = new URL(req.url ?? '/', site.home);
  const parts: Buffer[] = [];
  for await (const part of req as AsyncIterable<Buffer>) parts.push(part);
  const bytes = Buffer.concat(parts);
  if (!url.pathname.startsWith('/wp-json')) {
    const file = [...site.posts.values()].find(
      (one) => one.file && url.pathname.endsWith(`/uploads/${one.file.name}`),
    )?.file;
    if (file) return void res.writeHead(200, { 'content-type': file.type }).end(file.bytes);
    const html = pageHtml(site, url.pathname.replaceAll('/', ''));
    return void res.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html);
  }
  const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));
  const isJson = /json/.test(headers['content-type'] ?? '');
  const path = url.pathname.slice('/wp-json'.length) || '/';
  const read = isJson ? bodyOf(bytes) : {};
  const method = req.method ?? 'GET';
  if (read) seen.push({ asked: `${method} ${path}${url.search}`, body: read });
  const user = userOf(site, headers['authorization']);
  const request: WpRequest = { method, path, query: url.searchParams, body: read ?? {}, bytes, headers, user };
  const answer: WpAnswer = read ? await answerOf(site, request) : { status: 400, body: { code: 'rest_invalid_json' } };
  if (path.split('/')[1] !== 'batch') site.leaked = undefined;
  res.writeHead(answer.status, {
    'content-type': 'application/json; charset=UTF-8',
    date: new Date().toUTCString(),
    ...answer.headers,
  });
  res.end(JSON.stringify(answer.body));
}

/** Undefined: not JSON, which a lone surrogate makes it. */
function bodyOf(bytes: Buffer): Body | undefined {
  const text = bytes.toString('utf8');
  if (text === '') return {};
  try {
    return JSON.stringify(JSON.parse(text)).match(/\\ud[89a-f]/i) ? undefined : (JSON.parse(text) as Body);
  } catch {
    return undefined;
  }
}

/** A wrong password is nobody: public lists answer all the same. */
function userOf(site: WpSite, authorization: string | undefined): WpUser | undefined {
  const [name = '', ...rest] = Buffer.from(authorization?.replace(/^Basic /, '') ?? '', 'base64')
    .toString()
    .split(':');
  return site.users.find((one) => one.name === name && one.password === rest.join(':'));
}
