import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCaller, GUEST } from '../../../core/domain/access/capabilities.ts';
import { createToken, revokeToken } from '../../../core/domain/access/tokens.ts';
import { transact } from '../../../core/domain/history/history.ts';
import { startServer, type Running } from '../../../core/server/host/running.ts';
import { ROLES, type Caller, type Capability } from '../../../core/types.ts';
import { operationsOf, type Operation } from '../../fuzz/operations.ts';
import { openBench, type Bench } from '../../support/engine.ts';
import { fill, nameOf, requestOf, type Ids } from './rights-requests.ts';

/**
 * Permissions (`content.md` 1.3, `contract/extras.md`): the capability each operation requires for another user's item.
 * Operations not listed here require `manage_options`, so that a new operation is closed by default.
 */
const RIGHTS: Partial<Record<Capability | 'anyone', readonly string[]>> = {
  anyone: [
    'GET /',
    'GET /pll/v1',
    'GET /wp/v2',
    'GET /polydesk/v1',
    'GET /pll/v1/languages',
    'GET /pll/v1/languages/{term_id}',
    'GET /pll/v1/languages/{slug}',
    'GET /wp/v2/posts',
    'GET /wp/v2/posts/{id}',
    'GET /wp/v2/pages',
    'GET /wp/v2/pages/{id}',
    'GET /wp/v2/media',
    'GET /wp/v2/media/{id}',
    'GET /wp/v2/categories',
    'GET /wp/v2/categories/{id}',
    'GET /wp/v2/tags',
    'GET /wp/v2/tags/{id}',
    'GET /wp/v2/types',
    'GET /wp/v2/types/{type}',
    'GET /wp/v2/taxonomies',
    'GET /wp/v2/taxonomies/{taxonomy}',
    'GET /wp/v2/statuses',
    'GET /wp/v2/statuses/{status}',
    'GET /wp/v2/users',
    'GET /wp/v2/users/{id}',
    'GET /wp/v2/search',
    'GET /wp/v2/comments',
    'GET /wp/v2/comments/{id}',
    'GET /polydesk/v1/openapi.json',
    'GET /polydesk/v1/locales',
    'GET /polydesk/v1/items',
    // Each of its items asks for itself.
    'POST /batch/v1',
  ],
  read: ['GET /wp/v2/users/me', 'GET /polydesk/v1/changes', 'GET /polydesk/v1/events'],
  edit_own: [
    'POST /wp/v2/posts',
    'GET /wp/v2/menus',
    'GET /wp/v2/menus/{id}',
    'GET /wp/v2/menu-items',
    'GET /wp/v2/menu-items/{id}',
  ],
  create_flat_terms: ['POST /wp/v2/tags'],
  upload: ['POST /wp/v2/media'],
  edit_others: [
    'GET /wp/v2/posts/{parent}/revisions',
    'GET /wp/v2/pages/{parent}/revisions',
    'POST /wp/v2/pages',
    'GET /polydesk/v1/media/awaited',
    // Those that editors may start; every other for administrators, by its number.
    'GET /polydesk/v1/jobs',
    // A file for translators; what every other file is decides, so that without one nobody is refused.
    'POST /polydesk/v1/imports',
    'POST /polydesk/v1/replace',
    'POST /polydesk/v1/pretranslate',
    'POST /polydesk/v1/words',
    'GET /polydesk/v1/exports/choice',
    'GET /polydesk/v1/handoffs',
    'GET /polydesk/v1/handoffs/{id}',
    'DELETE /polydesk/v1/handoffs/{id}',
    'GET /polydesk/v1/units/{kind}/{id}',
    'PATCH /polydesk/v1/units/{kind}/{id}',
    'GET /polydesk/v1/memory',
    'GET /polydesk/v1/memory/pairs',
    'GET /polydesk/v1/memory/ratio',
    'GET /polydesk/v1/memory/books',
    'GET /polydesk/v1/memory/books/{id}',
    'POST /polydesk/v1/memory/books/{id}/uses',
    'GET /polydesk/v1/glossary',
    'POST /polydesk/v1/glossary',
    'GET /polydesk/v1/glossary/{id}',
    'PATCH /polydesk/v1/glossary/{id}',
    'DELETE /polydesk/v1/glossary/{id}',
    'POST /polydesk/v1/glossary/match',
    'GET /polydesk/v1/glossary/uses',
    'GET /polydesk/v1/totals',
    'GET /polydesk/v1/findings',
    'GET /polydesk/v1/findings/counts',
    'GET /polydesk/v1/findings/items',
    'GET /polydesk/v1/findings/links',
    'GET /polydesk/v1/findings/ignored',
    'GET /polydesk/v1/findings/texts',
    'POST /polydesk/v1/findings/ignore',
    'POST /polydesk/v1/findings/fix',
    'POST /polydesk/v1/memory/lookup',
    'GET /polydesk/v1/memory/search',
    'POST /polydesk/v1/media/{id}/file',
    // By the rule of each item, as a write of it to wp/v2.
    'PATCH /polydesk/v1/items/{kind}/{id}',
    ...['posts', 'pages', 'media'].flatMap((type) =>
      ['POST', 'PUT', 'PATCH', 'DELETE'].map((verb) => `${verb} /wp/v2/${type}/{id}`),
    ),
  ],
  manage_terms: [
    'POST /wp/v2/categories',
    ...['categories', 'tags'].flatMap((type) =>
      ['POST', 'PUT', 'PATCH', 'DELETE'].map((verb) => `${verb} /wp/v2/${type}/{id}`),
    ),
  ],
  read_history: [
    'GET /polydesk/v1/history',
    'GET /polydesk/v1/history/writers',
    'GET /polydesk/v1/history/{id}',
    'GET /polydesk/v1/coverage',
    'GET /polydesk/v1/groups',
    'GET /polydesk/v1/items/{kind}/{id}',
    'GET /polydesk/v1/staleness/{kind}/{id}',
    'GET /polydesk/v1/media/{id}/uses',
    'GET /polydesk/v1/translator',
    'GET /polydesk/v1/strings',
    'GET /polydesk/v1/live',
    'GET /polydesk/v1/live/plan',
    'GET /polydesk/v1/live/plan/types',
    'GET /polydesk/v1/live/plan/{key}',
    'GET /polydesk/v1/live/runs/{id}',
    'GET /polydesk/v1/live/pushes',
    'POST /polydesk/v1/live/pushes/review',
    'GET /polydesk/v1/live/pushes/{id}',
    'GET /polydesk/v1/live/pushes/{id}/steps/{seq}',
    'GET /polydesk/v1/live/pushes/{id}/undo',
  ],
  manage_server: [
    'POST /polydesk/v1/tokens',
    'DELETE /polydesk/v1/tokens/{id}',
    'GET /polydesk/v1/trust',
    'POST /polydesk/v1/trust',
    'PATCH /polydesk/v1/server',
    // Without a code, which anybody may exchange.
    'POST /polydesk/v1/session',
    // They cost money, or show what was spent.
    'POST /polydesk/v1/translate',
    'POST /polydesk/v1/translate/usage',
    // Something goes out, or what goes out is decided.
    'PUT /polydesk/v1/live',
    'DELETE /polydesk/v1/live',
    'PATCH /polydesk/v1/live/choices',
    ...[
      'pushes/{id}/steps/{seq}/take',
      'probe',
      'checks',
      'files',
      'pulls',
      'plan/{key}/resolve',
      'runs/{id}/pause',
      'runs/{id}/stop',
      'runs/{id}/resume',
      'pushes',
      'pushes/{id}/resume',
      'pushes/{id}/undo',
    ].map((path) => `POST /polydesk/v1/live/${path}`),
  ],
};

const rightFor = (name: string): Capability | 'anyone' =>
  (Object.entries(RIGHTS).find(([, names]) => names.includes(name))?.[0] as Capability | 'anyone' | undefined) ??
  'manage_options';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polydesk-rights-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reading first, then what changes, then what removes, languages last: each finds what it needs. */
function inOrder(bench: Bench): Operation[] {
  const weight = ({ method, path }: Operation): number =>
    (method === 'GET' ? 0 : method === 'DELETE' ? 4 : path.includes('/merge') ? 2 : 1) +
    (path.includes('/languages') ? 1 : 0);
  return operationsOf(bench).sort((a, b) => weight(a) - weight(b));
}

/** What a caller is told by every operation: "yes", or the status and nothing else of a refusal for want of a right. */
function told(who: (bench: Bench) => Caller): Map<string, string> {
  const bench = openBench();
  try {
    const ids: Ids = fill(bench, folder);
    const caller = who(bench);
    return new Map(
      inOrder(bench).map((operation) => {
        const { status, body } = bench.engine.dispatch(requestOf(operation, ids, folder), caller);
        const { code } = (body ?? {}) as { code?: unknown };
        const isWrong = status === 400 && code === 'rest_invalid_param';
        if (isWrong || code === 'rest_no_route') return [nameOf(operation), `${status} ${JSON.stringify(body)}`];
        return [nameOf(operation), status === 401 || status === 403 ? String(status) : 'yes'];
      }),
    );
  } finally {
    bench.engine.close();
  }
}

/** Cells that are not as the table says. */
function breaches(cells: ReadonlyMap<string, string>, caller: Pick<Caller, 'can' | 'role'>): string[] {
  return [...cells].flatMap(([name, answer]) => {
    const right = rightFor(name);
    const expected = right === 'anyone' || caller.can(right) ? 'yes' : caller.role === null ? '401' : '403';
    return answer === expected ? [] : [`${name}: ${answer} instead of ${expected}`];
  });
}

describe('every operation, for everybody', () => {
  const callers: [string, (bench: Bench) => Caller][] = [
    ['a guest', () => GUEST],
    ...ROLES.map((role): [string, (bench: Bench) => Caller] => [`a token of role ${role}`, (bench) => bench.as(role)]),
    ['the window', (bench) => bench.admin],
  ];

  test.each(callers)('%s', (_name, who) => {
    const one = openBench();
    const caller = who(one);
    one.engine.close();
    const cells = told(who);
    expect(cells.size).toBeGreaterThan(100);
    expect(breaches(cells, caller), 'an endpoint for others than administrators needs a row in RIGHTS').toEqual([]);
  });

  test('every name in the table is an operation', () => {
    const bench = openBench();
    const names = new Set(operationsOf(bench).map(nameOf));
    bench.engine.close();
    expect(
      Object.values(RIGHTS)
        .flat()
        .filter((name) => !names.has(name)),
    ).toEqual([]);
  });

  test('control: a check that lets everybody through is noticed, for each right', () => {
    const rights = [...new Set(Object.keys(RIGHTS)), 'manage_options'].filter((right) => right !== 'anyone');
    const subscriber = createCaller({ name: 's', userId: 2, role: 'subscriber', origin: 'token' });
    for (const right of rights.filter((one) => one !== 'read')) {
      const cells = told((bench) => ({
        ...bench.as('subscriber'),
        can: (asked) => asked === right || asked === 'read',
      }));
      expect([right, breaches(cells, subscriber).length > 0]).toEqual([right, true]);
    }
  });
});

describe('unauthorised callers get the same answer from every address', () => {
  let bench: Bench;
  let running: Running;
  let paths: { method: string; path: string }[];
  let headers: [string, string | undefined][];
  beforeAll(async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const at = join(folder, 'server');
    mkdirSync(at);
    let now = new Date();
    bench = openBench({ file: join(at, 'a.polydesk'), now: () => now });
    const ids = fill(bench, folder);
    const made = (name: string, expires?: string): string =>
      transact(bench.engine.site, bench.admin, () => ({
        value: createToken(bench.engine.site, { name, role: 'administrator', ...(expires && { expires_at: expires }) }),
        keep: true,
      })).value.token;
    const [revoked, expired] = [made('revoked'), made('expired', new Date(now.getTime() + 60_000).toISOString())];
    const { id } = (bench.ask('GET', '/polydesk/v1/tokens').body as { id: number; name: string }[]).find(
      ({ name }) => name === 'revoked',
    ) ?? { id: 0 };
    transact(bench.engine.site, bench.admin, () => ({
      value: revokeToken(bench.engine.site, id),
      keep: true,
    }));
    now = new Date(now.getTime() + 3_600_000);
    running = await startServer(bench.engine, {
      port: 0,
      host: { env: { POLYDESK_DATA: at, XDG_RUNTIME_DIR: at }, platform: 'linux', home: at },
      note: () => undefined,
    });
    paths = operationsOf(bench).map((operation) => ({
      method: operation.method,
      path: requestOf(operation, ids, folder).path,
    }));
    const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
    headers = [
      ['a wrong token', basic('admin:abcdefghijklmnopqrstuvwx')],
      ['an unknown user', basic('nobody:abcdefghijklmnopqrstuvwx')],
      ['no token', basic('admin:')],
      ['a revoked token', `Bearer ${revoked}`],
      ['an expired token', basic(`admin:${expired}`)],
      ['another scheme', 'Digest username="admin"'],
    ];
  });
  afterAll(async () => {
    await running.close();
    bench.engine.close();
    vi.restoreAllMocks();
  });

  async function answers(authorization: string | undefined): Promise<string[]> {
    const seen = new Set<string>();
    for (const { method, path } of paths) {
      const answer = await fetch(`${running.url}/wp-json${path}`, {
        method,
        headers: { ...(authorization && { authorization }) },
      });
      const { code } = (await answer.json()) as { code?: string };
      seen.add(`${answer.status} ${code ?? ''}`);
    }
    return [...seen];
  }

  test.each([true, false])(
    'anonymous reading: %s',
    async (isOpen) => {
      expect(bench.ask('PATCH', '/polydesk/v1/server', { anonymous_read: isOpen }).status).toBe(200);
      // One of them is enough the second time: they are judged before it matters.
      for (const [name, authorization] of isOpen ? headers : headers.slice(0, 1))
        expect([name, await answers(authorization)]).toEqual([name, ['401 incorrect_password']]);
      const guest = await answers(undefined);
      if (isOpen) expect(guest, 'the control').toContain('200 ');
      else expect(guest).toEqual(['401 rest_not_logged_in']);
    },
    120_000,
  );
});
