// Our own simple drawings of the flags missing from flag-icons: correct colours, plain shapes, 4:3.

const svg = (...shapes) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480">${shapes.join('')}</svg>`;
const rect = (fill, x, y, width, height) => path(fill, `M${x} ${y}h${width}v${height}h${-width}z`);
const path = (fill, d) => `<path fill="${fill}" d="${d}"/>`;
const circle = (fill, x, y, radius) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;

/** A star with `count` points, one of them upwards. */
function star(fill, [x, y], [outer, inner], count) {
  const points = Array.from({ length: 2 * count }, (_, i) => {
    const angle = (Math.PI * i) / count;
    const radius = i % 2 ? inner : outer;
    return `${Math.round(x + radius * Math.sin(angle))} ${Math.round(y - radius * Math.cos(angle))}`;
  });
  return path(fill, `M${points.join('L')}z`);
}

function quebec() {
  const lily =
    'M0-66c10 16 24 30 24 48C24-8 18 0 14 8h8c2-20 12-34 30-32 18 3 22 25 8 33-2-9-12-11-16-3-3 8 2 16 8 22H16c2 12 6 22 14 26' +
    'L0 74l-30-20c8-4 12-14 14-26h-28c6-6 11-14 8-22-4-8-14-6-16 3-14-8-10-30 8-33 18-2 28 12 30 32h8c-4-8-10-16-10-26 0-18 14-32 24-48z';
  const lilies = ['140 100', '500 100', '140 380', '500 380'].map(
    (at) => `<use href="#l" transform="translate(${at})"/>`,
  );
  return svg(
    `<defs><path id="l" fill="#fff" d="${lily}"/></defs>`,
    rect('#003da5', 0, 0, 640, 480),
    path('#fff', 'M280 0h80v200h280v80H360v200h-80V280H0v-80h280z'),
    ...lilies,
  );
}

function occitania() {
  const arm = [
    [-20, -20],
    [-24, -84],
    [-62, -122],
    [0, -184],
    [62, -122],
    [24, -84],
  ];
  const turned = (times) => arm.map(([x, y]) => turn([x, y], times));
  const outline = [0, 1, 2, 3].flatMap(turned).map(([x, y]) => `${320 + x} ${240 + y}`);
  const pearls = [0, 1, 2, 3].flatMap((times) =>
    [
      [-72, -124],
      [0, -196],
      [72, -124],
    ].map((at) => turn(at, times)),
  );
  return svg(
    rect('#c8102e', 0, 0, 640, 480),
    `<path fill="none" stroke="#ffcd00" stroke-width="14" d="M${outline.join('L')}z"/>`,
    ...pearls.map(([x, y]) => circle('#ffcd00', 320 + x, 240 + y, 15)),
  );
}

function turn([x, y], times) {
  return times === 0 ? [x, y] : turn([-y, x], times - 1);
}

function tibet() {
  const rays = Array.from({ length: 24 }, (_, i) => {
    const [from, to] = [i - 0.5, i + 0.5].map((step) => (Math.PI * step) / 12);
    const at = (angle) => `${Math.round(320 + 620 * Math.sin(angle))} ${Math.round(230 - 620 * Math.cos(angle))}`;
    return path(i % 2 ? '#d71f2b' : '#1c3f94', `M320 230L${at(from)} ${at(to)}z`);
  });
  return svg(
    ...rays,
    path('#fff', 'M320 225 30 480h580z'),
    path('#1f8a4c', 'M180 480c20-50 60-70 140-70s120 20 140 70z'),
    path('#d71f2b', 'M250 400h140l-30 50h-80z'),
    circle('#ffdd00', 320, 230, 56),
    path('#ffdd00', 'M0 0h640v28H28v424h612v28H0z'),
  );
}

function veneto() {
  const tails = [0, 2, 4, 6].map((i) => rect('#e8b923', 470, Math.round((i * 480) / 7), 170, 69));
  return svg(
    rect('#9e1b32', 0, 0, 640, 480),
    ...tails,
    rect('#e8b923', 60, 60, 370, 360),
    rect('#4f8fcb', 80, 80, 330, 190),
    rect('#2a5ca8', 80, 270, 330, 60),
    rect('#3f8f4f', 80, 330, 330, 70),
    path(
      '#9e1b32',
      'M340 300l-20 45h-30l6-45h-90l-6 45h-30l-4-80c0-20 20-32 50-32h60l70-95c10 40 0 80-30 110zM110 330v-70h14v70z',
    ),
    circle('#9e1b32', 170, 190, 46),
    circle('#e8b923', 170, 190, 22),
  );
}

/** Drawings by flag code. */
export const DRAWINGS = {
  esperanto: svg(rect('#090', 0, 0, 640, 480), rect('#fff', 0, 0, 240, 240), star('#090', [120, 130], [92, 35], 5)),
  kurdistan: svg(
    rect('#ed2024', 0, 0, 640, 160),
    rect('#fff', 0, 160, 640, 160),
    rect('#278e43', 0, 320, 640, 160),
    star('#febd11', [320, 240], [112, 66], 21),
  ),
  occitania: occitania(),
  quebec: quebec(),
  tibet: tibet(),
  veneto: veneto(),
};
