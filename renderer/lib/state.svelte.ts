import { untrack } from 'svelte';
import { preferences } from './preferences.svelte.ts';

/**
 * The current location. It is in the address (`#/settings/urls?field=browser`), so Back, Forward and links work as in any page.
 */
export interface Place {
  /** ID of a screen: a row of `lib/screens.ts`. "" before one is chosen. */
  screen: string;
  /** The location within the screen: a section, the ID of an item. "" for none. */
  item: string;
  /** Other link parameters: the field to focus, the filter to set. */
  query: Readonly<Record<string, string>>;
}

class AppState {
  place = $state.raw<Place>(readPlace(location.hash));
  isPaletteOpen = $state(false);
  isKeysOpen = $state(false);
  isAboutOpen = $state(false);
  /** Whether the palette or the shortcut list is open; both show the commands of the element that had the focus. */
  isListing = $derived(this.isPaletteOpen || this.isKeysOpen);
  isOnline = $state(true);
  isSignedOut = $state(false);
  /** Screens and sections with staged changes, for the dot in the navigation: `settings`, `settings/urls`. */
  staged = $state.raw<ReadonlySet<string>>(new Set());
  /** Text at the end of the status bar, e.g. "Row 3 of 12". Set by the screen, cleared on leaving it. */
  position = $state('');
  /** The sidebar section of a screen that is not in the sidebar itself, such as the editor. Set and cleared by the screen. */
  section = $state('');
  /** Below 1024 px: icon rail, and the inspector is a slide-over. */
  isNarrow = $state(false);
  /** Whether that slide-over is open. */
  isSheetOpen = $state(false);
  /** A screen was just opened and not painted yet: the panes next to its list are drawn one frame later. */
  isComing = $state(false);
  /** Incremented to request focus for the inspector, which resets it. */
  inspectorCalls = $state(0);
  /** Loads the code of a screen; undefined when already loaded. Until it is loaded, the current screen stays. */
  fetchScreen: (screen: string) => Promise<void> | undefined = () => undefined;

  /** The hash that `place` was parsed from. */
  #address = location.hash;

  constructor() {
    window.addEventListener('hashchange', () => this.#arrive());
    const narrow = matchMedia('(max-width: 1023px)');
    this.isNarrow = narrow.matches;
    narrow.addEventListener('change', () => {
      this.isNarrow = narrow.matches;
      this.isSheetOpen = false;
    });
  }

  /** Shows and focuses the inspector. For Enter in a list. */
  openInspector(): void {
    if (this.isNarrow) this.isSheetOpen = true;
    else preferences.isInspectorOpen = true;
    this.inspectorCalls += 1;
  }

  /** Shows or hides the inspector. */
  toggleInspector(): void {
    if (this.isNarrow) this.isSheetOpen = !this.isSheetOpen;
    else preferences.isInspectorOpen = !preferences.isInspectorOpen;
  }

  /** Navigates to a screen, adding a history entry. */
  go(screen: string, item = '', query: Place['query'] = {}): void {
    location.hash = this.addressOf(screen, item, query);
    this.#arrive();
  }

  /** Navigates to the first screen, unless the address already names one: that may still be loading. */
  begin(screen: string): void {
    if (readPlace(location.hash).screen === '') this.go(screen);
  }

  /** The URL of a place, for links. */
  addressOf(screen: string, item = '', query: Place['query'] = {}): string {
    const words = new URLSearchParams(query).toString();
    return `#/${pathOf(screen, item)}${words && `?${words}`}`;
  }

  /** Redirects: navigates to a place, replacing the current history entry. */
  replace(screen: string, item = '', query: Place['query'] = {}): void {
    history.replaceState(null, '', this.addressOf(screen, item, query));
    this.#arrive();
  }

  /** Selects another item of the same screen without a history entry. */
  select(item: string): void {
    if (this.isLeaving()) return;
    this.#rename(`#/${pathOf(this.place.screen, item)}`);
  }

  /** Updates the address to reflect what is shown, without a history entry: another filter, another item. */
  refine(query: Place['query'], item = this.place.item): void {
    if (this.isLeaving()) return;
    const words = new URLSearchParams(query).toString();
    const path = pathOf(this.place.screen, item);
    this.#rename(`#/${path}${words && `?${words}`}`);
  }

  /** Sets or clears the mark for staged changes on a screen or section. */
  mark(name: string, isStaged: boolean): void {
    if (this.staged.has(name) === isStaged) return;
    const names = new Set(this.staged);
    if (isStaged) names.add(name);
    else names.delete(name);
    this.staged = names;
  }

  /** Whether the address already points elsewhere: that screen is still loading, or the page has not been notified yet. */
  isLeaving(): boolean {
    return location.hash !== this.#address;
  }

  #rename(address: string): void {
    history.replaceState(null, '', address);
    this.#address = location.hash;
    this.place = readPlace(this.#address);
  }

  #arrive(): void {
    const { hash } = location;
    // A start link signs in (`lib/api/`) and does not navigate.
    if (hash.startsWith('#code=')) return;
    const place = readPlace(hash);
    const coming = place.screen === this.place.screen ? undefined : untrack(() => this.fetchScreen(place.screen));
    if (!coming) this.#settle(place);
    // Ignored if the user has navigated on meanwhile.
    else void coming.then(() => location.hash === hash && this.#settle(place));
  }

  #settle(place: Place): void {
    if (place.screen !== this.place.screen) {
      this.position = '';
      this.isSheetOpen = false;
    }
    this.#address = location.hash;
    this.place = place;
  }
}

export const app = new AppState();

/** A hash that does not start with `#/` is not a place: `#code=…` of the start link. */
function readPlace(hash: string): Place {
  const [path = '', words = ''] = hash.startsWith('#/') ? hash.slice(2).split('?') : [];
  const [screen = '', ...item] = path.split('/').map(decode);
  return { screen, item: item.join('/'), query: Object.fromEntries(new URLSearchParams(words)) };
}

/** An item may have several segments: `edit/post/812`. */
function pathOf(screen: string, item: string): string {
  return [screen, ...item.split('/')].filter(Boolean).map(encodeURIComponent).join('/');
}

function decode(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return '';
  }
}
