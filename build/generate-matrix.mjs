// SVG transforms as [a, b, c, d, e, f].

export const IDENTITY = [1, 0, 0, 1, 0, 0];

export function multiply([a, b, c, d, e, f], [g, h, i, j, k, l]) {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

export function apply([a, b, c, d, e, f], [x, y]) {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The scale factor of lengths, averaged over both directions. */
export function scaleOf([a, b, c, d]) {
  return Math.sqrt(Math.abs(a * d - b * c));
}

export function readTransform(text = '') {
  let matrix = IDENTITY;
  for (const [, name, list] of text.matchAll(/(\w+)\s*\(([^)]*)\)/g)) {
    matrix = multiply(matrix, readStep(name, list.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/g).map(Number)));
  }
  return matrix;
}

/** A transform as text, '' for none. */
export function writeTransform(matrix) {
  const rounded = matrix.map((n, i) => Number(n.toFixed(i < 4 ? 4 : 1)));
  if (rounded.every((n, i) => n === IDENTITY[i])) return '';
  const [a, b, c, d, e, f] = rounded;
  if (a === 1 && !b && !c && d === 1) return `translate(${e} ${f})`;
  return `matrix(${rounded.join(' ')})`;
}

function readStep(name, n) {
  if (name === 'matrix') return n;
  if (name === 'translate') return [1, 0, 0, 1, n[0], n[1] ?? 0];
  if (name === 'scale') return [n[0], 0, 0, n[1] ?? n[0], 0, 0];
  if (name === 'skewX') return [1, 0, Math.tan((n[0] * Math.PI) / 180), 1, 0, 0];
  if (name === 'skewY') return [1, Math.tan((n[0] * Math.PI) / 180), 0, 1, 0, 0];
  if (name !== 'rotate') throw new Error(`transform not understood: ${name}`);
  const [cos, sin] = [Math.cos((n[0] * Math.PI) / 180), Math.sin((n[0] * Math.PI) / 180)];
  const turn = [cos, sin, -sin, cos, 0, 0];
  if (n.length < 3) return turn;
  return multiply(multiply([1, 0, 0, 1, n[1], n[2]], turn), [1, 0, 0, 1, -n[1], -n[2]]);
}
