// Pictures: their tag as written, their caption, and changes to them.
import { decodePlain, encodeAttribute } from '../entities.ts';
import { tokenizeHtml } from '../html.ts';
import { pictureOf } from '../layout/figures.ts';
import type { OpenTag } from './elements.ts';
import { rawOf } from './elements.ts';
import { readCaption } from './classic.ts';
import { knownText, textOf } from './nodes.ts';
import type { WritingNode } from './nodes.ts';

/** The data for writing a picture. */
export interface PictureFacts {
  src: string;
  /** The id of its record; 0 for none. */
  media: number;
  alt: string;
}

/** The HTML of an image block as a node; undefined if there is anything besides one picture and its caption. */
export function readPicture(html: string): WritingNode | undefined {
  const tokens = tokenizeHtml(html);
  const at = tokens.findIndex((token) => token.kind === 'open' && token.name === 'img');
  const image = tokens[at];
  if (image?.kind !== 'open') return undefined;
  const [before, rest] = [tokens.slice(0, at), tokens.slice(at + 1)];
  const isFrame = before.every((token) =>
    token.kind === 'open' ? /^(?:div|figure|a)$/.test(token.name) : token.kind === 'text' && token.raw.trim() === '',
  );
  const from = rest.findIndex((token) => token.kind === 'open');
  const to = rest.findLastIndex((token) => token.kind === 'close' && token.name === 'figcaption');
  const hasCaption = from >= 0 && to > from;
  if (!isFrame || (from >= 0 && !hasCaption)) return undefined;
  const caption = hasCaption ? readCaption(rest.slice(from, to + 1), 'figcaption') : { type: 'caption' };
  const ends = [...rest.slice(0, hasCaption ? from : 0), ...rest.slice(hasCaption ? to + 1 : 0)];
  const isEnd = ends.every((token) => token.kind === 'close' || (token.kind === 'text' && token.raw.trim() === ''));
  if (!caption || !isEnd) return undefined;
  // The caption of a picture without one is inserted before the end of its frame.
  const frame = rest.findLastIndex((token) => token.kind === 'close' && token.name === 'figure');
  const cut = hasCaption ? from : frame;
  if (cut < 0) return undefined;
  const attrs = {
    open: rawOf(before),
    image: image.raw,
    middle: rawOf(rest.slice(0, cut)),
    close: rawOf(rest.slice(hasCaption ? to + 1 : cut)),
  };
  return { type: 'picture', attrs, content: [caption] };
}

/** The data of a picture, from its tag. */
export function factsOf(node: WritingNode): PictureFacts {
  const tag = tagOf(textOf(node, 'image'));
  if (!tag) return { src: '', media: 0, alt: '' };
  const { src, media } = pictureOf(tag);
  const alt = tag.attributes.find(({ name }) => name === 'alt')?.raw ?? '';
  return { src: decodePlain(src), media, alt: decodePlain(alt) };
}

/** The tag of a picture with another alternative text. */
export function withAlt(image: string, alt: string): string {
  const found = tagOf(image)?.attributes.find(({ name }) => name === 'alt');
  const value = `"${encodeAttribute(alt)}"`;
  if (!found) return image.replace(/^<img/i, (tag) => `${tag} alt=${value}`);
  const [from, to] = found.quote === '' ? [found.start, found.end] : [found.start - 1, found.end + 1];
  return image.slice(0, from) + value + image.slice(to);
}

/** The attributes of a picture that is inserted, or replaces another; in a text without blocks a plain element. */
export function newPicture({ src, media, alt }: PictureFacts, isClassic = false): Record<string, string> {
  const json = media > 0 ? ` {"id":${media},"sizeSlug":"full","linkDestination":"none"}` : '';
  const size = media > 0 ? ' size-full' : '';
  const number = media > 0 ? ` class="wp-image-${media}"` : '';
  const image = `<img src="${encodeAttribute(src)}" alt="${encodeAttribute(alt)}"${number}/>`;
  if (isClassic) return { open: '<figure>', image, middle: '', close: '</figure>', form: 'html' };
  return {
    open: `<!-- wp:image${json} -->\n<figure class="wp-block-image${size}">`,
    image,
    middle: '',
    close: '</figure>\n<!-- /wp:image -->',
    form: 'block',
  };
}

/** The markup of a picture around its caption. */
export const pictureEnds = (node: WritingNode): [open: string, close: string] => [
  `${knownText(node, 'open') ?? ''}${textOf(node, 'image')}${textOf(node, 'middle')}`,
  textOf(node, 'close'),
];

function tagOf(html: string): OpenTag | undefined {
  const [tag] = tokenizeHtml(html);
  return tag?.kind === 'open' ? tag : undefined;
}
