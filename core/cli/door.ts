import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandLineCaller } from '../domain/callers.ts';
import { createEngine } from '../engine.ts';
import { ask } from '../server/client.ts';
import { dataFolder, runFolder, type Host } from '../server/folders.ts';
import { openToServe } from '../server/open.ts';
import { findServer, type PortFile } from '../server/port-file.ts';
import { createFileSecrets } from '../server/secrets.ts';
import type { Site } from '../site.ts';
import { OpenError } from '../store/failures.ts';
import { siteRow } from '../store/site.ts';
import type { Dict } from '../types.ts';
import type { Call } from './arguments.ts';
import { asCliError, missingSite, restFailure } from './failure.ts';
import { productVersion } from './version.ts';

export interface DoorRequest {
  method: string;
  /** Below the REST root. */
  path: string;
  query?: Dict<string>;
  body?: Dict;
  /** Through a server only: a file as the body. */
  upload?: { path: string; name: string };
  /** Through a server only: where the answer goes. */
  saveTo?: string;
}

/** A way to a site for one command: the server that has it open, or the file itself. The same requests go through both. */
export interface Door {
  /** Address of the running server; undefined when the file was opened here. */
  server: string | undefined;
  /** The open file; undefined when a server has it. */
  site: Site | undefined;
  /** The body of a successful answer; throws for every other. */
  send(request: DoorRequest): Promise<unknown>;
  close(): void;
}

/** Finds the server that has the file open, or opens it here (`contract/extras.md`, Command line). */
export async function openDoor(file: string, { host, output }: Pick<Call, 'host' | 'output'>): Promise<Door> {
  const find = (): Promise<PortFile | undefined> => findServer(runFolder(host), realpathSync(file));
  // First the server: asking for the lock it holds takes a quarter of a second.
  const server = existsSync(file) ? await find() : undefined;
  if (server) return serverDoor(server);
  try {
    const { site } = await openToServe(file, {
      version: productVersion(),
      edition: 'extended',
      create: false,
      host,
      isShared: true,
      slow: output.note,
    });
    return fileDoor(site, host);
  } catch (error) {
    if (error instanceof OpenError && error.code === 'missing' && !existsSync(file)) throw missingSite(resolve(file));
    if (!(error instanceof OpenError) || error.code !== 'in_use') throw error;
    const late = await find();
    if (!late) throw error;
    return serverDoor(late);
  }
}

function fileDoor(site: Site, host: Host): Door {
  const secrets = createFileSecrets({
    folder: dataFolder(host),
    siteId: siteRow(site.db).site_id,
    passphrase: host.env['POLYDESK_SECRETS_KEY'],
  });
  const engine = createEngine(site, { secrets });
  const caller = commandLineCaller(site);
  return {
    server: undefined,
    site,
    send: (request) => {
      const { status, body } = engine.dispatch(request, caller);
      return status < 400 ? Promise.resolve(body) : Promise.reject(restFailure(status, body));
    },
    close: () => engine.close(),
  };
}

/** How long a file may take on its way: as long as a server waits for it. */
const TRANSFER_MS = 300_000;

function serverDoor({ base_url, process_token }: PortFile): Door {
  return {
    server: base_url,
    site: undefined,
    async send({ method, path, query, body, upload, saveTo }) {
      const search = query ? `?${new URLSearchParams(query).toString()}` : '';
      const answer = await ask({
        method,
        url: `${base_url}/wp-json${path}${search}`,
        token: process_token,
        body,
        ...(upload && { upload, patience: TRANSFER_MS }),
        ...(saveTo !== undefined && { saveTo, patience: TRANSFER_MS }),
      }).catch((error: unknown) => {
        throw asCliError(error);
      });
      if (answer.status >= 400) throw restFailure(answer.status, answer.body);
      return answer.body;
    },
    close: () => {},
  };
}
