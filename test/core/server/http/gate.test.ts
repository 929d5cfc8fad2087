import { expect, test } from 'vitest';
import { checkBrowser, checkHost, type Verdict } from '../../../../core/server/http/gate.ts';

const PORT = 24180;
const NO_NAMES = () => [];
const NAMES = () => ['Polydesk.test', 'desk.test:8080'];

/** The gate without its defence: every refusal below must come out differently here. */
const openGate = (): Verdict => ({ ok: true });

const judgeHost = (raw: readonly string[], target = '/', names: () => readonly string[] = NO_NAMES) =>
  checkHost({ rawHeaders: raw, target }, PORT, names);

test.each([
  ['127.0.0.1', ['Host', '127.0.0.1:24180']],
  ['localhost', ['Host', 'localhost:24180']],
  ['[::1]', ['Host', '[::1]:24180']],
  ['in capitals', ['HOST', 'LOCALHOST:24180']],
  ['among others', ['Accept', '*/*', 'host', '127.0.0.1:24180', 'X-Forwarded-Host', 'evil.test']],
])('own host: %s', (_name, raw) => {
  expect(judgeHost(raw)).toEqual({ ok: true });
});

test.each([
  ['a name, our port', ['Host', 'polydesk.test:24180']],
  ['case folded', ['Host', 'POLYDESK.TEST:24180']],
  ['a name with its port', ['Host', 'desk.test:8080']],
])('host the user added: %s', (_name, raw) => {
  expect(judgeHost(raw, '/', NAMES)).toEqual({ ok: true });
});

const HOSTILE_HOSTS: [string, string[], string?][] = [
  ['none', []],
  ['empty', ['Host', '']],
  ['a re-bound name', ['Host', 'evil.test:24180']],
  ['a re-bound name without port', ['Host', 'evil.test']],
  ['no port', ['Host', '127.0.0.1']],
  ['another port', ['Host', '127.0.0.1:24181']],
  ['a longer port', ['Host', '127.0.0.1:241800']],
  ['port with zeros', ['Host', '127.0.0.1:024180']],
  ['trailing dot', ['Host', 'localhost.:24180']],
  ['prefix', ['Host', 'localhost:24180.evil.test']],
  ['suffix', ['Host', 'evil-localhost:24180']],
  ['subdomain', ['Host', 'localhost.evil.test:24180']],
  ['userinfo', ['Host', 'localhost:24180@evil.test']],
  ['userinfo before', ['Host', 'evil@localhost:24180']],
  ['other loopback', ['Host', '127.0.0.2:24180']],
  ['short loopback', ['Host', '127.1:24180']],
  ['number', ['Host', '2130706433:24180']],
  ['any address', ['Host', '0.0.0.0:24180']],
  ['bare ::1', ['Host', '::1:24180']],
  ['mapped', ['Host', '[::ffff:127.0.0.1]:24180']],
  ['long ::1', ['Host', '[0:0:0:0:0:0:0:1]:24180']],
  ['unicode look-alike', ['Host', 'lоcalhost:24180']],
  ['full-width', ['Host', 'ｌocalhost:24180']],
  ['dotted I', ['Host', 'LOCALHOſT:24180']],
  ['blank inside', ['Host', 'localhost :24180']],
  ['two in one', ['Host', 'localhost:24180, evil.test']],
  ['two equal', ['Host', 'localhost:24180', 'Host', 'localhost:24180']],
  ['two, good first', ['Host', 'localhost:24180', 'host', 'evil.test']],
  ['two, good last', ['Host', 'evil.test', 'hOST', 'localhost:24180']],
  ['forwarded only', ['X-Forwarded-Host', 'localhost:24180', 'Forwarded', 'host=localhost:24180']],
  ['absolute form', ['Host', 'localhost:24180'], 'http://localhost:24180/wp-json/'],
  ['absolute form of another', ['Host', 'localhost:24180'], 'http://evil.test/'],
  ['asterisk form', ['Host', 'localhost:24180'], '*'],
  ['authority form', ['Host', 'localhost:24180'], 'localhost:24180'],
  ['empty target', ['Host', 'localhost:24180'], ''],
];

test.each(HOSTILE_HOSTS)('no host of ours: %s', (_name, raw, target = '/') => {
  const verdict = judgeHost(raw, target, NAMES);
  expect(verdict).toMatchObject({ ok: false, status: 421, code: 'rest_invalid_host' });
  expect(openGate()).not.toEqual(verdict);
});

const OWN = 'http://127.0.0.1:24180';
const APP = 'http://localhost:5173';
type Row = [origin: string | undefined, site: string | undefined, method: string];

const judge = ([origin, secFetchSite, method]: Row, options: { ownUi?: boolean; allowed?: string[] } = {}) =>
  checkBrowser(
    { origin, secFetchSite, method },
    { ...(options.ownUi && { ownOrigin: OWN }), allowedOrigins: () => options.allowed ?? [] },
  );

test.each<Row>([
  [undefined, undefined, 'GET'],
  [undefined, undefined, 'POST'],
  [undefined, undefined, 'DELETE'],
  [undefined, 'same-origin', 'GET'],
  [undefined, 'same-origin', 'POST'],
  [undefined, 'none', 'GET'],
  [undefined, 'none', 'HEAD'],
])('origin %s, Sec-Fetch-Site %s, %s: passes', (...row) => {
  expect(judge(row)).toEqual({ ok: true });
});

const HOSTILE_PAGES: Row[] = [
  [undefined, 'none', 'POST'],
  [undefined, 'none', 'OPTIONS'],
  [undefined, 'none', 'DELETE'],
  [undefined, 'same-site', 'GET'],
  [undefined, 'cross-site', 'GET'],
  [undefined, 'cross-site', 'POST'],
  [undefined, '', 'GET'],
  [undefined, 'Same-Origin', 'GET'],
  [undefined, 'same-origin, cross-site', 'GET'],
  ['null', undefined, 'GET'],
  ['null', 'cross-site', 'GET'],
  ['null', 'same-origin', 'OPTIONS'],
  ['', undefined, 'GET'],
  ['https://evil.test', undefined, 'GET'],
  ['https://evil.test', 'same-origin', 'GET'],
  ['https://evil.test', 'cross-site', 'OPTIONS'],
  // Our own origin while no interface is served here.
  [OWN, 'same-origin', 'GET'],
  [OWN, undefined, 'POST'],
];

test.each(HOSTILE_PAGES)('origin %s, Sec-Fetch-Site %s, %s: refused', (...row) => {
  const verdict = judge(row);
  expect(verdict).toMatchObject({ ok: false, status: 403, code: 'rest_forbidden_origin' });
  expect(openGate()).not.toEqual(verdict);
});

test.each<[Row, boolean]>([
  [[OWN, 'same-origin', 'GET'], true],
  [[OWN, 'same-origin', 'POST'], true],
  [[OWN, 'same-site', 'POST'], false],
  [[OWN, 'cross-site', 'POST'], false],
  [[OWN, undefined, 'POST'], false],
  [['http://localhost:24180', 'same-origin', 'GET'], false],
  [['http://127.0.0.1:24181', 'same-origin', 'GET'], false],
])('own interface: %j', (row, ok) => {
  expect(judge(row, { ownUi: true }).ok).toBe(ok);
});

test.each([undefined, 'none', 'same-origin', 'same-site', 'cross-site'])(
  'allowed origin, Sec-Fetch-Site %s',
  (site) => {
    for (const method of ['GET', 'POST', 'OPTIONS'])
      expect(judge([APP, site, method], { allowed: [APP] })).toEqual({ ok: true, cors: APP });
  },
);

test.each([
  'http://localhost:5173/',
  'http://localhost:51730',
  'http://localhost',
  'https://localhost:5173',
  'HTTP://LOCALHOST:5173',
  'http://localhost:5173.evil.test',
  'http://evil.test/http://localhost:5173',
  'http://localhost:5173@evil.test',
  'http://user@localhost:5173',
  'http://localhost.:5173',
  'http://lоcalhost:5173',
  'http://localhost:5173, https://evil.test',
  'http://localhost:5173 ',
  'null',
  '*',
])('not the allowed origin: %s', (origin) => {
  const verdict = judge([origin, 'cross-site', 'GET'], { allowed: [APP] });
  expect(verdict).toMatchObject({ ok: false, status: 403 });
  expect(openGate()).not.toEqual(verdict);
});

test('no list can hold null', () => {
  expect(judge(['null', undefined, 'GET'], { allowed: ['null'] }).ok).toBe(false);
});
