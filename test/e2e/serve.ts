// A server of its own for each file of tests: a new site, the built interface and a session, in one child process.
// Prints {"url", "token"} when it is ready; ends with its standard input.
import { createEngine } from '../../core/engine.ts';
import { createTemporarySite } from '../../core/cli/temporary.ts';
import { thisHost } from '../../core/server/folders.ts';
import { openToServe } from '../../core/server/open.ts';
import { startServer } from '../../core/server/running.ts';
import { createMemorySecrets } from '../../core/server/secrets.ts';
import { createSessions } from '../../core/server/session.ts';
import { readUi } from '../../core/server/ui.ts';

const temporary = createTemporarySite();
const host = { ...thisHost(), env: { POLYDESK_DATA: `${temporary.file}.data` } };
const { site } = await openToServe(temporary.file, { version: '0.0.0', host });
const engine = createEngine(site, { secrets: createMemorySecrets() });
const sessions = createSessions(site);
const ui = readUi(process.argv[2] ?? '.cache/e2e');
const note = (text: string): void => console.error(text);
const running = await startServer(engine, { port: 0, sessions, ui, host, note });
console.log(JSON.stringify({ url: running.url, token: sessions.exchange(sessions.newCode()) }));

process.stdin.resume().once('close', () => {
  void running.close().then(() => {
    engine.close();
    temporary.remove();
    process.exit();
  });
});
