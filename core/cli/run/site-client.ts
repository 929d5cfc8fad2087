import { copyFileSync, existsSync, linkSync, readdirSync, realpathSync, rmdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commandLineCaller } from '../../domain/access/callers.ts';
import { dropJobFile, jobFolder } from '../../domain/site/transfer-files.ts';
import { createEngine } from '../../engine/engine.ts';
import { ask } from '../../server/host/client.ts';
import { dataFolder, runFolder, type Host } from '../../server/host/folders.ts';
import { openToServe } from '../../server/host/open.ts';
import { findServer, type PortFile } from '../../server/host/port-file.ts';
import { createFileSecrets } from '../../server/host/secrets.ts';
import type { Site } from '../../site.ts';
import { filesFolder } from '../../store/file/paths.ts';
import { OpenError } from '../../store/file/failures.ts';
import { siteRow } from '../../store/site/site.ts';
import type { Dict, RestRequest } from '../../types.ts';
import type { Call } from './arguments.ts';
import { asCliError, missingSite, restFailure } from './failure.ts';
import { productVersion } from '../version.ts';

export interface SiteRequest {
  method: string;
  /** Relative to the REST root. */
  path: string;
  query?: Dict<string>;
  body?: Dict;
  /** A file to send as the body. */
  upload?: { path: string; name: string };
  /** Where to save a file response. */
  saveTo?: string;
}

/** A connection to a site for one command: the server that has it open, or the file itself. Both accept the same requests. */
export interface SiteClient {
  /** URL of the running server; undefined if the file was opened here. */
  server: string | undefined;
  /** The open file; undefined if a server has it. */
  site: Site | undefined;
  /** Returns the body of a successful response; throws for any other. */
  send(request: SiteRequest): Promise<unknown>;
  close(): void;
}

export interface HowToReach {
  /** Creates the file if it does not exist. */
  create?: boolean;
  /** False: the whole file is checked, whatever its stamp says. */
  trustsStamp?: boolean;
  /** The site is deleted afterwards. */
  isTemporary?: boolean;
}

/**
 * Finds the server that has the file open, and reports it, or opens the file here (`contract/extras.md`, Command line). With
 * `create`, a missing file is created.
 */
export async function openSiteClient(
  file: string,
  { host, output }: Pick<Call, 'host' | 'output'>,
  { create = false, trustsStamp = true, isTemporary = false }: HowToReach = {},
): Promise<SiteClient> {
  const through = (server: PortFile): SiteClient => {
    output.note(`The site is open in the server at ${server.base_url}. The command ran there.`);
    return serverClient(server);
  };
  const find = (): Promise<PortFile | undefined> => findServer(runFolder(host), realpathSync(file));
  // The server is looked up first: trying the lock it holds takes a quarter of a second.
  const server = existsSync(file) ? await find() : undefined;
  if (server) return through(server);
  try {
    const { site } = await openToServe(file, {
      version: productVersion(),
      edition: 'extended',
      create,
      host,
      isShared: true,
      trustsStamp,
      isTemporary,
      slow: output.note,
    });
    return fileClient(site, host);
  } catch (error) {
    if (error instanceof OpenError && error.code === 'missing' && !existsSync(file)) throw missingSite(resolve(file));
    if (!(error instanceof OpenError) || error.code !== 'in_use') throw error;
    const late = await find();
    if (!late) throw error;
    return through(late);
  }
}

function fileClient(site: Site, host: Host): SiteClient {
  const secrets = createFileSecrets({
    folder: dataFolder(host),
    siteId: siteRow(site.db).site_id,
    passphrase: host.env['POLYDESK_SECRETS_KEY'],
  });
  const engine = createEngine(site, { secrets });
  const caller = commandLineCaller(site);
  // A write may contain a secret, which is extracted first; reads are not worth starting a thread for.
  const answer = (request: RestRequest) =>
    request.method === 'GET' ? engine.dispatch(request, caller) : engine.ask(request, caller, { isAlone: true });
  return {
    server: undefined,
    site,
    async send({ upload, saveTo, ...request }) {
      const { status, body, file } = upload
        ? withFile(site, upload, (more) => engine.dispatch({ ...request, ...more }, caller))
        : await answer(request);
      if (status >= 400) throw restFailure(status, body);
      if (saveTo !== undefined && file) copyFileSync(file.path, saveTo);
      return body;
    },
    close() {
      engine.close();
      dropIfEmpty(filesFolder(site.file));
    },
  };
}

/** For a request that consumes a file: passes a hard link if possible, else a copy. */
function withFile<T>(
  site: Site,
  { path, name }: NonNullable<SiteRequest['upload']>,
  send: (request: Pick<RestRequest, 'file' | 'headers'>) => T,
): T {
  const lent = join(jobFolder(site), 'file');
  try {
    const source = realpathSync(path);
    try {
      linkSync(source, lent);
    } catch {
      copyFileSync(source, lent);
    }
    const file = { path: lent, name, type: 'application/octet-stream', size: statSync(lent).size };
    return send({ file, headers: { 'content-disposition': 'attachment' } });
  } finally {
    dropJobFile(lent);
  }
}

/** A job only needs the transfer folder temporarily. */
function dropIfEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Time limit for transferring a file: the same as in the server. */
const TRANSFER_MS = 300_000;

function serverClient({ base_url, process_token }: PortFile): SiteClient {
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
