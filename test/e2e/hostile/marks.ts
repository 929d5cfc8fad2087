// Every hostile text begins with a unique code, which tells where it was shown and which one was executed.
import type { Page } from 'playwright-core';
import { asEntities, payloads } from './payloads.ts';

/** A field that was filled. */
interface Mark {
  field: string;
  code: string;
  /** How its payload begins where it is shown as it is. */
  start: string;
  /** No screen shows it, or not always: it may stay unseen. */
  isQuiet: boolean;
  /** It was on a screen: not at all, without its payload, or whole. */
  seen: '' | 'cut' | 'whole';
}

export interface Marks {
  all: readonly Mark[];
  /** A text for a field: markup, or markup as entities. With `most` characters: one of the payloads that fit. */
  text(field: string, options?: { most?: number; isCoded?: boolean; isQuiet?: boolean }): string;
  /** A text with a certain payload. */
  with(field: string, payload: number): string;
  /** Notes what the page shows now: texts, values, names and titles. */
  look(page: Page): Promise<void>;
}

/** How much of a payload is compared. */
const START = 5;

export function createMarks(attacker: string): Marks {
  const all: Mark[] = [];
  function make(field: string, at: number, isQuiet = false): string {
    const code = `zq${String(all.length).padStart(3, '0')}`;
    const payload = payloads[at % payloads.length]?.(code, `${attacker}/hit/${code}`) ?? '';
    all.push({ field, code, start: payload.slice(0, START), isQuiet, seen: '' });
    return code + payload;
  }
  return {
    all,
    text(field, { most = Infinity, isCoded = false, isQuiet = false } = {}) {
      for (let at = all.length; at < all.length + payloads.length; at++) {
        const text = make(field, at, isQuiet);
        if (text.length <= most) return isCoded ? asEntities(text) : text;
        all.pop();
      }
      throw new Error(`No payload fits into ${field}`);
    },
    with: (field, payload) => make(field, payload),
    async look(page) {
      const shown = await page.evaluate(readPage);
      for (const mark of all) {
        if (mark.seen === 'whole' || !shown.includes(mark.code)) continue;
        mark.seen = shown.includes(mark.code + mark.start) ? 'whole' : 'cut';
      }
    },
  };
}

/** Runs in the page: everything a person or a screen reader gets to know. */
function readPage(): string {
  const names = ['title', 'aria-label', 'placeholder', 'alt', 'aria-description', 'aria-valuetext'];
  const parts = [document.title, document.body.textContent];
  for (const element of document.querySelectorAll('*')) {
    if ('value' in element && typeof element.value === 'string') parts.push(element.value);
    for (const name of names) parts.push(element.getAttribute(name) ?? '');
  }
  return parts.join('\n');
}
