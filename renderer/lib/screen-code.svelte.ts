import type { Component } from 'svelte';

/** Data a screen will show: a `Resource`. */
interface Data {
  readAhead(): void;
}

/** A lazily loaded screen, or another part of the page that the first paint does not need. It is fetched once. */
export class ScreenCode {
  /** The component; undefined until loaded. */
  component = $state.raw<Component>();
  /** Loading failed: the server is gone, or has a different version now. */
  isMissing = $state(false);
  #read: () => Promise<{ default: Component }>;
  #coming: Promise<void> | undefined;
  #data: readonly Data[];

  /**
   * `load` is an import that the build splits into its own chunk: `() => import('../screens/x/X.svelte')`. `data` is what the
   * screen needs before it can show anything.
   */
  constructor(load: () => Promise<{ default: Component }>, data: readonly Data[] = []) {
    this.#read = load;
    this.#data = data;
  }

  /** Prefetches the screen's data in parallel with its code. Nothing is requested twice. */
  readAhead(): void {
    for (const each of this.#data) each.readAhead();
  }

  /**
   * Loads the code, retrying after an earlier failure. Never rejects: check `isMissing`. Returns undefined when already loaded.
   */
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
 * Preloads the files of all screens in the background; the build lists them in the page (`build/first-files.ts`). Called once,
 * after the first screen is shown.
 */
export function fetchFiles(): void {
  const later = document.querySelector<HTMLTemplateElement>('template#later');
  if (later) document.head.append(later.content);
}

/** Loads all of these and their data, one after another, whenever the page is idle. Returns a function that cancels it. */
export function fetchWhenIdle(codes: readonly ScreenCode[]): () => void {
  let turn = 0;
  const next = ([first, ...rest]: readonly ScreenCode[]): void => {
    if (!first) return;
    const goOn = (): void => void (turn && next(rest));
    // A background page never gets idle callbacks, so a timeout is set.
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
