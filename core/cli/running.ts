import { randomUUID } from 'node:crypto';
import { commandLineToken, findCaller, forgetCallers, type ProcessTokens } from '../domain/callers.ts';
import { lastPort, rememberPort, storedServerOptions } from '../domain/server.ts';
import { randomToken } from '../domain/token-text.ts';
import { createEngine } from '../engine.ts';
import type { SecretStore } from '../rest/secrets.ts';
import { runFolder, type Host } from '../server/folders.ts';
import { serve } from '../server/http.ts';
import { API_VERSION, writePortFile } from '../server/port-file.ts';
import { ForeignPathError } from '../server/private-file.ts';
import type { Site } from '../site.ts';
import { siteRow } from '../store/site.ts';
import type { Output } from './output.ts';
import { listenOn } from './ports.ts';

export interface Wish {
  /** The port that was asked for; undefined: one may be chosen. */
  port: number | undefined;
  /** --no-anonymous-read */
  isClosed: boolean;
  tokens: ProcessTokens;
  secrets: SecretStore;
  host: Host;
  output: Output;
}

/** A site that is being served, and how to end that. */
export interface Running {
  url: string;
  close(): Promise<void>;
}

/** Serves a site on loopback and writes its port file (`reliability-and-security.md` 3.1). Owns the site from here on. */
export async function startServer(site: Site, wish: Wish): Promise<Running> {
  const instanceId = randomUUID();
  const processToken = randomToken();
  const tokens = new Map([...wish.tokens, commandLineToken(site, processToken)]);
  const engine = createEngine(site, { secrets: wish.secrets });
  engine.onChange(() => forgetCallers(site));
  const policy = {
    authenticate: (credentials: Parameters<typeof findCaller>[2]) => findCaller(site, tokens, credentials),
    anonymousRead: () => !wish.isClosed && storedServerOptions(site).anonymous_read,
    allowedOrigins: () => storedServerOptions(site).allowed_origins,
    allowedHosts: () => storedServerOptions(site).allowed_hosts,
  };
  try {
    const asked = wish.port ?? (storedServerOptions(site).port || undefined);
    const listen = (port: number) => serve(engine, { ...policy, port, instanceId });
    const server = await listenOn(listen, { asked, last: lastPort(site) });
    if (asked === undefined && !site.readOnly) rememberPort(site, server.port);
    const content = {
      pid: process.pid,
      port: server.port,
      base_url: server.url,
      instance_id: instanceId,
      process_token: processToken,
    };
    const removePortFile = await announce(site, content, wish);
    const close = async (): Promise<void> => {
      removePortFile();
      await server.close();
      engine.close();
    };
    return { url: server.url, close };
  } catch (error) {
    engine.close();
    throw error;
  }
}

type Announced = { pid: number; port: number; base_url: string; instance_id: string; process_token: string };

/** Without a port file the server runs all the same; only the command line cannot reach it. */
async function announce(site: Site, content: Announced, { host, output }: Wish): Promise<() => void> {
  const more = { api_version: API_VERSION, started_at: site.now().toISOString(), site_file: site.file };
  try {
    return await writePortFile(runFolder(host), siteRow(site.db).site_id, { ...content, ...more });
  } catch (error) {
    if (!(error instanceof ForeignPathError) && !(error instanceof Error && 'syscall' in error)) throw error;
    output.note(`The port file could not be written: ${error.message} The command line cannot reach this server.`);
    return () => {};
  }
}
