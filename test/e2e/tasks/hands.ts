// The two ways to do a task, each counting its steps: a click, a key press or a typed text is one.
import type { Locator } from 'playwright-core';
import type { App } from '../app.ts';

interface Hand {
  /** How many steps it took so far. */
  steps(): number;
  /** Types words where the focus is: one step, however long. */
  write(words: string): Promise<void>;
}

/** A mouse, and a keyboard for words only. */
export interface Mouse extends Hand {
  click(target: Locator): Promise<void>;
  /** Clicks what opens the chooser of files, and takes one. */
  choose(opener: Locator, file: string): Promise<void>;
}

/** A keyboard alone. */
export interface Keys extends Hand {
  /** One after another. Those that a browser keeps for itself are written as in the window. */
  press(...keys: string[]): Promise<void>;
  /** Presses a key, Tab unless given, until the focus is on the target or in it. */
  reach(target: Locator, key?: string): Promise<void>;
  choose(key: string, file: string): Promise<void>;
}

/** More keys than that lead nowhere. */
const MOST_KEYS = 60;

export function takeMouse({ page }: App): Mouse {
  let count = 0;
  const click = (target: Locator): Promise<void> => ((count += 1), target.click());
  return {
    steps: () => count,
    click,
    write: (words) => ((count += 1), page.keyboard.type(words)),
    async choose(opener, file) {
      const chooser = page.waitForEvent('filechooser');
      await click(opener);
      count += 1;
      await (await chooser).setFiles(file);
    },
  };
}

export function takeKeys({ page, key }: App): Keys {
  let count = 0;
  const press = async (...combinations: string[]): Promise<void> => {
    for (const each of combinations) {
      count += 1;
      await page.keyboard.press(each === 'Control+n' ? key(each) : each);
    }
  };
  return {
    steps: () => count,
    press,
    write: (words) => ((count += 1), page.keyboard.type(words)),
    async reach(target, by = 'Tab') {
      const isThere = () => target.first().evaluate((element) => element.contains(document.activeElement));
      for (let at = 0; at < MOST_KEYS; at++) {
        if (await isThere()) return;
        await press(by);
      }
      throw new Error(`${by} does not lead to ${String(target)}`);
    },
    async choose(by, file) {
      const chooser = page.waitForEvent('filechooser');
      await press(by);
      count += 1;
      await (await chooser).setFiles(file);
    },
  };
}

/** By the palette: its key, what is looked for, Enter on the first that fits. */
export async function goTo({ page }: App, hand: Keys, words: string, option: RegExp): Promise<void> {
  await hand.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Command palette' });
  await box.and(page.locator(':focus')).waitFor();
  await hand.write(words);
  await page.getByRole('option', { name: option, selected: true }).waitFor();
  await hand.press('Enter');
  await box.waitFor({ state: 'detached' });
}
