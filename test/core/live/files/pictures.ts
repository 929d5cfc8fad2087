// Pictures on either side, for the tests of files.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Rig } from '../push/rig.ts';

const folder = mkdtempSync(join(tmpdir(), 'polydesk-live-files-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The smallest picture there is, and others of the same kind. */
export const png = (more = ''): Buffer =>
  Buffer.concat([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
    Buffer.from(more),
  ]);

/** Uploads a picture there, as somebody does in WordPress. */
export async function uploadThere({ wp }: Rig, name: string, bytes = png()): Promise<number> {
  const headers = { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}"` };
  const answer = await wp.ask('POST', '/wp/v2/media?lang=en', undefined, { raw: bytes, headers });
  return (answer.body as { id: number }).id;
}

/** Adds the file of a record here of which only the address is known. */
export function addFileHere({ here }: Pick<Rig, 'here'>, id: number, name: string, bytes = png()): void {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const { status, body } = here.engine.dispatch(
    {
      ...{ method: 'POST', path: `/polydesk/v1/media/${id}/file`, headers: { 'content-type': 'multipart/form-data' } },
      file: { path, name, type: 'image/png', size: bytes.length },
    },
    here.admin,
  );
  if (status >= 400) throw new Error(JSON.stringify(body));
}

/** Uploads one here. */
export function uploadHere(
  { here }: Pick<Rig, 'here'>,
  name: string,
  { bytes = png(), ...fields }: { bytes?: Buffer; [field: string]: unknown } = {},
): number {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const request = {
    method: 'POST',
    path: '/wp/v2/media',
    headers: { 'content-type': 'multipart/form-data' },
    body: { title: `The ${name}`, lang: 'en', ...fields },
    file: { path, name, type: 'image/png', size: bytes.length },
  };
  const { status, body } = here.engine.dispatch(request, here.admin);
  if (status >= 400) throw new Error(JSON.stringify(body));
  return (body as { id: number }).id;
}
