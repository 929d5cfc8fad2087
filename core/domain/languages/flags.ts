import flags from '../../data/flags.json' with { type: 'json' };

const drawings = new Map(flags.map(({ code, svg, small }) => [code, { svg, small: small || svg }]));
// Precomputed: every response about a language includes its flag image.
const openings = new Map([...drawings].map(([code, { small }]) => [code, opening(small)]));

/** The valid flag codes besides "" (`interface.md` 3.3): countries of ISO 3166-1 in lower case, and thirteen others. */
export const FLAG_CODES: ReadonlySet<string> = new Set(drawings.keys());

export function isFlagCode(code: string): boolean {
  return FLAG_CODES.has(code);
}

/** The image at `/polydesk/flags/{code}.svg`. */
export function flagSvg(code: string): string | undefined {
  return drawings.get(code)?.svg;
}

/** The value of the field `flag` (`interface.md` 3.2): the inline image, displayed without a request. */
export function flagImg(code: string, name: string): string {
  const start = openings.get(code);
  return start ? `${start}${escapeHtml(name)}" width="16" height="12" style="width: 16px; height: 12px;" />` : '';
}

function opening(svg: string): string {
  return `<img src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}" alt="`;
}

function escapeHtml(text: string): string {
  if (!/[&<>"']/.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');
}
