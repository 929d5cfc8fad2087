// What translators do with a file in their tools: each trip turns Night into Nuit.
import type { HandoffFormatId } from '../../../core/transfer/handoff/formats.ts';
import type { Dict } from '../../../core/types.ts';
import type { Tools } from './tools.ts';

const p = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
export const CONTENT = [
  p(
    'Night rides, “<strong>Night</strong> &amp; day” 1 &lt; 2<br>see <a href="https://example.org/?a=1&amp;b=2">Night</a>.',
  ),
  p('A backslash \\ and a tab in Night, é 夜 🚲 مرحبا'),
  p('Run <code>npm start</code> at Night'),
  p('Night twice'),
  p('Night twice'),
].join('\n\n');

export interface Trip {
  name: string;
  format: HandoffFormatId;
  /** What it takes to make the trip here; without it only the stored file is read. */
  tools: string[];
  /** From the file `in` to the name of what comes back. */
  work?(tools: Tools): string;
  /** What the tool gave back, in `test/fixtures/returns`. */
  stored: string;
  options?: Dict;
  /** The file does not say the language any more. */
  isBare?: boolean;
  /** What the tool loses: keys, so that a text that comes twice comes back once; marks. */
  loses?: 'keys' | 'marks';
}

const nuit = (text: string): string => text.replaceAll('Night', 'Nuit');

/** In a PO: the source as translation, with other words. */
function translate({ run }: Tools, from: string, to: string): void {
  run('msgen', from, '-o', 'filled.po');
  run('msgfilter', '--keep-header', '-i', 'filled.po', '-o', to, 'sed', '-e', 's/Night/Nuit/g');
}

function python(tools: Tools, line: string): string {
  tools.python(`from copy import deepcopy
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
`);
  return 'out';
}

/** What a translator types in OmegaT, by the texts as it shows them. */
function omegat(tools: Tools, name: string, segments: readonly string[]): string {
  tools.write(name, tools.read('in'));
  const all = ['Night riding', 'A backslash \\ and a tab in Night, é 夜 🚲 مرحبا', 'Night twice', ...segments];
  return tools.omegat(
    name,
    all.map((segment) => [segment, nuit(segment)]),
  );
}

export const TRIPS: Trip[] = [
  {
    name: 'gettext: checked, filled, sorted, wrapped',
    tools: ['msgfmt', 'msgen', 'msgfilter', 'msgcat'],
    format: 'po',
    stored: 'gettext-sorted.po',
    work(tools) {
      tools.run('msgfmt', '-c', 'in', '-o', 'in.mo');
      translate(tools, 'in', 'nuit.po');
      tools.run('msgcat', '--sort-output', '--width=40', 'nuit.po', '-o', 'out');
      return 'out';
    },
  },
  {
    name: 'gettext: merged into a newer export',
    tools: ['msgen', 'msgfilter', 'msgmerge'],
    format: 'po',
    stored: 'gettext-merged.po',
    work(tools) {
      translate(tools, 'in', 'nuit.po');
      tools.run('msgmerge', '--quiet', 'nuit.po', 'in', '-o', 'out');
      return 'out';
    },
  },
  {
    name: 'toolkit: PO to XLIFF and back',
    tools: ['msgen', 'msgfilter', 'po2xliff', 'xliff2po'],
    format: 'po',
    stored: 'toolkit-po2xliff2po.po',
    work(tools) {
      translate(tools, 'in', 'nuit.po');
      tools.run('po2xliff', '--progress=none', 'nuit.po', 'nuit.xlf');
      tools.run('xliff2po', '--progress=none', 'nuit.xlf', 'out.po');
      return 'out.po';
    },
    loses: 'keys',
  },
  {
    name: 'toolkit: PO to XLIFF, translated there',
    tools: ['msgen', 'msgfilter', 'po2xliff'],
    format: 'po',
    stored: 'toolkit-po2xliff.xlf',
    work(tools) {
      translate(tools, 'in', 'nuit.po');
      tools.run('po2xliff', '--progress=none', 'nuit.po', 'out.xlf');
      return 'out.xlf';
    },
  },
  {
    name: 'toolkit: PO to a table and back',
    tools: ['msgen', 'msgfilter', 'po2csv', 'csv2po'],
    format: 'po',
    stored: 'toolkit-csv.po',
    isBare: true,
    loses: 'keys',
    work(tools) {
      translate(tools, 'in', 'nuit.po');
      tools.run('po2csv', '--progress=none', 'nuit.po', 'nuit.csv');
      tools.run('csv2po', '--progress=none', 'nuit.csv', 'out.po');
      return 'out.po';
    },
  },
  {
    name: 'toolkit: XLIFF with targets of plain text',
    tools: ['po2xliff', 'python3'],
    format: 'xliff12',
    stored: 'toolkit-plain.xlf',
    work: (tools) => python(tools, 'unit.target = unit.source.replace("Night", "Nuit")'),
    loses: 'marks',
  },
  {
    name: 'toolkit: XLIFF with targets that keep marks',
    tools: ['po2xliff', 'python3'],
    format: 'xliff12',
    stored: 'toolkit-marks.xlf',
    work: (tools) => python(tools, 'unit.rich_target = [nuit(unit.rich_source[0])]'),
  },
  {
    name: 'OmegaT: XLIFF filled with the source, which it translates',
    tools: ['omegat'],
    format: 'xliff12',
    stored: 'omegat.xlf',
    options: { fill: 'source' },
    work: (tools) =>
      omegat(tools, 'in.xlf', [
        'Night<x0/>and day',
        'Night rides, “<g0>Night</g0> & day” 1 < 2<x1/>see <g2>Night</g2>.',
        'Run <m0>npm start</m0> at Night',
      ]),
  },
  {
    name: 'OmegaT: PO',
    tools: ['omegat'],
    format: 'po',
    stored: 'omegat.po',
    work: (tools) =>
      omegat(tools, 'in.po', [
        'Night<x id="n"/>and day',
        'Night rides, “<g id="0">Night</g> &amp; day” 1 &lt; 2<x id="1"/>see <g id="2">Night</g>.',
        'Run <n id="0">npm start</n> at Night',
      ]),
  },
  { name: 'Poedit: PO', tools: [], format: 'po', stored: 'poedit.po' },
  { name: 'Poedit: XLIFF 1.2', tools: [], format: 'xliff12', stored: 'poedit-12.xlf' },
  { name: 'Poedit: XLIFF 2.0, made from ours of 2.1', tools: [], format: 'xliff21', stored: 'poedit-20.xlf' },
];

/** What the content becomes. */
export function expected(content: string, loses: Trip['loses']): string {
  const all = nuit(content);
  if (loses === 'keys') return all.replace(/Nuit twice(?![^]*Nuit twice)/, 'Night twice');
  if (loses !== 'marks') return all;
  return content
    .split('\n\n')
    .map((block) => (/<(?:strong|code)>/.test(block) ? block : nuit(block)))
    .join('\n\n');
}
