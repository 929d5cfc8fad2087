// The formatting in attributes of a clipboard, as far as it is meaningful in a text.
import { decodePlain } from '../entities.ts';
import type { HtmlToken } from '../html.ts';
import { safeAddress } from './runs.ts';
import type { MarkName, Marks } from './runs.ts';

export type OpenTag = Extract<HtmlToken, { kind: 'open' }>;

const BY_ELEMENT: Readonly<Record<string, MarkName>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  dfn: 'em',
  s: 's',
  strike: 's',
  del: 's',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  sub: 'sub',
  sup: 'sup',
};
/** Parts of pages that are not text: controls, and editing marks. */
const UNREAD = new Set('button select option datalist input head noscript audio video canvas map'.split(' '));

export const attributeOf = ({ attributes }: OpenTag, name: string): string =>
  decodePlain(attributes.find((attribute) => attribute.name === name)?.raw ?? '');

/** The declarations of a `style`, names and values in lower case; the last one wins. */
export function styleOf(tag: OpenTag): ReadonlyMap<string, string> {
  const parts = attributeOf(tag, 'style').split(';');
  return new Map(
    parts.flatMap((part) => {
      const at = part.indexOf(':');
      const [name, value] = [
        part.slice(0, at).trim().toLowerCase(),
        part
          .slice(at + 1)
          .trim()
          .toLowerCase(),
      ];
      return at > 0 ? [[name, value]] : [];
    }),
  );
}

/** The formatting of words within a tag. */
export function marksOf(tag: OpenTag, style: ReadonlyMap<string, string>, around: Marks): Marks {
  const own: Partial<Record<MarkName, boolean>> & { href?: string } = { ...around };
  const element = BY_ELEMENT[tag.name];
  if (element) own[element] = true;
  const weight = style.get('font-weight') ?? '';
  if (/^(?:bold|bolder|[6-9]00)$/.test(weight)) own.strong = true;
  else if (/^(?:normal|lighter|[1-5]00)$/.test(weight)) delete own.strong;
  const slant = style.get('font-style') ?? '';
  if (/^(?:italic|oblique)/.test(slant)) own.em = true;
  else if (slant === 'normal') delete own.em;
  const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`;
  if (line.includes('line-through')) own.s = true;
  const height = style.get('vertical-align');
  if (height === 'super') own.sup = true;
  else if (height === 'sub') own.sub = true;
  const href = tag.name === 'a' ? safeAddress(attributeOf(tag, 'href')) : undefined;
  return href === undefined ? own : { ...own, href };
}

/** Whether to skip an element: it is hidden, or internal to its program. */
export function isHidden(tag: OpenTag, style: ReadonlyMap<string, string>): boolean {
  if (UNREAD.has(tag.name) || attributeOf(tag, 'aria-hidden') === 'true') return true;
  if (
    tag.attributes.some(({ name }) => name === 'hidden') ||
    /\shidden(?=[\s/>])/i.test(tag.raw.replace(/"[^"]*"|'[^']*'/g, ''))
  )
    return true;
  if (style.get('display') === 'none' || style.get('visibility') === 'hidden' || style.get('mso-hide') === 'all')
    return true;
  if (/^(?:comment|comment-list|header|footer)$/.test(style.get('mso-element') ?? '')) return true;
  return /(?:^|\s)(?:mw-editsection|MsoCommentReference|EOP)(?:\s|$)/.test(attributeOf(tag, 'class'));
}

/** The depth of a paragraph that Word formats as a list item; undefined for others. */
export function depthInList(style: ReadonlyMap<string, string>): number | undefined {
  const list = style.get('mso-list') ?? '';
  const depth = /(?:^|\s)level(\d)/.exec(list)?.[1];
  return depth === undefined ? undefined : Number(depth);
}
