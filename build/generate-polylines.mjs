// Converts SVG path data to polylines.

const ARITY = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

/** Path data as absolute points, one list per subpath; curves with as many points as the tolerance requires. */
export function polylines(d, tolerance) {
  const lines = [];
  const pen = { at: [0, 0], start: [0, 0], line: undefined, control: undefined };
  for (const [command, args] of readCommands(d)) {
    const kind = command.toLowerCase();
    const base = command === kind ? pen.at : [0, 0];
    if (kind === 'm') {
      pen.at = pen.start = [args[0] + base[0], args[1] + base[1]];
      pen.line = pen.control = undefined;
    } else if (kind === 'z') {
      if (pen.line) pen.line.closed = true;
      pen.at = pen.start;
      pen.line = pen.control = undefined;
    } else {
      if (!pen.line) lines.push((pen.line = { points: [pen.at], closed: false }));
      pen.line.points.push(...draw(pen, kind, { args, base, tolerance }));
      pen.at = pen.line.points.at(-1);
    }
  }
  return lines;
}

/** The end points of one command; keeps the control point for a following smooth curve. */
function draw(pen, kind, { args, base, tolerance }) {
  const pair = (i) => [args[i] + base[0], args[i + 1] + base[1]];
  const { at, control } = pen;
  pen.control = undefined;
  if (kind === 'h') return [[args[0] + base[0], at[1]]];
  if (kind === 'v') return [[at[0], args[0] + base[1]]];
  const to = pair(args.length - 2);
  if (kind === 'l') return [to];
  if (kind === 'a') return arcPoints(at, args, to, tolerance);
  const isSmooth = kind === 's' || kind === 't';
  const mirrored = control ? [2 * at[0] - control[0], 2 * at[1] - control[1]] : at;
  const first = isSmooth ? mirrored : pair(0);
  const isCubic = kind === 'c' || kind === 's';
  pen.control = isCubic ? pair(args.length - 4) : first;
  return curvePoints(isCubic ? [at, first, pen.control, to] : [at, first, to], tolerance);
}

function* readCommands(d) {
  const token = /\s*,?\s*([a-zA-Z])|\s*,?\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/gy;
  const flag = /\s*,?\s*([01])/y; // the two flags of an arc may be written without a separator
  let command;
  let args = [];
  for (let at = 0; at < d.trimEnd().length;) {
    const inFlag = command?.toLowerCase() === 'a' && (args.length === 3 || args.length === 4);
    const reader = inFlag ? flag : token;
    reader.lastIndex = at;
    const match = reader.exec(d);
    if (!match) throw new Error(`path data not understood at ${at}: ${d.slice(at, at + 20)}`);
    at = reader.lastIndex;
    if (!inFlag && match[1]) command = match[1];
    else args.push(Number(inFlag ? match[1] : match[2]));
    if (args.length !== ARITY[command.toLowerCase()]) continue;
    yield [command, args];
    args = [];
    if (command === 'm') command = 'l';
    else if (command === 'M') command = 'L';
    // Only a letter may follow z, and the letter is read before this test.
  }
}

function curvePoints(polygon, tolerance) {
  let length = 0;
  for (let i = 1; i < polygon.length; i++) length += distance(polygon[i - 1], polygon[i]);
  const steps = stepsFor(length, tolerance);
  return Array.from({ length: steps }, (_, i) => onCurve(polygon, (i + 1) / steps));
}

function stepsFor(length, tolerance) {
  return Math.max(2, Math.min(32, Math.ceil(Math.sqrt(length / tolerance) * 1.5)));
}

function onCurve(polygon, t) {
  if (polygon.length === 1) return polygon[0];
  const next = [];
  for (let i = 1; i < polygon.length; i++) {
    const [[x1, y1], [x2, y2]] = [polygon[i - 1], polygon[i]];
    next.push([x1 + (x2 - x1) * t, y1 + (y2 - y1) * t]);
  }
  return onCurve(next, t);
}

/** Points of an elliptical arc, by the centre form of SVG 1.1 appendix F.6. */
function arcPoints([x1, y1], [radiusX, radiusY, turn, large, sweep], [x2, y2], tolerance) {
  let [rx, ry] = [Math.abs(radiusX), Math.abs(radiusY)];
  if (!rx || !ry) return [[x2, y2]];
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const [dx, dy] = [(x1 - x2) / 2, (y1 - y2) / 2];
  const [px, py] = [cos * dx + sin * dy, cos * dy - sin * dx];
  const grow = Math.sqrt((px / rx) ** 2 + (py / ry) ** 2);
  if (grow > 1) [rx, ry] = [rx * grow, ry * grow];
  const below = (rx * py) ** 2 + (ry * px) ** 2;
  const factor = Math.sqrt(Math.max(0, (rx * ry) ** 2 - below) / (below || 1)) * (large === sweep ? -1 : 1);
  const [qx, qy] = [(factor * rx * py) / ry, (-factor * ry * px) / rx];
  const [cx, cy] = [cos * qx - sin * qy + (x1 + x2) / 2, sin * qx + cos * qy + (y1 + y2) / 2];
  const start = Math.atan2((py - qy) / ry, (px - qx) / rx);
  let angle = Math.atan2((-py - qy) / ry, (-px - qx) / rx) - start;
  if (sweep && angle < 0) angle += 2 * Math.PI;
  if (!sweep && angle > 0) angle -= 2 * Math.PI;
  const steps = stepsFor(Math.abs(angle) * Math.max(rx, ry), tolerance);
  return Array.from({ length: steps }, (_, i) => {
    const a = start + (angle * (i + 1)) / steps;
    return [cx + cos * rx * Math.cos(a) - sin * ry * Math.sin(a), cy + sin * rx * Math.cos(a) + cos * ry * Math.sin(a)];
  });
}

export function distance([x1, y1], [x2, y2]) {
  return Math.hypot(x2 - x1, y2 - y1);
}
