import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { toasts } from '../../../renderer/lib/toasts.svelte.ts';
import Tabs from '../../../renderer/ui/layout/Tabs.svelte';

interface Session {
  send(method: string, params: object): Promise<unknown>;
}
async function emulate(media: object): Promise<void> {
  const session = cdp() as unknown as Session;
  await session.send('Emulation.setEmulatedMedia', media);
  onTestFinished(async () => void (await session.send('Emulation.setEmulatedMedia', { media: '', features: [] })));
}

test('in forced colours the count of the chosen tab has the colour of its name', async () => {
  await emulate({ features: [{ name: 'forced-colors', value: 'active' }] });
  const tabs = [
    { value: 'all', label: 'All', count: 12 },
    { value: 'todo', label: 'To do', count: 3 },
  ];
  await render(Tabs, { label: 'Views', tabs, value: 'all' });
  const tab = page.getByRole('tab', { selected: true }).element();
  expect(matchMedia('(forced-colors: active)').matches).toBe(true);
  const count = tab.querySelector('.count');
  expect(count && getComputedStyle(count).color).toBe(getComputedStyle(tab).color);
});

test('in print the frame is hidden, and a screen takes its full length', async () => {
  const html =
    '<div><nav>Sections</nav><main><div class="scroll" style="height: 50px; overflow: auto">Text</div></main></div>';
  const frame = document.createElement('div');
  frame.innerHTML = html;
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  const style = (selector: string) => getComputedStyle(frame.querySelector(selector) ?? frame);
  expect(style('nav').display).not.toBe('none');
  await emulate({ media: 'print' });
  expect([style('nav').display, style('.scroll').overflow]).toEqual(['none', 'visible']);
});

test('a name of the other direction is isolated in a message', () => {
  toasts.show({ text: 'العربية (مصر) added, 3 “مرحبا بكم” linked', tone: 'plain' });
  const [first, last] = [0x2068, 0x2069].map((code) => String.fromCharCode(code));
  expect(toasts.list.at(-1)?.text).toBe(`${first}العربية (مصر${last}) added, 3 “${first}مرحبا بكم${last}” linked`);
  toasts.show({ text: 'German added', tone: 'plain' });
  expect(toasts.list.at(-1)?.text).toBe('German added');
});
