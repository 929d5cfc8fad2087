import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLineCaller, namedProcessToken } from '../../core/domain/access/callers.ts';
import { transact } from '../../core/domain/history/history.ts';
import type { Engine } from '../../core/engine/engine.ts';
import { startServer } from '../../core/server/host/running.ts';
import type { Role } from '../../core/types.ts';
import { openBench } from '../support/engine.ts';
import { withoutAddedSettings } from './added-settings.ts';
import { runCase, sendHttp, type ContractCase, type Difference } from './replay.mjs';

/** Runs one recorded case against a real server on loopback, with real credentials. Resolves to the first difference, or null. */
export async function runOverHttp(one: ContractCase): Promise<Difference | null> {
  const { engine } = openBench({
    homeUrl: one.home ?? '',
    ...(one.content_model && { contentModel: one.content_model }),
  });
  const { url, passwords, close } = await serveEngine(engine, ['admin', 'author', ...(one.users ?? [])]);
  try {
    const send = async (request: Parameters<typeof sendHttp>[0]) => {
      const answer = await sendHttp(request, url, passwords);
      return { ...answer, body: withoutAddedSettings(answer.body) };
    };
    return await runCase(one, send, { home: url, url });
  } finally {
    await close();
  }
}

/** A real server for an engine: its address, and the password of each of these users. */
export interface Served {
  url: string;
  passwords: Record<string, string>;
  /** Ends the server and closes the engine. */
  close(): Promise<void>;
}

/** Serves an engine for a test, to users whose roles are their names. */
export async function serveEngine(engine: Engine, users: readonly string[]): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-contract-'));
  const passwords = Object.fromEntries(users.map((name) => [name, randomBytes(12).toString('hex')]));
  const server = await startServer(engine, {
    port: 0,
    tokens: tokensFor(engine, passwords),
    host: { env: { POLYDESK_DATA: folder, XDG_RUNTIME_DIR: folder }, platform: process.platform, home: folder },
    note: () => undefined,
  });
  const close = async (): Promise<void> => {
    await server.close();
    engine.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: server.url, passwords, close };
}

function tokensFor(
  { site }: Engine,
  passwords: Record<string, string>,
): Map<string, ReturnType<typeof namedProcessToken>[1]> {
  const role = (name: string): Role => (name === 'admin' ? 'administrator' : (name as Role));
  const make = () =>
    new Map(
      Object.entries(passwords).map(([user, token]) => namedProcessToken(site, { user, role: role(user), token })),
    );
  return transact(site, commandLineCaller(site), () => ({ value: make(), keep: true })).value;
}
