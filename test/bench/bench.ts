// `npm run bench`: how close the product comes to the minimum work of a node:http server. Prints the ratios of one run and
// asserts nothing, because a busy machine is not a reason to fail.
//   npm run bench [-- ROUNDS [MILLISECONDS]]
//   npm run bench -- desk [TEXTS]: the translation memory (desk.ts)
//   npm run bench -- live [ITEMS]: check and pull of a live site (live.ts)
//   npm run bench -- live-plan [LINES]: opening and paging a large plan (live-plan.ts)
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareBatch, compareRates, type Plan, type Row, type Servers } from './measure.ts';
import { startFloor, startProduct } from './processes.ts';
import { benchDesk } from './desk.ts';
import { benchLive } from './live.ts';
import { benchPlan } from './live-plan.ts';
import { tableOf } from './report.ts';
import { addLanguages, languageBody, LANGUAGES, SETTINGS, settingsBody, takeAnswers } from './requests.ts';

/** Most requests of a batch. */
const BATCH = 25;

const [what = '', ...more] = process.argv.slice(2);
if (what === 'desk') await benchDesk(Number(more[0] ?? 600_000));
else if (what === 'live') await benchLive(Number(more[0] ?? 10_000));
else if (what === 'live-plan') benchPlan(Number(more[0] ?? 100_000));
else await benchServer([what, ...more].filter((word) => word !== '').map(Number));

async function benchServer([rounds = 7, length = 500]: readonly number[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-bench-'));
  const product = await startProduct(folder);
  try {
    const ids = await addLanguages(product);
    const order = { file: join(folder, 'floor.sqlite'), answers: await takeAnswers(product) };
    const floor = await startFloor(order, product.token);
    const rows = await measure({ product, floor }, { rounds, length }, ids).finally(() => floor.stop());
    process.stdout.write(tableOf(rows));
  } finally {
    product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(servers: Servers, plan: Plan, ids: readonly number[]): Promise<Row[]> {
  const rates = [
    { name: 'GET settings', method: 'GET', path: SETTINGS, goal: 0.5 },
    { name: `GET ${ids.length} languages`, method: 'GET', path: LANGUAGES, goal: 0.5 },
    { name: 'POST settings', method: 'POST', path: SETTINGS, goal: 0.7 },
  ] as const;
  const rows: Row[] = [];
  for (const what of rates) rows.push(...(await compareRates(servers, plan, what)));
  const setting = () => ({ path: SETTINGS, body: settingsBody() });
  const language = (id: number) => ({ path: `${LANGUAGES}/${id}`, body: languageBody() });
  const batches = {
    settings: () => Array.from({ length: BATCH }, setting),
    languages: () => ids.slice(0, BATCH).map(language),
    mixed: () => ids.slice(0, BATCH).map((id, at) => (at % 2 === 0 ? setting() : language(id))),
  };
  for (const [kind, writes] of Object.entries(batches))
    rows.push(await compareBatch(servers.product, plan, { name: `Batch of ${BATCH}: ${kind}`, goal: 8, writes }));
  return rows;
}
