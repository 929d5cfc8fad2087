import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Runs a program of Node in a folder, for two minutes at most. Answers what it prints; throws what it complains of when it fails. */
export async function runNode(words, { cwd, env = {}, mayFail = false }) {
  const child = spawn(process.execPath, words, {
    cwd,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  });
  const ended = new Promise((done) => child.once('close', done));
  const [printed, complaints, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0 && !mayFail) throw new Error(`${words.join(' ')} ended with ${code}.\n${printed}${complaints}`);
  return printed;
}
