import { randomBytes } from 'node:crypto';
import type { PreviewArgs } from '../../schema/content/preview.ts';
import type { Site } from '../../site.ts';
import { decodePlain, encodeText } from '../../units/entities.ts';
import { tokenizeHtml } from '../../units/html.ts';
import { pictureOf } from '../../units/layout/figures.ts';
import { renderContent, renderTitle } from './posts/render.ts';

/** Maximum number of previews in memory: an editor views one at a time. */
const MOST = 20;

const previews = new WeakMap<Site, Map<string, string>>();

/** Keeps a page in memory and returns its unguessable path; the oldest are evicted. Stores nothing. */
export function keepPreview(site: Site, input: PreviewArgs): { path: string } {
  const known = previews.get(site) ?? new Map<string, string>();
  previews.set(site, known);
  const path = `/polydesk/previews/${randomBytes(24).toString('base64url')}`;
  known.set(path, pageOf(input));
  for (const old of known.keys()) {
    if (known.size <= MOST) break;
    known.delete(old);
  }
  return { path };
}

/** The page at a path; undefined if unknown. */
export function previewAt(site: Site, path: string): string | undefined {
  return previews.get(site)?.get(path);
}

const STYLE =
  'body{max-width:42em;margin:24px auto;padding:0 20px;font:16px/1.65 system-ui,sans-serif;color:#17201e;background:#fff}' +
  'h1{font-size:28px;line-height:1.25}img,video,iframe{max-width:100%;height:auto}' +
  'pre{overflow:auto}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:4px 8px}a{color:#0b6b66}' +
  '.no-file{display:inline-block;padding:24px 32px;border:1px dashed #8a9692;color:#606d69;font-size:13px}' +
  'figure{margin:1em 0}figcaption{color:#606d69;font-size:14px}';

function pageOf({ title, content, lang, is_rtl }: PreviewArgs): string {
  const tag = /^[\w-]{1,35}$/.test(lang) ? lang.replaceAll('_', '-') : 'und';
  const head = `<meta charset="utf-8"><title>${renderTitle(title)}</title><style>${STYLE}</style>`;
  const body = `<h1>${renderTitle(title)}</h1>\n${withFrames(renderContent(content))}`;
  return `<!doctype html>\n<html lang="${tag}" dir="${is_rtl ? 'rtl' : 'ltr'}"><head>${head}</head><body>${body}</body></html>`;
}

/** Keeps embedded images and replaces all others by a box with the file name, since nothing is loaded. */
function withFrames(html: string): string {
  const written = tokenizeHtml(html).map((token) => {
    if (token.kind !== 'open' || token.name !== 'img') return token.raw;
    const { src, alt } = pictureOf(token);
    if (/^data:image\/[a-z+.-]+;base64,[a-z0-9+/=]+$/i.test(src)) return `<img src="${src}" alt="${alt}">`;
    const name = decodePlain(src).split(/[?#]/)[0]?.split('/').pop() ?? '';
    return `<span class="no-file">${encodeText(name)}</span>`;
  });
  return written.join('');
}
