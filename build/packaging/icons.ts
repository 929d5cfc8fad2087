// Icons in every size the systems need, all from the one drawing that the interface shows too.
import { Resvg } from '@resvg/resvg-js';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import png2icons from 'png2icons';

/** The source drawing. */
export const DRAWING = 'renderer/icon.svg';
/** Sizes that Linux desktops look for. */
export const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const;
/** macOS icons have a margin: 100 of 1024 on each side. */
const MAC_RIM = 100 / 1024;

/**
 * Writes `icons/16x16.png` and the other sizes, `icon.ico` and `icon.icns` into a folder. Throws if the drawing cannot be read.
 */
export function writeIcons(root: string, folder: string): void {
  const svg = readFileSync(join(root, DRAWING), 'utf8');
  mkdirSync(join(folder, 'icons'), { recursive: true });
  for (const size of SIZES) writeFileSync(join(folder, `icons/${size}x${size}.png`), draw(svg, size));
  const { BICUBIC2, createICNS, createICO } = png2icons;
  writeFileSync(join(folder, 'icon.ico'), made(createICO(draw(svg, 1024), BICUBIC2, 0, true, true), 'icon.ico'));
  writeFileSync(join(folder, 'icon.icns'), made(createICNS(draw(withRim(svg), 1024), BICUBIC2, 0), 'icon.icns'));
}

function draw(svg: string, size: number): Buffer {
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng();
}

/** The same drawing on a larger canvas. */
function withRim(svg: string): string {
  const box = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg);
  if (!box) throw new Error(`${DRAWING} has no viewBox that begins at 0 0`);
  const side = Number(box[1]) / (1 - 2 * MAC_RIM);
  const rim = side * MAC_RIM;
  return svg.replace(box[0], `viewBox="${-rim} ${-rim} ${side} ${side}"`);
}

function made(icon: Buffer | null, name: string): Buffer {
  if (!icon) throw new Error(`${name} could not be made from ${DRAWING}`);
  return icon;
}
