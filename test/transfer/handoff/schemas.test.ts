// Our files are valid: by the schemas in the fixtures, and by those of the standards if they are on this computer.
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openDeskBench } from '../desk/bench.ts';
import { openHandoffBench } from './bench.ts';
import { missing, openTools } from './tools.ts';
import { CONTENT } from './trips.ts';

const tools = openTools();
afterAll(() => tools.remove());
const SCHEMAS = join(import.meta.dirname, '../../fixtures/schemas');
const reason = missing('xmllint');
const why = reason === undefined ? '' : ` (skipped: ${reason})`;

/** What xmllint says of a file, "" for nothing. */
function lint(text: string, ...by: string[]): string {
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', ...by, '-'], {
    input: text,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stderr;
}
const own = (name: string): string[] => ['--relaxng', join(SCHEMAS, name)];

describe.each(['xliff12', 'xliff21'] as const)('%s', (format) => {
  let files: string[] = [];
  beforeEach(() => {
    const bench = openHandoffBench();
    const en = bench.post({ title: 'Night riding', content: CONTENT, excerpt: 'Night\nand day' });
    files = [bench.send(format), bench.send(format, { fill: 'source', strings: true })];
    const french = CONTENT.replaceAll('Night twice', 'Nuit twice');
    bench.post({ title: 'Nuit', content: french, lang: 'fr', translations: { en } });
    files.push(bench.send(format), bench.send(format, { scope: { types: ['page'] } }));
    bench.engine.close();
  });
  const schema = format === 'xliff12' ? 'xliff-1.2.rng' : 'xliff-2.1.rng';

  test.skipIf(reason !== undefined)(`is what the schema describes${why}`, () => {
    for (const file of files) expect(lint(file, ...own(schema))).toBe('');
    const broken = files[0]?.replace(/<source>/, '<source lang="en">') ?? '';
    expect(lint(broken, ...own(schema))).toContain('fails to validate');
  });

  const named = process.env['XLIFF_SCHEMAS'];
  const standard = { xliff12: 'xliff-core-1.2-strict.xsd', xliff21: 'xliff_core_2.0.xsd' }[format];
  test.skipIf(named === undefined || reason !== undefined)(
    `is valid by the schema of OASIS${named === undefined ? ' (skipped: XLIFF_SCHEMAS names no folder with it)' : why}`,
    () => {
      for (const file of files) expect(lint(file, '--schema', join(named ?? '', standard))).toBe('');
    },
  );
});

describe('memory and glossary', () => {
  const lamp = 'A <strong>red</strong> light<br>with <code>npm</code>';
  const files = (): { tmx: string; tbx: string } => {
    const bench = openDeskBench();
    bench.pair(lamp, 'Une lampe <strong>rouge</strong><br>avec <code>npm</code>');
    const words = [
      { lang: 'en', text: 'beam & <ray>', case_sensitive: true },
      { lang: 'fr', text: 'faisceau' },
      { lang: 'fr', text: 'rai', status: 'forbidden' },
    ];
    const about = { definition: 'What a lamp throws', domain: 'Light', note: 'A & B', keep: true };
    bench.must('POST', '/polydesk/v1/glossary', { words, ...about });
    const made = { tmx: bench.send('tmx'), tbx: bench.send('tbx') };
    bench.engine.close();
    return made;
  };

  test.skipIf(reason !== undefined)(`are what the schemas describe${why}`, () => {
    const { tmx, tbx } = files();
    expect(lint(tmx, ...own('tmx-1.4.rng'))).toBe('');
    expect(lint(tbx, ...own('tbx-basic.rng'))).toBe('');
    expect(lint(tmx.replace('<seg>', '<seg lang="en">'), ...own('tmx-1.4.rng'))).toContain('fails to validate');
    expect(lint(tbx.replace('<term>', '<term lang="en">'), ...own('tbx-basic.rng'))).toContain('fails to validate');
  });

  // OmegaT brings the document type of TMX with it.
  const jar = '/usr/share/omegat/OmegaT.jar';
  const found = missing('omegat') ?? missing('unzip') ?? reason;
  test.skipIf(found !== undefined)(
    `the memory is valid by the document type of TMX 1.4${found === undefined ? '' : ` (skipped: ${found})`}`,
    () => {
      tools.run('unzip', '-q', '-o', jar, 'schemas/tmx14.dtd');
      const { tmx } = files();
      tools.write('ours.tmx', tmx);
      tools.run('xmllint', '--noout', '--nonet', '--dtdvalid', 'schemas/tmx14.dtd', 'ours.tmx');
    },
  );
});
