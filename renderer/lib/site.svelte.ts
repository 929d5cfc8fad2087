import { languageNames } from '../../core/schema/languages/names.ts';
import { api, isDesktop, onShell, runCommand } from './api/api.ts';
import type { ServerState } from './api/bridge.ts';
import { readTypes } from './content-types.ts';
import { languageName, uiLocale } from './messages/messages.svelte.ts';
import { Resource } from './resource.svelte.ts';

/** The frame is there in this time even where the engine has much to do. */
const PATIENCE_MS = 150;

/** What the whole interface wants to know of the open site. Read once, kept fresh by change notices. */
class SiteFacts {
  /** `wp/v2/settings`: title, url and the like. */
  options = new Resource(() => api.get('/wp/v2/settings'), {
    kinds: ['site', 'settings'],
  });
  /** Every language, in the order of the switcher. */
  languages = new Resource(() => api.get('/pll/v1/languages'), {
    kinds: ['language', 'settings', 'site'],
  });
  /** How far each type is in each language. */
  coverage = new Resource(() => api.get('/polydesk/v1/coverage'));
  /** Post types and taxonomies that have languages; without numbers, which change all the time. */
  types = new Resource(() => readTypes(this.coverage.latest()), { kinds: ['content-model', 'site', 'settings'] });
  server = new Resource(() => api.get('/polydesk/v1/server'), { kinds: ['server'] });
  /** Every write would be refused: the file or its folder is protected. */
  isReadOnly = $derived(this.server.value?.read_only ?? false);
  name = $derived(this.options.value?.title ?? '');
  /** What the frame calls it: its title, else its file. */
  label = $derived(this.name || (this.options.value ? (this.server.value?.file_name ?? '') : ''));
  defaultLanguage = $derived(this.languages.value?.find((language) => language.is_default));
  /** Names of its languages in the interface language, by code; with the region only where two share a name. */
  languageNames = $derived(languageNames(this.languages.value ?? [], uiLocale()));
  #users = 0;
  #close: () => void = () => undefined;
  #shellState = $state.raw<ServerState | null>(null);
  /** The local server, as the pill shows it. A page that came from it has no doubt that it runs. */
  serverState = $derived<ServerState>(this.#shellState ?? serverOf(this.server.value?.base_url ?? ownAddress()));

  /** Name of a language in the interface language, by its code: for sentences, labels and messages. */
  languageName(code: string): string {
    return this.languageNames.get(code) ?? languageName(code);
  }

  /** Reads everything and keeps it fresh. Opened again while it is open, it goes on. */
  open(): () => void {
    this.#users += 1;
    if (this.#users === 1) this.#close = this.#start();
    return () => {
      this.#users -= 1;
      if (this.#users === 0) this.#close();
    };
  }

  /**
   * Settled when all of it was answered for the first time, or refused: what is drawn then needs to be drawn once. It does not
   * wait for long: an answer that takes its time is drawn when it comes.
   */
  async arrived(): Promise<void> {
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([late, Promise.allSettled(this.#all().map((each) => each.latest()))]);
  }

  /** The coverage before the types, which are named by it. */
  #all() {
    return [this.languages, this.coverage, this.types, this.options, this.server];
  }

  #start(): () => void {
    const stops = this.#all().map((each) => each.open());
    if (isDesktop())
      void runCommand('server').then(
        (state) => (this.#shellState = state),
        () => undefined,
      );
    stops.push(onShell('server', (state) => ((this.#shellState = state), void this.server.reload())));
    return () => stops.forEach((stop) => stop());
  }
}

export const site = new SiteFacts();

function ownAddress(): string | undefined {
  return isDesktop() ? undefined : location.origin;
}

function serverOf(address: string | undefined): ServerState {
  const url = address && URL.canParse(address) ? new URL(address) : undefined;
  return url ? { state: 'running', port: Number(url.port) || null } : { state: 'stopped', port: null };
}
