// The flag set of contract section 3.3: each code with a drawing for its URL and one for the data URI in a response.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { DRAWINGS } from './generate-drawings.mjs';
import { coarsenSvg } from './generate-coarse.mjs';
import { readSvg, writeSvg } from './generate-svg.mjs';

// Codes that Intl knows but that are not countries of ISO 3166-1: reservations, unions, pseudo and unknown regions.
const NO_COUNTRY = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' '));
const COUNTRIES = 249;
const FILES = {
  arab: 'arab',
  basque: 'es-pv',
  catalonia: 'es-ct',
  england: 'gb-eng',
  galicia: 'es-ga',
  scotland: 'gb-sct',
  wales: 'gb-wls',
};

// Target size in characters and the tolerances allowed to reach it, in 640ths of the width.
const LARGE = { enough: 8_000, steps: [1, 1.5, 2] };
const SMALL = { enough: 1_800, steps: [1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7] };

/** Alpha-2 codes of ISO 3166-1, lower case. */
export function countryCodes() {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((a) => letters.map((b) => a + b));
  const countries = codes.filter(
    (code) => names.of(code) && new Intl.Locale(`und-${code}`).region === code && !NO_COUNTRY.has(code),
  );
  if (countries.length !== COUNTRIES)
    throw new Error(`${countries.length} countries instead of ${COUNTRIES}: is this Node 24 with full ICU?`);
  return countries.map((code) => code.toLowerCase());
}

/** Rows of { code, svg, small }; `small` is '' if the large drawing is small enough. */
export function generateFlags() {
  const folder = path.join(
    path.dirname(createRequire(import.meta.url).resolve('flag-icons/package.json')),
    'flags/4x3',
  );
  const codes = [...countryCodes(), ...Object.keys(FILES), ...Object.keys(DRAWINGS)].sort();
  return codes.map((code) => {
    const drawing = readSvg(DRAWINGS[code] ?? readFileSync(path.join(folder, `${FILES[code] ?? code}.svg`), 'utf8'));
    const svg = fit(drawing, LARGE);
    const small = fit(drawing, SMALL);
    return { code, svg, small: small === svg ? '' : small };
  });
}

/** The most detailed version that is small enough, else the smallest. */
function fit(drawing, { enough, steps }) {
  let best = writeSvg(drawing);
  // Every second step suffices while far from the target.
  for (let i = 0; i < steps.length && best.length > enough; i += best.length > 4 * enough ? 2 : 1) {
    const tolerance = steps[i];
    const coarser = writeSvg(coarsenSvg(drawing, { tolerance, smallest: 3.5 * tolerance, hairline: 1.5 * tolerance }));
    if (coarser.length < best.length) best = coarser;
  }
  return best;
}
