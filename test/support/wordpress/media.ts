// Files: raw or multipart, in one request with their fields (`live-wordpress.md` 4).
import { createHash } from 'node:crypto';
import { may, Refusal, require, textOf, type WpAnswer, type WpRequest } from './answers.ts';
import { createPost } from './posts.ts';
import { freeSlug } from './slugs.ts';
import { uploadsOf, type Body, type WpSite } from './site.ts';

interface Upload {
  name: string;
  type: string;
  bytes: Buffer;
  fields: Body;
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
};
const HEADS: readonly (readonly [type: string, head: string])[] = [
  ['image/jpeg', 'ffd8ff'],
  ['image/png', '89504e47'],
  ['image/gif', '47494638'],
  ['application/pdf', '25504446'],
];

export async function createMedia(site: WpSite, req: WpRequest): Promise<WpAnswer> {
  require(req.user, may(req.user, 'upload_files'), 'rest_cannot_create');
  const { name, bytes, fields, type } = await uploadOf(req);
  if (bytes.length === 0) throw new Refusal(400, 'rest_upload_no_data');
  const md5 = req.headers['content-md5'];
  if (md5 !== undefined && md5 !== createHash('md5').update(bytes).digest('hex'))
    throw new Refusal(412, 'rest_upload_hash_mismatch');
  const found = HEADS.find(([, head]) => bytes.toString('hex', 0, 4).startsWith(head))?.[0] ?? type;
  const ending = ENDINGS[found];
  if (ending === undefined) throw new Refusal(500, 'rest_upload_unknown_error');
  const stem = name.replace(/\.[^.]*$/, '');
  const taken = new Set([...site.posts.values()].map(({ file }) => file?.name));
  const free = freeSlug(stem, (one) => taken.has(`${one}.${ending}`)).replace(/-2$/, stem.endsWith('-2') ? '-2' : '-1');
  const file = { name: `${free}.${ending}`, type: found, bytes, alt: textOf(fields['alt_text']) };
  const answer = createPost(site, 'attachment', { ...req, body: { title: stem, slug: stem, ...fields } });
  const { id } = answer.body as { id: number };
  const made = site.posts.get(id);
  if (made) made.file = file;
  return {
    ...answer,
    body: {
      ...(answer.body as Body),
      ...{ source_url: `${uploadsOf(site)}/${file.name}`, mime_type: found, alt_text: file.alt },
    },
  };
}

async function uploadOf({ headers, bytes }: WpRequest): Promise<Upload> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/')) {
    const name = /filename="([^"]+)"/.exec(headers['content-disposition'] ?? '')?.[1];
    if (name === undefined) throw new Refusal(400, 'rest_upload_no_content_disposition');
    return { name, type, bytes, fields: {} };
  }
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  const file = form.get('file');
  if (!(file instanceof File)) throw new Refusal(400, 'rest_upload_no_data');
  const fields = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
  );
  return { name: file.name, type: file.type, bytes: Buffer.from(await file.arrayBuffer()), fields };
}
