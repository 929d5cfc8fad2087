// Run by hand against a real WordPress with Polylang, on a site that may be changed:
//   npm run test:live -- ADDRESS [PART OF A NAME]
// POLYDESK_LIVE_USER and POLYDESK_LIVE_PASSWORD are the credentials. Items it creates there stay in the trash; terms and
// languages remain.
import { NEEDS, SCENARIOS } from './scenarios.ts';
import { openSides } from './sides.ts';

const [url = '', only = ''] = process.argv.slice(2);
const { POLYDESK_LIVE_USER: user = 'admin', POLYDESK_LIVE_PASSWORD: password = '' } = process.env;
if (url === '' || password === '') throw new Error('Name the address, and the password in POLYDESK_LIVE_PASSWORD.');
const sides = await openSides(url, user, password);
let broken = 0;
try {
  const since = performance.now();
  await sides.pull();
  sides.is('after the first pull nothing differs', await sides.plan(), []);
  sides.say(
    `${sides.mode}${sides.hasCompanion ? ' with the plugin' : ''}, ${Math.round(performance.now() - since)} ms`,
  );
  for (const [name, scenario] of Object.entries(SCENARIOS).filter(([one]) => one.includes(only))) {
    const at = performance.now();
    process.stdout.write(`${name}\n`);
    const need = NEEDS[name];
    if (need && !sides.may(need)) {
      sides.say('left out: this user may not');
      continue;
    }
    try {
      await scenario(sides);
      await sides.run('/checks', { full: true });
      sides.is('  in the end nothing differs', await sides.plan(), []);
    } catch (error) {
      broken += 1;
      process.stdout.write(`DIFF   ${error instanceof Error ? error.message : String(error)}\n`);
    }
    sides.say(`${Math.round(performance.now() - at)} ms`);
  }
} finally {
  broken += sides.close();
}
process.stdout.write(broken === 0 ? 'ALL RIGHT\n' : `${broken} differences\n`);
process.exitCode = broken === 0 ? 0 : 1;
