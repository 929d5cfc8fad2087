// A simplified copy of a drawing: every path in the coordinates of the picture, with its own paint, without invisibly small
// shapes; adjacent paths of the same paint are merged.

import { IDENTITY, multiply, readTransform, scaleOf, writeTransform } from './generate-matrix.mjs';
import { coarsenPath } from './generate-paths.mjs';
import { tidy, walk } from './generate-svg.mjs';

const INHERITED = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'clip-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linejoin',
].concat(['stroke-linecap', 'stroke-miterlimit', 'stroke-dasharray', 'stroke-dashoffset']);
const INITIAL = {
  fill: '#000',
  'fill-opacity': '1',
  'fill-rule': 'nonzero',
  'clip-rule': 'nonzero',
  stroke: 'none',
  'stroke-width': '1',
};
const OF_GROUP = ['clip-path', 'mask', 'opacity'];

/** `limits`: { tolerance, smallest, hairline } in 640ths of the width. */
export function coarsenSvg(svg, limits) {
  const context = { byId: new Map(), scales: new Map(), limits };
  walk(svg, (node) => node.attributes.id && context.byId.set(node.attributes.id, node));
  const [, , width = 640] = (svg.attributes.viewBox ?? '').split(/[ ,]+/).map(Number);
  context.unit = 640 / width;
  markScales(svg, IDENTITY, context);
  const paint = pick(svg.attributes, INHERITED);
  const children = svg.children.flatMap((child) =>
    flatten(child, { matrix: IDENTITY, paint, scale: context.unit }, context),
  );
  return tidy({ name: 'svg', attributes: omit(svg.attributes, INHERITED), children: joinNeighbours(children) });
}

/** Flattens a node into shapes that need neither its groups nor its transforms. */
function flatten(node, outer, context) {
  const { attributes } = node;
  if (node.name === 'defs')
    return [{ ...node, children: node.children.flatMap((child) => coarsenInPlace(child, {}, context)) }];
  if (['clipPath', 'mask', 'linearGradient', 'radialGradient', 'marker'].includes(node.name))
    return [structuredClone(node)];
  if (attributes.id) return [group(outer, {}, coarsenInPlace(node, outer.paint, context))];
  const matrix = multiply(outer.matrix, readTransform(attributes.transform));
  const paint = { ...outer.paint, ...pick(attributes, INHERITED) };
  const inner = { matrix, paint, scale: outer.scale };
  if (node.name === 'path') return flattenPath(node, inner, context);
  if (node.name !== 'g')
    return sizeOf(node) * scaleOf(matrix) * outer.scale < context.limits.smallest ? [] : [shape(node, inner)];
  const own = pick(attributes, OF_GROUP);
  const visit = (state) => node.children.flatMap((child) => flatten(child, state, context));
  if (!Object.keys(own).length) return visit(inner);
  const fresh = { ...inner, matrix: IDENTITY, scale: outer.scale * scaleOf(matrix) };
  return [group({ matrix, paint: {} }, own, joinNeighbours(visit(fresh)))];
}

function flattenPath(node, state, { byId, limits }) {
  const { matrix, scale } = state;
  const own = pick(node.attributes, OF_GROUP);
  if (own['clip-path'] || own.mask) return [shape(node, state)];
  const paint = { ...state.paint, ...plainColours(state.paint, byId) };
  const coarse = coarsenAt(node.attributes.d, { matrix, paint, scale }, limits);
  if (!coarse) return [];
  const kept = coarse.lineWidth ? { ...paint, 'stroke-width': String(round(coarse.lineWidth)) } : withoutStroke(paint);
  return [{ name: 'path', attributes: { ...plainPaint(kept), ...own, d: coarse.d }, children: [], box: coarse.box }];
}

/** Replaces each gradient by one colour: its last visible one. */
function plainColours(paint, byId) {
  const colours = {};
  for (const key of ['fill', 'stroke']) {
    const id = /^url\(#(.+)\)$/.exec(paint[key] ?? '')?.[1];
    if (!id) continue;
    let gradient = byId.get(id);
    while (gradient?.attributes.href && !gradient.children.length)
      gradient = byId.get(gradient.attributes.href.slice(1));
    const stop = gradient?.children.findLast(({ attributes }) => Number(attributes['stop-opacity'] ?? 1) > 0.5);
    colours[key] = stop?.attributes['stop-color'] ?? 'none';
  }
  return colours;
}

function sizeOf({ name, attributes }) {
  const number = (key) => Number.parseFloat(attributes[key] ?? '0');
  if (name === 'circle') return 2 * number('r');
  if (name === 'ellipse') return 2 * Math.max(number('rx'), number('ry'));
  if (name === 'rect') return Math.max(number('width'), number('height'));
  return Infinity;
}

/** Simplifies referenced elements in their own coordinates; [] if invisible even at the largest scale. */
function coarsenInPlace(node, outerPaint, context) {
  const paint = { ...outerPaint, ...pick(node.attributes, INHERITED) };
  const copy = { name: node.name, attributes: { ...node.attributes }, children: [] };
  copy.children = node.children.flatMap((child) => coarsenInPlace(child, paint, context));
  if (node.name !== 'path' || !context.scales.has(node)) return [copy];
  const scale = context.scales.get(node) * context.unit;
  const coarse = coarsenAt(node.attributes.d, { matrix: IDENTITY, paint, scale }, context.limits);
  if (!coarse) return [];
  if (coarse.d.length < copy.attributes.d.length) copy.attributes.d = coarse.d;
  return [copy];
}

/** The path simplified for `scale`, including the resulting line width; undefined if it would be invisible. */
function coarsenAt(d, { matrix, paint, scale }, { tolerance, smallest, hairline }) {
  const thickness = thicknessOf(paint) * scaleOf(matrix) * scale;
  const isStroked = thickness >= hairline;
  if (!isStroked && paint.fill === 'none') return undefined;
  const limits = {
    tolerance: tolerance / scale,
    smallest: Math.max(0, smallest - (isStroked ? thickness : 0)) / scale,
    isStroked,
  };
  const coarse = coarsenPath(d, matrix, limits);
  return coarse && { ...coarse, lineWidth: isStroked ? thickness / scale : 0 };
}

/** Joins consecutive paths of the same paint that do not touch, so that no hole can appear. */
function joinNeighbours(nodes) {
  const joined = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (
      last?.boxes &&
      node.box &&
      paintKey(last) === paintKey(node) &&
      last.boxes.every((box) => isApart(box, node.box))
    ) {
      last.attributes.d += ` M0 0${node.attributes.d}`.trim();
      last.boxes.push(node.box);
    } else joined.push(node.box ? { ...node, boxes: [node.box] } : node);
  }
  return joined;
}

function isApart([left, top, right, bottom], box) {
  return right < box[0] || box[2] < left || bottom < box[1] || box[3] < top;
}

function paintKey({ attributes }) {
  return JSON.stringify({ ...attributes, d: '' });
}

function group({ matrix, paint }, own, children) {
  return { name: 'g', attributes: { ...plainPaint(paint), ...own, ...transformOf(matrix) }, children };
}

function shape(node, { matrix, paint }) {
  const attributes = {
    ...omit(node.attributes, [...INHERITED, 'transform']),
    ...plainPaint(paint),
    ...transformOf(matrix),
  };
  return { name: node.name, attributes, children: structuredClone(node.children) };
}

function transformOf(matrix) {
  const transform = writeTransform(matrix);
  return transform ? { transform } : {};
}

/** Only values that differ from the defaults, and none for a stroke that is not drawn. */
function plainPaint(paint) {
  const attributes = (paint.stroke ?? 'none') === 'none' ? withoutStroke(paint) : paint;
  return Object.fromEntries(
    Object.entries(attributes).filter(([key, value]) => value !== INITIAL[key] && key !== 'clip-rule'),
  );
}

function withoutStroke(paint) {
  return Object.fromEntries(Object.entries(paint).filter(([key]) => !key.startsWith('stroke')));
}

function thicknessOf(paint) {
  if ((paint.stroke ?? 'none') === 'none') return 0;
  return Number.parseFloat(paint['stroke-width'] ?? '1') * (/pt$/.test(paint['stroke-width'] ?? '') ? 4 / 3 : 1);
}

/** Records the largest scale at which each node is drawn; nodes in <defs> are reached through their uses. */
function markScales(node, outer, context, depth = 0) {
  const matrix = multiply(outer, readTransform(node.attributes.transform));
  context.scales.set(node, Math.max(context.scales.get(node) ?? 0, scaleOf(matrix)));
  const target = node.name === 'use' && context.byId.get(node.attributes.href?.slice(1));
  if (target && depth < 8) markScales(target, matrix, context, depth + 1);
  for (const child of node.children) if (child.name !== 'defs') markScales(child, matrix, context, depth);
}

function round(n) {
  return Number(n.toPrecision(2));
}

function pick(from, keys) {
  return Object.fromEntries(keys.filter((key) => key in from).map((key) => [key, from[key]]));
}

function omit(from, keys) {
  return Object.fromEntries(Object.entries(from).filter(([key]) => !keys.includes(key)));
}
