// Simplifies SVG path data: curves become polylines; points that change less than `tolerance` and shapes smaller than `smallest`
// are removed. A flag is shown 16 to 64 pixels wide, while the coats of arms are drawn for posters.

import { apply, scaleOf } from './generate-matrix.mjs';
import { distance, polylines } from './generate-polylines.mjs';

/**
 * Path data transformed by `matrix` and simplified: { d, box }, or undefined if nothing visible remains. A filled outline needs
 * no closing but must have some area; `isStroked` keeps lines.
 */
export function coarsenPath(d, matrix, { tolerance, smallest, isStroked }) {
  const grid = 10 ** Math.floor(Math.log10(tolerance));
  const kept = [];
  for (const { points, closed } of polylines(d, tolerance / (scaleOf(matrix) || 1))) {
    const moved = points.map((point) => apply(matrix, point));
    if (extent(moved) < smallest || (!isStroked && area(moved) < smallest ** 2 / 4)) continue;
    const snapped = dropRepeats(reduce(moved, tolerance).map(([x, y]) => [Math.round(x / grid), Math.round(y / grid)]));
    if (snapped.length > (isStroked ? 1 : 2)) kept.push({ points: snapped, closed: closed && isStroked });
  }
  if (!kept.length) return undefined;
  return {
    d: writePath(kept, grid, isStroked),
    box: boxOf(kept.flatMap(({ points }) => points)).map((edge) => edge * grid),
  };
}

function boxOf(points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Width or height of the bounding box of the points, whichever is larger. */
function extent(points) {
  const [left, top, right, bottom] = boxOf(points);
  return Math.max(right - left, bottom - top);
}

function area(points) {
  let twice = 0;
  points.forEach(([x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length];
    twice += x * nextY - nextX * y;
  });
  return Math.abs(twice) / 2;
}

/** Ramer-Douglas-Peucker. A closed ring is split at the point farthest from its start, or it would collapse. */
function reduce(points, tolerance) {
  const last = points.length - 1;
  if (last < 2) return points;
  let [far, farthest] = [0, tolerance];
  const isRing = distance(points[0], points[last]) < tolerance;
  for (let i = 1; i < last; i++) {
    const away = isRing ? distance(points[i], points[0]) : fromSegment(points[i], points[0], points[last]);
    if (away > farthest) [far, farthest] = [i, away];
  }
  if (!far) return [points[0], points[last]];
  return [...reduce(points.slice(0, far + 1), tolerance).slice(0, -1), ...reduce(points.slice(far), tolerance)];
}

function fromSegment([x, y], [x1, y1], [x2, y2]) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const t = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - x1 - t * dx, y - y1 - t * dy);
}

function dropRepeats(points) {
  return points.filter(([x, y], i) => i === 0 || x !== points[i - 1][0] || y !== points[i - 1][1]);
}

/** Relative coordinates in whole grid steps: rounded once, so that errors do not accumulate. */
function writePath(lines, grid, isStroked) {
  const number = (steps) => {
    const text = String(Number((steps * grid).toPrecision(12)));
    return text.replace(/^(-?)0\./, '$1.');
  };
  let out = '';
  let [x, y] = [0, 0];
  for (const { points, closed } of lines) {
    const isBack = points.length > 2 && points[0][0] === points.at(-1)[0] && points[0][1] === points.at(-1)[1];
    const ring = (closed || !isStroked) && isBack ? points.slice(0, -1) : points;
    ring.forEach(([toX, toY], i) => {
      const [a, b] = [number(toX - x), number(toY - y)];
      out += (i === 0 ? 'm' : i === 1 ? 'l' : a.startsWith('-') ? '' : ' ') + a + (b.startsWith('-') ? '' : ' ') + b;
      [x, y] = [toX, toY];
    });
    if (closed) {
      out += 'z';
      [x, y] = ring[0];
    }
  }
  return out;
}
