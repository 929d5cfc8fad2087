// Pictures for the preview frame, which loads nothing: they are embedded in the text.
import { tokenizeHtml } from '../../../../core/units/html.ts';
import { pictureOf } from '../../../../core/units/layout/figures.ts';
import { pictureUrl } from '../../../lib/api/api.ts';
import { heldPath } from '../../../lib/media/held.ts';
import type { Pictures } from './pictures.svelte.ts';

/** The width of the preview column on a high-density screen. */
const WIDEST = 1000;
/** Maximum characters with pictures: a preview is one request. */
const MOST = 12_000_000;

/** A content with the locally stored pictures embedded; all others stay as they are. */
export async function withPictures(content: string, pictures: Pictures): Promise<string> {
  const parts: string[] = [];
  const known = new Map<string, Promise<string>>();
  let length = content.length;
  for (const token of tokenizeHtml(content)) {
    parts.push(token.raw);
    const attribute =
      token.kind === 'open' && token.name === 'img' && token.attributes.find(({ name }) => name === 'src');
    if (!attribute || token.kind !== 'open' || length > MOST) continue;
    const { src, media } = pictureOf(token);
    const path = heldPath({ source_url: src }) ?? heldPath((await pictures.read(media)) ?? { source_url: '' });
    if (path === undefined) continue;
    const drawing = known.get(path) ?? drawn(path).catch(() => '');
    known.set(path, drawing);
    const data = await drawing;
    length += data.length;
    if (data === '') continue;
    const [start, end] =
      attribute.quote === '' ? [attribute.start, attribute.end] : [attribute.start - 1, attribute.end + 1];
    parts[parts.length - 1] = `${token.raw.slice(0, start)}"${data}"${token.raw.slice(end)}`;
  }
  return parts.join('');
}

/** A picture as a data URL, no larger than shown. */
async function drawn(path: string): Promise<string> {
  const url = await pictureUrl(path);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.min(1, WIDEST / (image.naturalWidth || WIDEST));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round((image.naturalWidth || WIDEST) * scale));
    canvas.height = Math.max(1, Math.round((image.naturalHeight || WIDEST) * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/webp', 0.85);
  } finally {
    if (url.startsWith('blob:')) URL.revokeObjectURL(url);
  }
}
