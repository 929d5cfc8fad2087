import { replaceElements } from './typography.ts';

/** Block-level elements: not wrapped in a paragraph. */
const BLOCK =
  'address|article|aside|blockquote|caption|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|iframe|legend|li|main|map|menu|nav|ol|p|pre|script|section|style|summary|table|tbody|td|tfoot|th|thead|tr|ul|video|audio';
const OPENING = new RegExp(`(<(?:${BLOCK})(?:\\s[^<>]*)?/?>)`, 'gi');
const CLOSING = new RegExp(`(</(?:${BLOCK})>)`, 'gi');
const STARTS_WITH_BLOCK = new RegExp(`^</?(?:${BLOCK})[\\s/>]`, 'i');
const PRESERVED = ['pre', 'script', 'style', 'textarea', 'svg'];
const MARK = String.fromCharCode(0xfdd0);

/**
 * Adds paragraphs and line breaks to plain text (`content.md` 2.2): a blank line separates paragraphs, a newline is a line break.
 */
export function withParagraphs(text: string): string {
  if (text.trim() === '') return '';
  const kept: string[] = [];
  const held = replaceElements(text.replaceAll(MARK, ''), PRESERVED, (whole) => {
    kept.push(whole);
    return `\n\n<pre>${MARK}${kept.length - 1}${MARK}</pre>\n\n`;
  });
  const out = held
    .replace(/\r\n?/g, '\n')
    .replace(/<br\s?\/?>\s?<br\s?\/?>/gi, '\n\n')
    .replace(OPENING, '\n\n$1')
    .replace(CLOSING, '$1\n\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(paragraph)
    .join('\n');
  const restored = out.replace(
    new RegExp(`<pre>${MARK}(\\d+)${MARK}</pre>`, 'g'),
    (_whole, index: string) => kept[Number(index)] ?? '',
  );
  return `${restored}\n`;
}

/** A part between blank lines: a paragraph, unless it is inside or at the edge of a block. */
function paragraph(part: string): string {
  if (STARTS_WITH_BLOCK.test(part)) {
    const [, tag = '', rest = ''] = /^(<[^>]*>)([\s\S]*)$/.exec(part) ?? [];
    const inside = rest.trim();
    return inside === '' || isInline(tag)
      ? tag + broken(rest)
      : `${tag}${inside.startsWith('<') ? '' : '\n'}${broken(inside)}`;
  }
  if (/^<!--[\s\S]*-->$/.test(part)) return part;
  const [, edge = ''] = CLOSED.exec(part) ?? [];
  return edge === '' ? `<p>${broken(part)}</p>` : broken(part);
}

const CLOSED = new RegExp(`(</(?:${BLOCK})>)$`, 'i');

/** Blocks with inline content: text in a heading or a cell is not a paragraph. */
function isInline(tag: string): boolean {
  return !/^<(?:div|blockquote|section|article|aside|main)\b/i.test(tag);
}

/** Converts newlines to line breaks; not before a block, or after a tag that already ends the line. */
function broken(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines
    .map((line, i) => {
      const next = lines[i + 1];
      if (next === undefined) return line;
      const isSoft = /<br\s?\/?>$/i.test(line) || (line.endsWith('>') && STARTS_WITH_BLOCK.test(next.trimStart()));
      return isSoft ? `${line}\n` : `${line}<br />\n`;
    })
    .join('');
}
