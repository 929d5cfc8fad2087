// The browser tests need a Chromium. Any will do; if there is none, it is installed by apt where possible.
import { existsSync } from 'node:fs';
import { run, say } from './process.mjs';

const known = [
  process.env.CHROME_PATH,
  // Chromium without a UI: the same pages for a fifth less processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  `${process.env.PROGRAMFILES}\\Google\\Chrome\\Application\\chrome.exe`,
];

/** Returns the path of a browser, or undefined: then the browser tests report themselves what is missing. */
export async function findChrome() {
  if (!installedChrome() && canInstall()) await install();
  if (!installedChrome()) say('no Chrome or Chromium found: install one or set CHROME_PATH.');
  return installedChrome();
}

/** The path of an installed browser. */
export function installedChrome() {
  return known.find((path) => path && existsSync(path));
}

function canInstall() {
  return process.platform === 'linux' && process.getuid() === 0 && existsSync('/usr/bin/apt-get');
}

async function install() {
  say('installing Chromium for the browser tests ...');
  const options = { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update', '-qq'], options);
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const code = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options);
    if (code === 0) return;
  }
}
