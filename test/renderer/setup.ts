// Setup for every test of the interface: its styles, an English page in light colours, and no engine.
import { beforeEach } from 'vitest';
import { loadLocale } from '../../renderer/lib/messages/messages.svelte.ts';
import '../../renderer/styles/tokens.css';
import '../../renderer/styles/base.css';

// Colours are judged at once, not halfway to the next theme.
const still = document.createElement('style');
still.textContent = '*, ::before, ::after { transition: none !important; animation: none !important; }';
document.head.append(still);

beforeEach(async () => {
  document.documentElement.dataset['theme'] = 'light';
  document.body.style.overflow = 'auto';
  await loadLocale('en');
});
