// Parses an SVG drawing into a tree, drops what a browser does not need, and writes it as compactly as possible.

import { SaxesParser } from 'saxes';

const ELEMENTS = new Set(
  [
    'svg',
    'g',
    'defs',
    'use',
    'clipPath',
    'mask',
    'path',
    'rect',
    'circle',
    'ellipse',
    'line',
    'polygon',
    'polyline',
  ].concat(['linearGradient', 'radialGradient', 'stop', 'marker']),
);
const ATTRIBUTES = new Set(
  [
    'viewBox',
    'd',
    'x',
    'y',
    'x1',
    'y1',
    'x2',
    'y2',
    'cx',
    'cy',
    'r',
    'rx',
    'ry',
    'fx',
    'fy',
    'width',
    'height',
    'points',
  ]
    .concat([
      'transform',
      'opacity',
      'id',
      'href',
      'clip-path',
      'clip-rule',
      'mask',
      'offset',
      'stop-color',
      'stop-opacity',
    ])
    .concat(['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linejoin'])
    .concat(['stroke-linecap', 'stroke-miterlimit', 'stroke-dasharray', 'stroke-dashoffset', 'gradientTransform'])
    .concat(['gradientUnits', 'marker-mid', 'markerWidth', 'markerHeight', 'overflow']),
);
const SIZED = new Set(['svg', 'rect', 'use', 'mask', 'marker']);

/** The drawing as a tree of { name, attributes, children }, cleaned. */
export function readSvg(text) {
  let root;
  const open = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node = { name, attributes: cleanAttributes(name, attributes), children: [] };
    if (open.length) open.at(-1).children.push(node);
    else root = node;
    open.push(node);
  });
  parser.on('closetag', () => open.pop());
  parser.write(text).close();
  delete root.attributes.id;
  return tidy(root);
}

/** Uses single quotes, because the text is stored in JSON. */
export function writeSvg(node) {
  const attributes = Object.entries(
    node.name === 'svg' ? { xmlns: 'http://www.w3.org/2000/svg', ...node.attributes } : node.attributes,
  )
    .map(
      ([name, value]) =>
        ` ${name}='${value.replaceAll('&', '&amp;').replaceAll("'", '&apos;').replaceAll('<', '&lt;')}'`,
    )
    .join('');
  if (!node.children.length) return `<${node.name}${attributes}/>`;
  return `<${node.name}${attributes}>${node.children.map(writeSvg).join('')}</${node.name}>`;
}

function cleanAttributes(name, attributes) {
  const all = { ...attributes };
  for (const rule of (attributes.style ?? '').split(';')) {
    const [property, value] = rule.split(':').map((part) => part.trim());
    if (value) all[property] = value;
  }
  if (all['xlink:href']) all.href = all['xlink:href'];
  const isKept = ([key]) =>
    ATTRIBUTES.has(key) &&
    (SIZED.has(name) || !['width', 'height'].includes(key)) &&
    (name !== 'svg' || key !== 'overflow');
  return Object.fromEntries(
    Object.entries(all)
      .filter(isKept)
      .map(([key, value]) => [key, value.replace(/\s+/g, ' ').trim()]),
  );
}

/** Drops empty elements and dangling references and shortens the ids; modifies the tree. */
export function tidy(tree) {
  let size;
  do {
    size = countNodes(tree);
    tree.children = tree.children.flatMap(tidyNode);
    dropLooseEnds(tree);
  } while (countNodes(tree) < size);
  const short = new Map();
  walk(tree, ({ attributes }) => {
    if (attributes.id) short.set(attributes.id, shortId(short.size));
  });
  walk(tree, ({ attributes }) => {
    if (attributes.id) attributes.id = short.get(attributes.id);
    for (const [key, id] of references(attributes))
      attributes[key] = attributes[key].replace(`#${id}`, `#${short.get(id)}`);
  });
  return tree;
}

function dropLooseEnds(tree) {
  const [present, used] = [new Set(), new Set()];
  walk(tree, ({ attributes }) => {
    if (attributes.id) present.add(attributes.id);
    for (const [, id] of references(attributes)) used.add(id);
  });
  walk(tree, ({ attributes }) => {
    if (!used.has(attributes.id)) delete attributes.id;
    for (const [key, id] of references(attributes)) if (!present.has(id)) delete attributes[key];
  });
}

/** Pairs of an attribute and the id it references, in href='#a' and fill='url(#a)'. */
function references(attributes) {
  return Object.entries(attributes).flatMap(([key, value]) => {
    const id = (key === 'href' ? /^#(.+)$/ : /^url\(#(.+)\)$/).exec(value)?.[1];
    return id ? [[key, id]] : [];
  });
}

function countNodes(tree) {
  let count = 0;
  walk(tree, () => count++);
  return count;
}

/** Nothing for an empty or foreign element, the children for a group without attributes. */
function tidyNode(node) {
  if (!ELEMENTS.has(node.name)) return [];
  node.children = node.children.flatMap(tidyNode);
  const says = Object.keys(node.attributes).length > 0;
  if (node.name === 'use') return node.attributes.href ? [node] : [];
  if (node.name === 'path') return node.attributes.d ? [node] : [];
  if (['g', 'defs', 'clipPath', 'mask', 'marker'].includes(node.name) && !node.children.length) return [];
  if (node.name === 'g' && !says) return node.children;
  if (node.name === 'defs')
    node.children = node.children.filter(({ attributes, name }) => attributes.id || name === 'g');
  return node.name === 'defs' && !node.children.length ? [] : [node];
}

function shortId(index) {
  return index < 26 ? String.fromCharCode(97 + index) : shortId(Math.floor(index / 26) - 1) + shortId(index % 26);
}

export function walk(node, see) {
  see(node);
  for (const child of node.children) walk(child, see);
}
