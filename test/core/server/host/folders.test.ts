import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataFolder, runFolder, type Host } from '../../../../core/server/host/folders.ts';

const home = join('/home', 'anna');
test.each<[NodeJS.Platform, Host['env'], data: string, run: string]>([
  ['linux', {}, join(home, '.local/share/polydesk'), join(home, '.local/share/polydesk/run')],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/polydesk', '/data/polydesk/run'],
  ['linux', { XDG_RUNTIME_DIR: '/run/user/1' }, join(home, '.local/share/polydesk'), '/run/user/1/polydesk'],
  [
    'linux',
    { XDG_DATA_HOME: '', XDG_RUNTIME_DIR: '' },
    join(home, '.local/share/polydesk'),
    join(home, '.local/share/polydesk/run'),
  ],
  [
    'darwin',
    {},
    join(home, 'Library/Application Support/Polydesk'),
    join(home, 'Library/Application Support/Polydesk/run'),
  ],
  ['win32', { LOCALAPPDATA: '/local' }, join('/local', 'Polydesk'), join('/local', 'Polydesk/run')],
  ['win32', {}, join(home, 'AppData/Local/Polydesk'), join(home, 'AppData/Local/Polydesk/run')],
  ['linux', { POLYDESK_DATA: '/mine', XDG_DATA_HOME: '/data' }, '/mine', '/mine/run'],
])('%s %j', (platform, env, data, run) => {
  expect(dataFolder({ platform, env, home })).toBe(data);
  expect(runFolder({ platform, env, home })).toBe(run);
});
