// The translation tools installed on this computer, each in a folder of its own.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect } from 'vitest';

export interface Tools {
  run(tool: string, ...args: string[]): void;
  /** The library of the toolkit, as programs use it. */
  python(text: string): void;
  /** A file through a project of OmegaT that holds these translations, and a TMX as memory; the name of what it wrote. */
  omegat(file: string, texts: readonly (readonly [segment: string, translation: string])[], memory?: string): string;
  write(name: string, text: string): void;
  read(name: string): string;
  remove(): void;
}

/** Why a tool cannot be tried; undefined where it can. */
export function missing(tool: string): string | undefined {
  const places = (process.env['PATH'] ?? '').split(delimiter);
  const isThere = places.some((place) => {
    try {
      accessSync(join(place, tool), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  return isThere ? undefined : `${tool} is not installed`;
}

export function openTools(): Tools {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-peers-'));
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const run = (tool: string, ...args: string[]): void => {
    const { status, stdout, stderr } = spawnSync(tool, args, { cwd: folder, encoding: 'utf8', timeout: 60_000 });
    expect(status, `${tool} ${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
  };
  return {
    ...{ run, write, read },
    python(text) {
      write('work.py', text);
      run('/usr/bin/python3', 'work.py');
    },
    omegat(file, texts, memory) {
      rmSync(join(folder, 'project'), { recursive: true, force: true });
      for (const each of ['target', 'tm', 'glossary', 'dictionary', 'omegat', 'conf'])
        mkdirSync(join(folder, 'project', each), { recursive: true });
      write(`project/source/${file}`, read(file));
      write('project/omegat.project', PROJECT);
      if (memory !== undefined) write('project/tm/auto/memory.tmx', memory);
      write('project/omegat/project_save.tmx', memoryOf(texts));
      const config = `--config-dir=${join(folder, 'project/conf')}`;
      run('omegat', '--mode=console-translate', config, join(folder, 'project'));
      return `project/target/${file}`;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const memoryOf = (texts: readonly (readonly [string, string])[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.1"><header creationtool="OmegaT" creationtoolversion="3.6.0" segtype="paragraph" o-tmf="OmegaT TMX" adminlang="EN-US" srclang="EN-US" datatype="plaintext"/>
<body>
${texts.map((pair) => `<tu>${pair.map((text, at) => `<tuv lang="${at === 0 ? 'EN-US' : 'FR-FR'}"><seg>${escaped(text)}</seg></tuv>`).join('')}</tu>`).join('\n')}
</body></tmx>
`;

const folders = ['source_dir', 'target_dir', 'tm_dir', 'glossary_dir', 'glossary_file', 'dictionary_dir'];
const PROJECT = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<omegat><project version="1.0">
${folders.map((name) => `<${name}>__DEFAULT__</${name}>`).join('\n')}
<source_lang>EN-US</source_lang><target_lang>FR-FR</target_lang>
<source_tok>org.omegat.tokenizer.DefaultTokenizer</source_tok><target_tok>org.omegat.tokenizer.DefaultTokenizer</target_tok>
<sentence_seg>false</sentence_seg><support_default_translations>true</support_default_translations>
<remove_tags>false</remove_tags><external_command></external_command>
</project></omegat>
`;
