// A new setting, endpoint and command need only the files that CONTRIBUTING names; what should derive from them does.
import { expect, test } from 'vitest';
import { sectionOf } from '../../renderer/screens/settings/placement.ts';
import { plant, type Planted } from './planted.ts';

const SETTING = {
  'core/schema/settings/settings.ts': {
    before: '  media_support: v.optional(',
    add: `  pretended: v.optional(
    v.pipe(v.picklist(['calm', 'wild']), v.description('How the site pretends.')),
    'calm',
  ),
`,
  },
} satisfies Planted;

test('a setting is an entry', { timeout: 600_000 }, () => {
  expect(Object.keys(SETTING)).toHaveLength(1);
  const tree = plant(SETTING);
  const seen = tree.run(`
    const SETTINGS = '/pll/v1/settings';
    const valueNow = () => bench.ask('GET', SETTINGS).body.pretended;
    const { schema, endpoints } = bench.ask('OPTIONS', SETTINGS).body;
    const isArgument = endpoints.some(({ methods, args }) => methods.includes('PATCH') && 'pretended' in args);
    const fallback = valueNow();
    const changed = bench.ask('PATCH', SETTINGS, { pretended: 'wild' }).body.pretended;
    const refused = bench.ask('PATCH', SETTINGS, { pretended: 'furious' }).status;
    const [entry] = bench.ask('GET', '/polydesk/v1/history').body;
    const { changes } = bench.ask('GET', '/polydesk/v1/history/' + entry.id).body;
    bench.ask('POST', '/polydesk/v1/history/' + entry.id + '/undo', {});
    const undone = valueNow();
    bench.ask('PATCH', SETTINGS, { pretended: 'wild' });
    const { notCarried } = await import('./core/transfer/wxr/not-carried.ts');
    const byHand = notCarried(bench.engine.site).find(({ name }) => name === 'pretended')?.value;
    const fact = bench.ask('GET', '/polydesk/v1/diagnostics').body.settings.pretended;
    const { paths } = bench.ask('GET', '/polydesk/v1/openapi.json').body;
    const body = paths[SETTINGS].patch.requestBody.content['application/json'].schema.properties.pretended;
    say({ described: schema.properties.pretended, isArgument, fallback, changed, refused, changes, undone, byHand, fact, body });
  `);
  expect(seen).toMatchObject({
    described: { type: 'string', enum: ['calm', 'wild'], default: 'calm', description: 'How the site pretends.' },
    isArgument: true,
    ...{ fallback: 'calm', changed: 'wild', refused: 400, undone: 'calm' },
    changes: [{ kind: 'settings', id: 'pretended', before: null, after: 'wild' }],
    body: { type: 'string', enum: ['calm', 'wild'] },
    // An export for a real site says what has no place in it; diagnostics have what has fixed values.
    ...{ byHand: 'wild', fact: 'wild' },
  });
  // The form draws what no section has placed from its description.
  expect(sectionOf('pretended')).toBe('advanced');
  // The bundle carries it, and the command line reads and writes it.
  tree.command('export', 'site.polydesk', 'out.tar', '--format', 'bundle');
  tree.command('import', 'new.polydesk', 'out.tar');
  expect(tree.command('settings', 'new.polydesk', 'get', 'pretended')).toContain('wild');
  tree.command('settings', 'new.polydesk', 'set', 'pretended', 'calm');
  expect(tree.command('settings', 'new.polydesk', 'get', 'pretended')).toContain('calm');
  // The recorded answers, which know nothing of it, hold as before; control: a wrong one is seen.
  const cases = tree.run(`
    import { runInProcess } from './test/contract/in-process.ts';
    import { loadCases } from './test/contract/replay.mjs';
    const cases = loadCases(['settings-read', 'settings-lists', 'discovery'].map((name) => 'test/contract/cases/' + name + '.jsonl'));
    const [whole] = cases.filter((one) => one.expect.body?.force_lang && one.expect.body.version);
    const wrong = { ...whole, expect: { ...whole.expect, body: { ...whole.expect.body, browser: 'other' } } };
    const differences = [];
    for (const one of [...cases, wrong]) differences.push((await runInProcess(one))?.path ?? '');
    say({ count: cases.length, differences: differences.filter((path) => path !== '') });
  `);
  expect(cases).toMatchObject({ differences: ['browser'] });
});

const ENDPOINT = {
  'core/domain/site/pretended.ts': `
import type { Site } from '../../site.ts';
import { siteSettings } from '../settings/site-settings.ts';

/** How loudly the site says its title. */
export function shouted(site: Site, times: number): { text: string } {
  return { text: siteSettings(site).title.toUpperCase().repeat(times) };
}
`,
  'core/routes/translations/matrix.ts': {
    top: "import { shouted } from '../../domain/site/pretended.ts';\n",
    before: "  '/polydesk/v1/coverage': {",
    add: `    '/polydesk/v1/pretended': {
      GET: endpoint({
        summary: 'The title, loudly.',
        args: { times: v.optional(v.pipe(v.number(), v.integer(), v.maxValue(3), v.description('How often.')), 1) },
        answers: v.object({ text: v.string() }),
        permit: needs('manage_options', 'rest_forbidden', 'Only an administrator may shout.'),
        run: (site, { times }) => ({ body: shouted(site, times) }),
      }),
    },
`,
  },
} satisfies Planted;

test('an endpoint is its literal and the function it calls', { timeout: 600_000 }, () => {
  expect(Object.keys(ENDPOINT)).toHaveLength(2);
  const tree = plant(ENDPOINT);
  const seen = tree.run(`
    const path = '/polydesk/v1/pretended';
    bench.ask('POST', '/wp/v2/settings', { title: 'Ho' });
    const ask = (query, who = bench.admin) => bench.engine.dispatch({ method: 'GET', path, query }, who);
    const { routes } = bench.ask('GET', '/polydesk/v1').body;
    const { endpoints } = bench.ask('OPTIONS', path).body;
    const { paths } = bench.ask('GET', '/polydesk/v1/openapi.json').body;
    say({
      asked: ask({ times: '2' }).body,
      cut: ask({ _fields: 'nothing' }).body,
      refused: ask({ times: '9' }).status,
      forbidden: ask({}, bench.as('editor')).status,
      isListed: path in routes,
      args: endpoints[0].args,
      summary: paths[path].get.summary,
      answers: Object.keys(paths[path].get.responses),
    });
  `);
  expect(seen).toMatchObject({
    asked: { text: 'HOHO' },
    cut: {},
    ...{ refused: 400, forbidden: 403, isListed: true },
    args: { times: { type: 'integer', maximum: 3, default: 1, description: 'How often.', required: false } },
    summary: 'The title, loudly.',
    answers: ['200', '400', '401', '403', 'default'],
  });
});

const COMMAND = {
  'core/cli/main.ts': {
    before: '  completion,\n};',
    add: `  pretended: {
    about: 'say the title of a site',
    help: 'polydesk pretended SITE [--loud]',
    options: { loud: { type: 'boolean' } },
    async run(call) {
      const { operands } = await import('./run/arguments.ts');
      const { openSiteClient } = await import('./run/site-client.ts');
      const [site] = operands(call, 'SITE');
      const client = await openSiteClient(site, call);
      const { title } = (await client.send({ method: 'GET', path: '/wp/v2/settings' })) as { title: string };
      client.close();
      call.output.result({ title }, call.has('loud') ? title.toUpperCase() : title);
      return EXIT.done;
    },
  },
`,
  },
} satisfies Planted;

test('a command is a row', { timeout: 600_000 }, () => {
  expect(Object.keys(COMMAND)).toHaveLength(1);
  const tree = plant(COMMAND);
  tree.run(`bench.ask('POST', '/wp/v2/settings', { title: 'Planted' }); say(null);`);
  expect(tree.command('--help')).toMatch(/^ {2}pretended +say the title of a site$/m);
  expect(tree.command('pretended', '--help')).toContain('polydesk pretended SITE [--loud]');
  expect(tree.command('pretended', 'site.polydesk')).toBe('Planted\n');
  expect(tree.command('pretended', 'site.polydesk', '--loud')).toBe('PLANTED\n');
  expect(tree.command('pretended', 'site.polydesk', '--json')).toContain('"title"');
  expect(() => tree.command('pretended')).toThrow(/SITE/);
  for (const shell of ['bash', 'zsh', 'fish']) expect(tree.command('completion', shell)).toContain('pretended');
  expect(tree.command('completion', 'bash')).toContain('--loud');
});
