import axe from 'axe-core';
import { createRawSnippet } from 'svelte';
import type { Snippet } from 'svelte';
import { expect } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Bridge } from '../../renderer/lib/api/bridge.ts';
import { loadLocale } from '../../renderer/lib/messages/messages.svelte.ts';

const off = { enabled: false };

/** Text as a snippet, for `children`. */
export function words(text: string): Snippet {
  return createRawSnippet(() => ({ render: () => `<span>${text}</span>` }));
}

/** What axe finds in the page, one line each. */
async function findFaults(contrast: 'alone' | 'too' | 'not'): Promise<string[]> {
  const pageRules = { region: off, 'page-has-heading-one': off, 'landmark-one-main': off };
  const rules = { ...pageRules, 'target-size': { enabled: true }, 'color-contrast': { enabled: contrast !== 'not' } };
  const only = contrast === 'alone' && { runOnly: { type: 'rule' as const, values: ['color-contrast'] } };
  const { violations } = await axe.run(document.body, { rules, ...only, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}

/** Axe has nothing to say: in light colours, about the contrast in dark ones, and right to left. */
export async function expectNoFaults(): Promise<void> {
  expect(await findFaults('too'), 'light').toEqual([]);
  document.documentElement.dataset['theme'] = 'dark';
  expect(await findFaults('alone'), 'dark').toEqual([]);
  document.documentElement.dataset['theme'] = 'light';
  await loadLocale('ar');
  expect(await findFaults('not'), 'right to left').toEqual([]);
  await loadLocale('en');
}

/** Presses keys one after another: `press('Tab', 'Ctrl+ArrowDown')`. */
export async function press(...combos: string[]): Promise<void> {
  for (const combo of combos) {
    const keys = combo.replace('Ctrl', 'Control').split('+');
    const last = keys.pop() ?? '';
    const down = keys.map((key) => `{${key}>}`).join('');
    const up = keys.map((key) => `{/${key}}`).join('');
    await userEvent.keyboard(`${down}{${last}}${up}`);
  }
}

/** The focused element, as screen readers name it: `button "Cancel"`. */
export function focused(): string {
  const element = document.activeElement;
  if (!element || element === document.body) return 'nothing';
  const role = element.getAttribute('role') ?? element.tagName.toLowerCase();
  const by = element
    .getAttribute('aria-labelledby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
  const name = element.getAttribute('aria-label') ?? by ?? element.textContent;
  return `${role} "${name.trim()}"`;
}

type Rest = Bridge['rest'];

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** An engine of a few lines, in the place of the bridge. Answers 404 where `answer` gives nothing. Returns what was asked. */
export function fakeEngine(
  answer: (request: Parameters<Rest>[0]) => Answer | undefined | Promise<Answer>,
  commands: { recent?: unknown[]; preferences?: object; about?: object } = {},
) {
  const asked: string[] = [];
  const listeners: { topic: string; listener: (news: unknown) => void }[] = [];
  /** Commands of the shell, each with its words. */
  const ran: unknown[][] = [];
  const { recent = [], preferences = {}, about } = commands;
  const told: Record<string, unknown> = { recentSites: recent, preferences, about };
  const bridge = {
    rest: async (request: Parameters<Rest>[0]) => {
      asked.push(`${request.method} ${request.path}`);
      const found = (await answer(request)) ?? {
        status: 404,
        body: { code: 'rest_no_route', message: 'No route.', data: { status: 404 } },
      };
      return { status: found.status ?? 200, headers: found.headers ?? {}, body: structuredClone(found.body) };
    },
    run(name: string, ...words: unknown[]) {
      ran.push([name, ...words]);
      return Promise.resolve(told[name]);
    },
    on: (topic: string, listener: (news: unknown) => void) => {
      listeners.push({ topic, listener });
      return () => undefined;
    },
  };
  window.polydesk = bridge as unknown as Bridge;
  const tell = (news: unknown, topic = 'change'): void =>
    listeners.filter((one) => one.topic === topic).forEach(({ listener }) => listener(news));
  return { asked, ran, tell };
}
