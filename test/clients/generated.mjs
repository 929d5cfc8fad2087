// Clients that are generated from openapi.json, as docs/rest-api.md shows them: compiled under strict TypeScript, then run.
import { equal, notEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeExamples } from './documents.mjs';
import { runNode } from './run-node.mjs';

const root = join(import.meta.dirname, '../..');
const packages = join(import.meta.dirname, 'node_modules');

/** What both programs print of the site of the export, whose pages are three in English. */
const PRINTED = `Contact is not in French
Team https://multilingual.example/fr/a-propos/equipe/
About https://multilingual.example/fr/a-propos/
en fr rest_post_invalid_id
`;

export const GENERATED = {
  'openapi-typescript': {
    what: 'its types and openapi-fetch compile under strict TypeScript and run',
    run: (server, folder) =>
      compileAndRun(server, folder, 'openapi-fetch.ts', [
        'openapi-typescript/bin/cli.js',
        'openapi.json',
        '-o',
        'polydesk.ts',
      ]),
  },
  '@hey-api/openapi-ts': {
    what: 'its client compiles under strict TypeScript and runs',
    run(server, folder) {
      const output = { path: 'polydesk', module: { extension: '.ts' } };
      const plugins = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'];
      const config = { input: 'openapi.json', output, plugins, logs: { level: 'silent' } };
      writeFileSync(join(folder, 'openapi-ts.config.mjs'), `export default ${JSON.stringify(config)};\n`);
      return compileAndRun(server, folder, 'hey-api.ts', ['@hey-api/openapi-ts/bin/run.js']);
    },
  },
};

async function compileAndRun({ root: rest, token }, folder, program, [generator, ...words]) {
  const text = writeExamples('rest-api.md', folder)[program];
  const answer = await fetch(`${rest}polydesk/v1/openapi.json`);
  writeFileSync(join(folder, 'openapi.json'), await answer.text());
  await runNode([join(packages, generator), ...words], { cwd: folder });
  equal(await compile(folder, program), '');
  // The control: a language that the site does not have is none to the compiler either.
  writeFileSync(join(folder, `wrong-${program}`), text.replace("lang: 'en'", "lang: 'xx'"));
  notEqual(await compile(folder, `wrong-${program}`), '');
  const env = { POLYDESK_API: rest.replace(/\/$/, ''), POLYDESK_TOKEN: token };
  equal(await runNode([program], { cwd: folder, env }), PRINTED);
}

/** What the compiler has to say. */
async function compile(folder, program) {
  const compilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true, verbatimModuleSyntax: true },
    ...{ erasableSyntaxOnly: true, allowImportingTsExtensions: true, skipLibCheck: true },
    ...{ module: 'ESNext', moduleResolution: 'bundler', target: 'ES2024', lib: ['ES2024', 'DOM', 'DOM.Iterable'] },
    ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [program] }));
  return runNode([join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', '.'], { cwd: folder, mayFail: true });
}
