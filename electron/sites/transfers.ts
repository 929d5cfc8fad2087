import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Engine } from '../../core/engine/engine.ts';
import { fileHeaders, siteErrorAnswer } from '../../core/server/http/answer.ts';
import { LIMITS, tooLarge } from '../../core/server/http/limits.ts';
import { createUploadFolder, describeUpload } from '../../core/server/http/uploads.ts';
import type { Caller, Dict, RestResponse } from '../../core/types.ts';
import { isOwnUrl } from '../security/origin.ts';

/** Serves file transfers; undefined for all other requests. */
export type Transfers = (request: Request) => Promise<Response | undefined>;

const ROOT = '/wp-json';

/**
 * File transfers of the page: binary data does not cross the bridge as JSON, so it goes over `app://ui`, to the same engine and
 * as the same caller. Only our page can send it: another one would need CORS permission for the header that names the file.
 */
export function createTransfers(engine: Engine, caller: Caller): { answer: Transfers; close(): Promise<void> } {
  const uploads = createUploadFolder();
  const take = async (request: Request, path: string, query: Dict): Promise<RestResponse> => {
    const headers = Object.fromEntries(request.headers);
    const { name, type } = describeUpload(headers['content-disposition'] ?? '', headers['content-type'] ?? '');
    const place = await uploads.reserve();
    try {
      const size = await save(request, place);
      return await engine.ask(
        { method: 'POST', path, query, headers, file: { path: place, name, type, size } },
        caller,
      );
    } finally {
      await uploads.remove(place);
    }
  };
  return {
    async answer(request) {
      if (!isOwnUrl(request.url)) return undefined;
      const { pathname, searchParams } = new URL(request.url);
      const path = pathname.startsWith(ROOT) ? pathname.slice(ROOT.length) : '';
      const query = Object.fromEntries(searchParams);
      const { takesFile, givesFile } = engine.traitsOf({ method: request.method, path });
      if (takesFile && request.method === 'POST' && request.headers.has('content-disposition'))
        return written(await guarded(engine, () => take(request, path, query)));
      if (givesFile && request.method === 'GET')
        return written(await guarded(engine, () => engine.ask({ method: 'GET', path, query }, caller)));
      return undefined;
    },
    close: () => uploads.clear(),
  };
}

async function guarded({ site }: Engine, work: () => RestResponse | Promise<RestResponse>): Promise<RestResponse> {
  try {
    return await work();
  } catch (error) {
    return siteErrorAnswer(site, error, (line) => void process.stderr.write(`${line}\n`));
  }
}

/** Streams the body into a private file; 413 beyond the upload limit. Returns its size. */
async function save(request: Request, path: string): Promise<number> {
  const sink = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const source = request.body ? Readable.fromWeb(request.body as ReadableStream) : Readable.from([]);
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Uint8Array>) {
      let size = 0;
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > LIMITS.upload) throw tooLarge(LIMITS.upload);
        yield chunk;
      }
    },
    sink,
  );
  return sink.bytesWritten;
}

function written({ status, headers = {}, body, file }: RestResponse): Response {
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  if (file) {
    const stream = Readable.toWeb(createReadStream(file.path)) as unknown as ConstructorParameters<typeof Response>[0];
    return new Response(stream, { status, headers: { ...texts, ...fileHeaders(file) } });
  }
  const text = body === undefined ? null : JSON.stringify(body);
  return new Response(text, { status, headers: { ...texts, 'content-type': 'application/json; charset=UTF-8' } });
}
