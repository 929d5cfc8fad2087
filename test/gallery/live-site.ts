// A live site for the pictures: two sides that have drifted apart, and runs of the past and present as the engine reports them.
import { setTimeout } from 'node:timers/promises';
import type { Live } from '../../core/schema/live/live.ts';
import type { PlanLine } from '../../core/schema/live/plan.ts';
import type { Push, StoredStep } from '../../core/schema/live/push.ts';
import type { ReadList, Run } from '../../core/schema/live/run.ts';
import { openLiveSite, type LiveSite } from '../support/live-site.ts';
import { paragraph, type Ask } from './site.ts';

const languages = [
  ['en', 'en_US'],
  ['fr', 'fr_FR'],
  ['de', 'de_DE'],
  ['ar', 'ar'],
  ['ja', 'ja'],
];
const content = (...texts: string[]): string => texts.map(paragraph).join('\n\n');
const tyre = [
  'Take the wheel out first.',
  'Use two tyre levers, 5 cm apart.',
  'Inflate the tube before you fit it.',
  'Glue takes a few minutes to dry.',
  'Pump it up and ride on.',
];
const posts = [
  {
    title: 'Réparer une crevaison',
    lang: 'fr',
    content: content(
      'Démontez la roue, puis dégonflez la chambre à air un peu.',
      'Passez deux démonte-pneus sous la tringle.',
    ),
  },
  {
    title: 'Night riding, safely',
    lang: 'en',
    content: content('Night riding is quiet.', 'Plan a route with fewer crossings.'),
  },
  {
    title: 'Canal-side picnics',
    lang: 'en',
    excerpt: 'Five places to stop between Toulouse and Carcassonne, with a bakery nearby.',
  },
  { title: 'How to fix a flat tyre', lang: 'en', content: content(...tyre) },
  { title: 'زيارة باريس بالدراجة', lang: 'ar', content: content('باريس مدينة للدراجات.') },
  { title: 'Winter sale 2025', lang: 'en' },
  { title: 'Spring maintenance checklist', lang: 'en', content: content('Check the brakes first.') },
  { title: 'Helmets: what the standards mean', lang: 'en', excerpt: 'What the label says.' },
];

/** Opens a live site, connects the site of `ask` to it, and edits both sides. */
export async function openDrifted(ask: Ask): Promise<LiveSite> {
  const there = await openLiveSite({ hides: ['polydesk/v1'] });
  const write = (path: string, body: object): number => {
    const answer = there.bench.ask('POST', path, body);
    if (answer.status >= 400) throw new Error(JSON.stringify(answer.body));
    return (answer.body as { id: number }).id;
  };
  for (const [slug, locale] of languages) write('/pll/v1/languages', { slug, locale });
  const ids = new Map(posts.map((post) => [post.title, write('/wp/v2/posts', { status: 'publish', ...post })]));
  const contact = write('/wp/v2/pages', {
    title: 'Contact',
    lang: 'en',
    status: 'publish',
    content: content('Write to us.'),
  });
  await ask('PUT', '/polydesk/v1/live', { url: there.url, user: 'admin', password: there.passwords['admin'] });
  await runs(ask, 'checks', { full: true });
  await runs(ask, 'pulls', {});
  const post = (title: string): string => `/wp/v2/posts/${ids.get(title)}`;
  await ask('POST', post('Réparer une crevaison'), {
    title: 'Réparer une crevaison en dix minutes',
    content: content(
      'Démontez la roue, puis dégonflez complètement la chambre à air.',
      'Passez trois démonte-pneus sous la tringle.',
      'Passez un doigt à l’intérieur : l’épine est souvent encore là.',
    ),
  });
  await ask('POST', post('Night riding, safely'), {
    content: content('Night riding is quiet and fast.', 'Plan a route with fewer crossings.'),
  });
  write(post('Night riding, safely'), {
    content: content('Night riding is quiet.', 'Plan a route with few crossings.'),
  });
  const of = (title: string) => ({ translations: { en: ids.get(title) } });
  const added = { status: 'publish', content: content('Kontrolliere zuerst die Bremsen.') };
  await ask('POST', '/wp/v2/posts', {
    ...{ title: 'Frühjahrscheck fürs Rad', lang: 'de', ...added, ...of('Spring maintenance checklist') },
  });
  await ask('POST', '/wp/v2/posts', {
    ...{ title: 'ナイトライドを安全に', lang: 'ja', status: 'draft', ...of('Night riding, safely') },
  });
  await ask('POST', `/wp/v2/pages/${contact}`, { content: content('Write to us, or come by.') });
  await ask('POST', '/wp/v2/tags', { name: 'ライト', lang: 'ja' });
  await ask('DELETE', `${post('Winter sale 2025')}?force=true`);
  write(post('Canal-side picnics'), { excerpt: 'Five shady places to stop between Toulouse and Carcassonne.' });
  write('/wp/v2/posts', {
    title: 'Ghent to Bruges by towpath',
    lang: 'en',
    status: 'publish',
    content: content('Flat all the way.'),
  });
  const [first = '', , third = '', , last = ''] = tyre;
  const ours = [
    first,
    'Use two tyre levers, 10 cm apart. Start opposite the valve.',
    'Inflate the tube a little before you fit it.',
    'Glue takes five minutes to dry. Do not rush it.',
    last,
  ];
  await ask('POST', post('How to fix a flat tyre'), { content: content(...ours) });
  write(post('How to fix a flat tyre'), {
    content: content(
      first,
      'Use three plastic tyre levers, a hand’s width apart.',
      third.replace('.', ', so that it does not twist.'),
      last,
    ),
  });
  await ask('POST', post('زيارة باريس بالدراجة'), { content: content('باريس مدينة رائعة للدراجات.') });
  there.bench.ask('DELETE', `${post('زيارة باريس بالدراجة')}?force=true`);
  await ask('POST', '/wp/v2/tags', { name: 'Repair', lang: 'en', description: 'Tools and patience' });
  write('/wp/v2/tags', { name: 'Repair', lang: 'en', description: 'Mend it yourself' });
  await runs(ask, 'checks', { full: true });
  return there;
}

async function runs(ask: Ask, path: string, body: object): Promise<void> {
  await ask('POST', `/polydesk/v1/live/${path}`, body);
  for (;;) {
    const { run } = await ask<Live>('GET', '/polydesk/v1/live');
    if (run?.state === 'done') return;
    if (run?.state === 'failed') throw new Error(JSON.stringify(run.report));
    await setTimeout(50);
  }
}

const list = (
  [type, label = '']: [type: string, label?: string],
  state: ReadList['state'],
  [done, total]: [number, number],
  unreadable = 0,
): ReadList => ({ type, label, state, done, total, unreadable });
const base: Run = {
  ...{ id: 90, kind: 'push', state: 'running', phase: 'push', done: 0, total: 0, lists: [], waiting_until: '' },
  ...{ report: null, entry: null, undoes: null, author: 'admin' },
  ...{ started_at: new Date().toISOString(), ended_at: '' },
};

/** Runs that are in the middle of something. */
export const RUNS = {
  checking: {
    ...{ ...base, kind: 'check', phase: 'attachment', done: 1322, total: 3911 },
    lists: [
      list(['category'], 'read', [24, 24]),
      list(['post_tag'], 'read', [310, 310]),
      list(['post'], 'read', [1252, 1252], 1),
      list(['page'], 'read', [86, 86]),
      list(['attachment'], 'reading', [1322, 3911]),
      list(['bike_route', 'Bike routes'], 'waiting', [0, 0]),
    ],
  },
  pulling: { ...base, kind: 'pull', phase: 'apply', done: 38, total: 92 },
  running: { ...base, done: 5, total: 9 },
  stopped: {
    ...base,
    state: 'failed',
    done: 5,
    total: 9,
    report: { code: 'polydesk_live_offline', message: 'No answer.' },
  },
  unchecked: {
    ...{ ...base, kind: 'check', state: 'done', done: 12, total: 12, ended_at: new Date().toISOString() },
    report: { unchecked: 37, unchecked_titles: ['Canal du Midi en famille', 'Ghent to Bruges by towpath', '輪行'] },
  },
  report: {
    ...{ ...base, state: 'done', done: 9, total: 9, ended_at: new Date().toISOString() },
    report: { stored: { public: 4, drafts: 1, others: 1, deleted: 1 }, backup: 'before-a-push' },
  },
} as const satisfies Record<string, Run>;

const STATES = ['done', 'done', 'done', 'done', 'done', 'sent', 'planned', 'planned', 'planned'] as const;

const tried = (): Push['steps'][number]['tries'] => ({
  count: 3,
  since: new Date(Date.now() - 125_000).toISOString(),
  until: new Date().toISOString(),
});

/** The steps of a push of these lines, as far as the run has come. */
export function stepsOf(lines: readonly PlanLine[], isOver: boolean): Push['steps'] {
  const steps = lines.slice(0, STATES.length).map((line, at): Push['steps'][number] => {
    const isConflict = isOver && at === 1;
    const isAltered = at === 2;
    return {
      ...{
        seq: at + 1,
        key: line.key,
        kind: line.kind,
        type: line.type,
        id: line.id,
        title: line.title,
        lang: line.lang,
      },
      ...{ at: new Date().toISOString(), is_new: line.state === 'new_here', fields: line.fields },
      ...{ status: line.kind === 'post' ? 'publish' : '', original: line.original?.title ?? '' },
      action: line.kind === 'term' ? 'term' : line.state === 'deleted_here' ? 'trash' : 'update',
      state: isConflict ? 'conflict' : isOver ? (at === 7 ? 'skipped' : 'done') : (STATES[at] ?? 'planned'),
      ...{ remote_id: 700 + at, edit_there: 'https://veloatlas.example/wp-admin/post.php?post=7&action=edit' },
      ...{ code: isConflict ? 'changed_there' : at === 7 && isOver ? 'changed_here' : isAltered ? 'altered' : '' },
      tries: STATES[at] === 'sent' && !isOver ? tried() : { count: 0, since: '', until: '' },
      ...{ params: {}, message: '', altered: isAltered ? ['content'] : [], lost: {}, partners: [] },
    };
  });
  const now = steps[5];
  return now && !isOver
    ? [
        ...steps.slice(0, 5),
        { ...now, seq: 50, action: 'shell', state: 'done' },
        { ...now, seq: 51, action: 'group', state: 'done' },
        ...steps.slice(5),
      ]
    : steps;
}

export const STORED: StoredStep = {
  ...{ seq: 3, lang: 'en', names: {}, here: 'sent' },
  fields: [
    {
      field: 'content',
      sent: `${content('See the junction from above:', 'Then turn left.')}\n\n<!-- wp:html -->\n<iframe src="https://maps.example/j/7"></iframe>\n<!-- /wp:html -->`,
      stored: content('See the junction from above:', 'Then turn left.'),
    },
  ],
};
