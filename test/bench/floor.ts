// The floor of the benchmark: a node:http server in its own process that does only the necessary work.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';

/** What the parent sends first: where to commit, and the very answers of the product by method and path. */
export interface FloorOrder {
  file: string;
  answers: Record<string, FloorAnswer>;
}

export interface FloorAnswer {
  status: number;
  /** Names and values in turn. */
  headers: string[];
  body: string;
}

process.once('message', (order) => listen(order as FloorOrder));

function listen({ file, answers }: FloorOrder): void {
  const commit = openCommit(file);
  const server = createServer((req, res) => {
    const answer = answers[`${req.method} ${req.url}`];
    if (!answer) return void res.writeHead(404).end();
    if (req.method === 'GET') return send(res, answer);
    readBody(req, (body) => {
      commit(body);
      send(res, answer);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

function send(res: ServerResponse, { status, headers, body }: FloorAnswer): void {
  res.writeHead(status, headers);
  res.end(body);
}

function readBody(req: IncomingMessage, then: (body: string) => void): void {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => then(Buffer.concat(chunks).toString('utf8')));
}

/** One row, one transaction, on the disk when it returns. */
function openCommit(file: string): (value: string) => void {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID');
  const write = db.prepare(
    "INSERT INTO settings (name, value) VALUES ('all', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
  );
  return (value) => void write.run(value);
}
