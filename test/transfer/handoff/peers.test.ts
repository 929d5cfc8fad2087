// Round trips through the tools that translators use, where this computer has them: what comes back is what was typed there.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { HandoffFormatId } from '../../../core/transfer/handoff/formats.ts';
import { openHandoffBench, type HandoffBench } from './bench.ts';

const folder = mkdtempSync(join(tmpdir(), 'polydesk-peers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let bench: HandoffBench;
beforeEach(() => {
  bench = openHandoffBench();
  return () => bench.engine.close();
});

const p = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const CONTENT = [
  p(
    'Night rides, “<strong>Night</strong> &amp; day” 1 &lt; 2<br>see <a href="https://example.org/?a=1&amp;b=2">Night</a>.',
  ),
  p('A backslash \\ and a tab in Night, é 夜 🚲 مرحبا'),
  p('Night twice'),
  p('Night twice'),
].join('\n\n');

/** Why a tool cannot be tried; undefined where it can. */
function missing(tool: string): string | undefined {
  const { error } = spawnSync(tool, ['--version'], { stdio: 'ignore' });
  return error ? `${tool} is not installed` : undefined;
}

function run(tool: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(tool, args, { cwd: folder, encoding: 'utf8', timeout: 60_000 });
  expect(status, `${tool} ${args.join(' ')}\n${stderr}`).toBe(0);
}

interface Trip {
  name: string;
  tools: string[];
  format: HandoffFormatId;
  /** From `in` to the name of what comes back, with Night as Nuit. */
  work(): string;
  /** The file does not say the language any more. */
  isBare?: boolean;
  /** What the tool loses: keys, so that a text that comes twice comes back once; marks. */
  loses?: 'keys' | 'marks';
}

/** In a PO: the source as translation, with other words. */
const translate = (from: string, to: string): void => {
  run('msgen', from, '-o', 'filled.po');
  run('msgfilter', '--keep-header', '-i', 'filled.po', '-o', to, 'sed', '-e', 's/Night/Nuit/g');
};
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

const TRIPS: Trip[] = [
  {
    name: 'gettext: checked, filled, sorted, wrapped',
    tools: ['msgfmt', 'msgen', 'msgfilter', 'msgcat'],
    format: 'po',
    work() {
      run('msgfmt', '-c', 'in', '-o', 'in.mo');
      translate('in', 'nuit.po');
      run('msgcat', '--sort-output', '--width=40', 'nuit.po', '-o', 'out');
      return 'out';
    },
  },
  {
    name: 'gettext: merged into a newer export',
    tools: ['msgen', 'msgfilter', 'msgmerge'],
    format: 'po',
    work() {
      translate('in', 'nuit.po');
      run('msgmerge', '--quiet', 'nuit.po', 'in', '-o', 'out');
      return 'out';
    },
  },
  {
    name: 'toolkit: PO to XLIFF and back',
    tools: ['msgen', 'msgfilter', 'po2xliff', 'xliff2po'],
    format: 'po',
    work() {
      translate('in', 'nuit.po');
      run('po2xliff', '--progress=none', 'nuit.po', 'nuit.xlf');
      run('xliff2po', '--progress=none', 'nuit.xlf', 'out.po');
      return 'out.po';
    },
    loses: 'keys',
  },
  {
    name: 'toolkit: PO to XLIFF, translated there',
    tools: ['msgen', 'msgfilter', 'po2xliff'],
    format: 'po',
    work() {
      translate('in', 'nuit.po');
      run('po2xliff', '--progress=none', 'nuit.po', 'out.xlf');
      return 'out.xlf';
    },
  },
  {
    name: 'toolkit: PO to a table and back',
    tools: ['msgen', 'msgfilter', 'po2csv', 'csv2po'],
    format: 'po',
    isBare: true,
    loses: 'keys',
    work() {
      translate('in', 'nuit.po');
      run('po2csv', '--progress=none', 'nuit.po', 'nuit.csv');
      run('csv2po', '--progress=none', 'nuit.csv', 'out.po');
      return 'out.po';
    },
  },
  {
    name: 'toolkit: XLIFF with targets of plain text',
    tools: ['po2xliff', 'python3'],
    format: 'xliff12',
    work: () => python('unit.target = unit.source.replace("Night", "Nuit")'),
    loses: 'marks',
  },
  {
    name: 'toolkit: XLIFF with targets that keep marks',
    tools: ['po2xliff', 'python3'],
    format: 'xliff12',
    work: () => python('unit.rich_target = [nuit(unit.rich_source[0])]'),
  },
];

function expected(content: string, loses: Trip['loses']): string {
  const all = content.replaceAll('Night', 'Nuit');
  if (loses === 'keys') return all.replace(/Nuit twice(?![^]*Nuit twice)/, 'Night twice');
  return loses === 'marks' ? [content.split('\n\n')[0], ...all.split('\n\n').slice(1)].join('\n\n') : all;
}

/** The library of the toolkit itself, as programs use it. */
function python(line: string): string {
  write(
    'work.py',
    `from copy import deepcopy
from translate.storage import xliff
def nuit(elem):
    elem = deepcopy(elem)
    def words(node):
        node.sub = [words(each) if hasattr(each, 'sub') else each.replace("Night", "Nuit") for each in node.sub]
        return node
    return words(elem)
store = xliff.xlifffile.parsefile("in")
for unit in store.units:
    if unit.source: ${line}
store.savefile("out")
`,
  );
  run('/usr/bin/python3', 'work.py');
  return 'out';
}

describe.each(TRIPS)('$name', ({ tools, format, work, isBare, loses }) => {
  // Its tables double what stands there.
  const content = isBare ? CONTENT.replace(' \\', '') : CONTENT;
  const reason = tools.map(missing).find((each) => each !== undefined);
  test.skipIf(reason !== undefined)(
    `comes back as it was written there${reason ? ` (skipped: ${reason})` : ''}`,
    () => {
      const en = bench.post({ title: 'Night riding', content, excerpt: 'Night\nand day' });
      write('in', bench.send(format, { scope: { types: ['post'] } }));
      const back = read(work());
      const review = bench.review(back, isBare ? { lang: 'fr' } : {});
      expect(review.counts).toMatchObject({
        stale: 0,
        conflict: 0,
        marks: loses === 'marks' ? 2 : 0,
        new: loses === 'marks' ? 4 : loses ? 5 : 6,
      });
      const started = bench.must('POST', `/polydesk/v1/jobs/${review.job}/apply`, { choices: {} });
      expect(bench.must('GET', `/polydesk/v1/jobs/${String(started['job'])}`)).toMatchObject({ state: 'done' });
      const fr = bench.read(bench.versionOf(en));
      const excerpt = loses === 'marks' ? 'Night\nand day' : 'Nuit\nand day';
      expect(fr).toMatchObject({ title: 'Nuit riding', excerpt, status: 'draft' });
      expect(fr.content).toBe(expected(content, loses));
    },
    60_000,
  );
});

/** XLIFF by the schemas of its standard, where they were put beside the tests' folder of the system. */
const SCHEMAS = { xliff12: 'xliff-core-1.2-transitional.xsd', xliff21: 'xliff_core_2.0.xsd' } as const;
describe.each(Object.entries(SCHEMAS) as [keyof typeof SCHEMAS, string][])('%s', (format, schema) => {
  const path = join(process.env['XLIFF_SCHEMAS'] ?? '', schema);
  const reason =
    process.env['XLIFF_SCHEMAS'] === undefined ? 'XLIFF_SCHEMAS names no folder with the schemas' : missing('xmllint');
  test.skipIf(reason !== undefined)(`is valid by its schema${reason ? ` (skipped: ${reason})` : ''}`, () => {
    bench.post({ title: 'Night riding', content: CONTENT, excerpt: 'Night\nand day' });
    write('valid.xlf', bench.send(format));
    run('xmllint', '--noout', '--nonet', '--schema', path, 'valid.xlf');
  });
});
