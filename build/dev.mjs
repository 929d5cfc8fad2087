// Development: everything is rebuilt on change. The window reloads a new interface by itself (electron/window/interface.ts); a
// new main program restarts the window. Run by `node build/bootstrap.mjs dev`, which passes what to start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createBuilder } from 'vite';

const root = resolve(import.meta.dirname, '..');
const [program, ...words] = process.argv.slice(2);
let child;
let timer;

const builder = await createBuilder({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
await Promise.all([follow('client', () => {}), follow('main', restart), follow('preload', restart)]);
child = start();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(signal));

/** Builds one program now and after each change; resolves with the first build. A failed build keeps the old one. */
async function follow(name, onNew) {
  const environment = builder.environments[name];
  // If the folder were emptied in between, the program would be missing for a moment.
  Object.assign(environment.config.build, { watch: {}, emptyOutDir: false });
  const watcher = await builder.build(environment);
  const { promise, resolve: isBuilt } = Promise.withResolvers();
  watcher.on('event', ({ code, error }) => {
    if (code === 'ERROR') console.error(error.message);
    if (code !== 'END') return;
    isBuilt();
    if (child) onNew();
  });
  return promise;
}

function start() {
  const started = spawn(program, words, { stdio: 'inherit', env: { ...process.env, POLYDESK_DEV: '1' } });
  started.on('exit', (code) => started === child && process.exit(code ?? 0));
  return started;
}

/** Debounced for builds that end together. */
function restart() {
  clearTimeout(timer);
  timer = setTimeout(startAnew, 300);
}

async function startAnew() {
  const before = child;
  child = undefined;
  before.kill();
  if (before.exitCode === null) await once(before, 'exit');
  child = start();
}

function end(signal) {
  child?.kill(signal);
  child?.once('exit', () => process.exit(0));
  if (!child) process.exit(0);
}
