import type { Component } from 'svelte';

/** What a screen will show: a `Resource`. */
interface Data {
  readAhead(): void;
}

/** The code of a screen, or of another part of the page that the first picture does not need. It is fetched once. */
export class ScreenCode {
  /** What draws it; undefined until it is here. */
  component = $state.raw<Component>();
  /** It could not be fetched: the server is gone, or it is another version by now. */
  isMissing = $state(false);
  #read: () => Promise<{ default: Component }>;
  #coming: Promise<void> | undefined;
  #data: readonly Data[];

  /**
   * `load` is an import that the build makes a file of its own: `() => import('../screens/x/X.svelte')`. `data` is what the screen
   * cannot show anything without.
   */
  constructor(load: () => Promise<{ default: Component }>, data: readonly Data[] = []) {
    this.#read = load;
    this.#data = data;
  }

  /** Asks for what it will show, beside its code and not after it. Nothing is asked twice. */
  readAhead(): void {
    for (const each of this.#data) each.readAhead();
  }

  /** Fetches it, after a failure once more. Never rejects: look at `isMissing`. undefined when it is here already. */
  load(): Promise<void> | undefined {
    if (this.component) return undefined;
    this.#coming ??= this.#read().then(
      (code) => this.#settle(code.default),
      () => this.#settle(undefined),
    );
    return this.#coming;
  }

  #settle(component: Component | undefined): void {
    this.#coming = undefined;
    this.component = component;
    this.isMissing = component === undefined;
  }
}

/**
 * Has the browser fetch and read the files of all screens, beside what the page does: the build has named them in it
 * (`build/first-files.ts`). Once, when the first screen stands.
 */
export function fetchFiles(): void {
  const later = document.querySelector<HTMLTemplateElement>('template#later');
  if (later) document.head.append(later.content);
}

/**
 * Fetches all of these and what they will show, one after another, whenever the page has nothing else to do. Returns the function
 * that stops that.
 */
export function fetchWhenIdle(codes: readonly ScreenCode[]): () => void {
  let turn = 0;
  const next = ([first, ...rest]: readonly ScreenCode[]): void => {
    if (!first) return;
    const goOn = (): void => void (turn && next(rest));
    // A page in the background is never idle: it goes on all the same.
    const fetch = (): void => {
      first.readAhead();
      void (first.load() ?? Promise.resolve()).then(goOn);
    };
    turn = requestIdleCallback(fetch, { timeout: 2000 });
  };
  next(codes.filter(({ component }) => !component));
  return () => {
    cancelIdleCallback(turn);
    turn = 0;
  };
}
