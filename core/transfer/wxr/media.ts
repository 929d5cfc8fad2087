import { uploadType } from '../../domain/content/media/types.ts';
import { phpToJson, type PhpValue } from '../../domain/content/php.ts';
import type { MediaRecord } from '../records.ts';
import type { Report } from '../report.ts';
import { textOf, type Node } from './tree.ts';
import { phpArrayOf } from './values.ts';

/** The file of an attachment as recorded in the export (`content.md` 8.1). Nothing is downloaded; the address is kept. */
export function mediaOf(
  { node, valueOf }: { node: Node; valueOf: (key: string) => string },
  report: Report,
): MediaRecord {
  const source_url = textOf(node, 'wp:attachment_url') || textOf(node, 'guid');
  const file = valueOf('_wp_attached_file');
  const serialised = valueOf('_wp_attachment_metadata');
  const about = { what: 'file', name: file };
  const place = { line: node.line, text: `The properties of the file ${file}`, about };
  const facts = serialised === '' ? undefined : phpArrayOf(serialised, place, { report, kind: 'media' });
  const path = facts?.get('file');
  const at = (key: string): PhpValue | undefined => facts?.get(key);
  return {
    file: file === '' && typeof path === 'string' ? path : file,
    source_url,
    mime_type: mimeOf(file || source_url, at('mime_type')),
    width: sizeOf(at('width')),
    height: sizeOf(at('height')),
    filesize: sizeOf(at('filesize')) ?? 0,
    sizes: recordOf(at('sizes')),
    image_meta: recordOf(at('image_meta')),
    alt_text: valueOf('_wp_attachment_image_alt'),
  };
}

/** The export has no media type: it is derived from the extension. */
function mimeOf(name: string, given: PhpValue | undefined): string {
  const bare = name.replace(/[?#].*$/, '');
  const known = uploadType(bare.slice(bare.lastIndexOf('/') + 1));
  if (known !== undefined) return known;
  return typeof given === 'string' && /^[a-z]+\/[a-z0-9.+-]{1,100}$/.test(given) ? given : 'application/octet-stream';
}

function sizeOf(value: PhpValue | undefined): number | null {
  const number = Number(value);
  return (typeof value === 'number' || typeof value === 'string') && Number.isSafeInteger(number) && number >= 0
    ? number
    : null;
}

/**
 * A map as JSON; an empty list counts as an empty map. Entries of `sizes` that are not maps are left out by the caller's schema.
 */
function recordOf(value: PhpValue | undefined): Record<string, unknown> {
  const json = value === undefined ? undefined : phpToJson(value);
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : {};
}
