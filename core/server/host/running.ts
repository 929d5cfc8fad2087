import { randomUUID } from 'node:crypto';
import {
  commandLineToken,
  findCaller,
  forgetCallers,
  unconfirmedToken,
  type Credentials,
  type ProcessTokens,
} from '../../domain/access/callers.ts';
import { isClockBehind } from '../../domain/site/clock.ts';
import { lastPort, noteAddress, openAccess, rememberPort, storedServerOptions } from '../../domain/site/server.ts';
import { randomToken } from '../../domain/access/token-text.ts';
import type { Engine } from '../../engine/engine.ts';
import { offerPreview } from '../../preview/switch.ts';
import type { Site } from '../../site.ts';
import { siteRow } from '../../store/site/site.ts';
import { runFolder, type Host } from './folders.ts';
import { serve, type ServeOptions } from '../http/http.ts';
import { API_VERSION, writePortFile } from './port-file.ts';
import { listenOn } from '../http/ports.ts';
import { createPreview } from '../preview/preview.ts';
import { ForeignPathError } from './private-file.ts';
import type { Sessions } from '../../domain/access/sessions.ts';
import type { Ui } from '../http/ui.ts';

export interface StartOptions {
  /** The requested port; undefined: choose one. */
  port?: number | undefined;
  /** --no-anonymous-read */
  isClosed?: boolean;
  /** Origins that are allowed in addition to those of the site, while it runs. */
  allowedOrigins?: readonly string[];
  tokens?: ProcessTokens;
  /** Sessions signed in through the interface. */
  sessions?: Sessions | undefined;
  /** The interface, for a browser; left out if there is a window. */
  ui?: Ui | undefined;
  host: Host;
  /** Called with further notes for the user. */
  note(text: string): void;
}

/** An engine that is being served, and how to stop serving it. The engine stays open. */
export interface Running {
  url: string;
  port: number;
  close(): Promise<void>;
}

/** Serves an engine on loopback with the options stored in its site, and writes the port file (`security.md` 3.1). */
export async function startServer(engine: Engine, start: StartOptions): Promise<Running> {
  const { site } = engine;
  for (const text of warnings(site)) start.note(text);
  const instanceId = randomUUID();
  const processToken = randomToken();
  const options = { ...policyOf(site, start, processToken), ...interfaceOf(start), instanceId };
  const forget = engine.onChange(() => forgetCallers(site));
  const server = await listenAt(engine, options, start.port).catch((error: unknown) => {
    forget();
    throw error;
  });
  const content = {
    pid: process.pid,
    port: server.port,
    base_url: server.url,
    instance_id: instanceId,
    process_token: processToken,
  };
  if (start.ui) noteAddress(site);
  const removePortFile = await announce(site, content, start);
  const preview = createPreview(site, start.note);
  const endPreview = offerPreview(site, preview);
  const close = async (): Promise<void> => {
    endPreview();
    preview.close();
    try {
      removePortFile();
    } finally {
      await server.close();
      forget();
    }
  };
  return { url: server.url, port: server.port, close };
}

/** Listens on the requested port, else on the last one used, and stores the port. */
async function listenAt(engine: Engine, options: Omit<ServeOptions, 'port'>, requested: number | undefined) {
  const { site } = engine;
  const asked = requested ?? (storedServerOptions(site).port || undefined);
  const listen = (port: number) => serve(engine, { ...options, port });
  const server = await listenOn(listen, { asked, last: lastPort(site) });
  if (asked === undefined && !site.readOnly) rememberPort(site, server.port);
  return server;
}

/** Warnings about the site for the person who starts a server. */
function warnings(site: Site): string[] {
  const locked = site.readOnly && site.findings.length === 0;
  return [
    ...(locked ? ['The site is open for reading only: its file or its folder cannot be written by you.'] : []),
    ...(isClockBehind(site) ? [CLOCK] : []),
  ];
}

const CLOCK =
  'The clock of this computer is behind the newest change of the site. What is stored now looks older than it is, and no old backup is removed. Set the clock.';

type Policy = Pick<ServeOptions, 'authenticate' | 'anonymousRead' | 'allowedOrigins' | 'allowedHosts'>;

function policyOf(site: Site, start: StartOptions, processToken: string): Policy {
  const { isClosed, allowedOrigins = [], tokens, sessions } = start;
  const hint = hintAtUnconfirmed(site, start.note);
  const known = new Map([...(tokens ?? []), commandLineToken(site, processToken)]);
  const inInterface = (credentials: Credentials) =>
    credentials.kind === 'bearer' ? sessions?.find(credentials.token) : undefined;
  return {
    authenticate(credentials) {
      const caller = inInterface(credentials) ?? findCaller(site, known, credentials);
      if (caller === 'bad') hint(credentials);
      return caller;
    },
    anonymousRead: () => !isClosed && openAccess(site).anonymous_read,
    allowedOrigins: () => [...openAccess(site).allowed_origins, ...allowedOrigins],
    allowedHosts: () => openAccess(site).allowed_hosts,
  };
}

/** Notes once for each token that came in the file why it is refused; the client gets the same answer as for an unknown token. */
function hintAtUnconfirmed(site: Site, note: (text: string) => void): (credentials: Credentials) => void {
  const named = new Set<string>();
  return (credentials) => {
    const name = unconfirmedToken(site, credentials);
    if (name === undefined || named.has(name)) return;
    named.add(name);
    note(`The token "${name}" was refused: it came in the site file and is not confirmed on this computer.`);
  };
}

/** Only a server that shows the interface accepts requests from its own pages and offers sign-in. */
function interfaceOf({ ui, sessions }: StartOptions): Pick<ServeOptions, 'ownUi' | 'page' | 'sessions'> {
  return ui ? { ownUi: true, page: ui, ...(sessions && { sessions }) } : {};
}

type Announced = { pid: number; port: number; base_url: string; instance_id: string; process_token: string };

/** Without a port file the server still runs; only the command line cannot reach it. */
async function announce(site: Site, content: Announced, { host, note }: StartOptions): Promise<() => void> {
  const more = { api_version: API_VERSION, started_at: site.now().toISOString(), site_file: site.file };
  try {
    return await writePortFile(runFolder(host), siteRow(site.db).site_id, { ...content, ...more });
  } catch (error) {
    if (!(error instanceof ForeignPathError) && !(error instanceof Error && 'syscall' in error)) throw error;
    note(`The port file could not be written: ${error.message} The command line cannot reach this server.`);
    return () => {};
  }
}
