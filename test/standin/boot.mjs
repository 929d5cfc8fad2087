// Starts a built main process with the stand-in in place of Electron: node boot.mjs MAIN [words ...]
import { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';
import { watchFiles } from './files.mjs';

const standin = new URL('./electron.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' || name === 'electron/main' ? { url: standin, shortCircuit: true } : next(name, context),
});
const { version } = createRequire(import.meta.url)('electron/package.json');
Object.defineProperty(process.versions, 'electron', { value: version, enumerable: true });
watchFiles();
syncBuiltinESMExports();

const { app } = await import('./app.ts');
// As Electron does.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => app.quit());
const [program, , main, ...words] = process.argv;
// As Electron has them: a packaged program does not name itself a second time.
process.argv = [program, ...(process.env.STANDIN_PACKAGED ? [] : [main]), ...words];
await import(pathToFileURL(main).href);
// Not before: a main module that waits for `ready` at its top level waits for ever, in Electron too.
app.becomeReady();
