import { untrack } from 'svelte';
import { preferences } from './preferences.svelte.ts';

/** Where we are. In the address (`#/settings/urls?field=browser`), so Back, Forward and links work as in any page. */
export interface Place {
  /** Id of a screen: a row of `lib/screens.ts`. "" before one was chosen. */
  screen: string;
  /** What inside it: a section, the id of an item. "" for none. */
  item: string;
  /** Other parameters of the link: which field to focus, which filter to set. */
  query: Readonly<Record<string, string>>;
}

class AppState {
  place = $state.raw<Place>(readPlace(location.hash));
  isPaletteOpen = $state(false);
  isKeysOpen = $state(false);
  isAboutOpen = $state(false);
  /** The palette or the list of keys shows what can be done with what had the focus. */
  isListing = $derived(this.isPaletteOpen || this.isKeysOpen);
  isOnline = $state(true);
  isSignedOut = $state(false);
  /** Screens and sections with staged changes, for the dot in the navigation: `settings`, `settings/urls`. */
  staged = $state.raw<ReadonlySet<string>>(new Set());
  /** What the status bar says at its end, e.g. "Row 3 of 12". Set by the screen, cleared on leaving it. */
  position = $state('');
  /** The section a screen belongs to that has no place of its own in the sidebar: the editor to its list. Set and cleared by it. */
  section = $state('');
  /** Below 1024 px: icon rail, and the inspector is a slide-over. */
  isNarrow = $state(false);
  /** The slide-over of a narrow window. */
  isSheetOpen = $state(false);
  /** A screen has just been called and not been seen yet: what stands beside its list is drawn a frame later. */
  isComing = $state(false);
  /** How often the inspector was told to take the focus; it sets it back. */
  inspectorCalls = $state(0);
  /** Fetches what a screen is made of; undefined when it is here. Until then we stay where we are, and what is drawn stays. */
  fetchScreen: (screen: string) => Promise<void> | undefined = () => undefined;

  /** The address that `place` was read from. */
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

  /** Shows the inspector and puts the focus into it. For Enter in a list. */
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

  /** Goes to a screen, and leaves the present place in the history. */
  go(screen: string, item = '', query: Place['query'] = {}): void {
    location.hash = this.addressOf(screen, item, query);
    this.#arrive();
  }

  /** Goes to the first screen, unless the address leads to one already: that one may still be fetched. */
  begin(screen: string): void {
    if (readPlace(location.hash).screen === '') this.go(screen);
  }

  /** The address of a place, for links. */
  addressOf(screen: string, item = '', query: Place['query'] = {}): string {
    const words = new URLSearchParams(query).toString();
    return `#/${pathOf(screen, item)}${words && `?${words}`}`;
  }

  /** Goes on to where an address leads, in the place of that address in the history. */
  replace(screen: string, item = '', query: Place['query'] = {}): void {
    history.replaceState(null, '', this.addressOf(screen, item, query));
    this.#arrive();
  }

  /** Names another item of the same screen without a step in the history. */
  select(item: string): void {
    if (this.isLeaving()) return;
    this.#rename(`#/${pathOf(this.place.screen, item)}`);
  }

  /** Says in the address what is shown here, without a step in the history: another filter, another item. */
  refine(query: Place['query'], item = this.place.item): void {
    if (this.isLeaving()) return;
    const words = new URLSearchParams(query).toString();
    const path = pathOf(this.place.screen, item);
    this.#rename(`#/${path}${words && `?${words}`}`);
  }

  /** Marks a screen or section as having staged changes, or no more. */
  mark(name: string, isStaged: boolean): void {
    if (this.staged.has(name) === isStaged) return;
    const names = new Set(this.staged);
    if (isStaged) names.add(name);
    else names.delete(name);
    this.staged = names;
  }

  /** The address leads elsewhere already: its screen is still being fetched, or the page was not told of it yet. */
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
    // A start link signs in (`lib/api/`), and leads nowhere.
    if (hash.startsWith('#code=')) return;
    const place = readPlace(hash);
    const coming = place.screen === this.place.screen ? undefined : untrack(() => this.fetchScreen(place.screen));
    if (!coming) this.#settle(place);
    // Who went on meanwhile is not called back.
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

/** What does not begin with `#/` names no place: `#code=…` of the start link. */
function readPlace(hash: string): Place {
  const [path = '', words = ''] = hash.startsWith('#/') ? hash.slice(2).split('?') : [];
  const [screen = '', ...item] = path.split('/').map(decode);
  return { screen, item: item.join('/'), query: Object.fromEntries(new URLSearchParams(words)) };
}

/** An item may have parts: `edit/post/812`. */
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
