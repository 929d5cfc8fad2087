import { languageNames, ownNames } from '../../core/schema/languages/names.ts';
import { api, isDesktop, onShell, runCommand } from './api/api.ts';
import type { ServerState } from './api/bridge.ts';
import { readTypes } from './content-types.ts';
import { languageName, uiLocale } from './messages/messages.svelte.ts';
import { Resource } from './resource.svelte.ts';

/** The frame is shown after this time even if the engine is busy. */
const PATIENCE_MS = 150;

/** Shared facts about the open site. Read once, kept up to date by change notices. */
class SiteFacts {
  /** `wp/v2/settings`: title, URL and the like. */
  options = new Resource(() => api.get('/wp/v2/settings'), {
    kinds: ['site', 'settings'],
  });
  /** Every language, in switcher order. */
  languages = new Resource(() => api.get('/pll/v1/languages'), {
    kinds: ['language', 'settings', 'site'],
  });
  /** Coverage of each type in each language. */
  coverage = new Resource(() => api.get('/polydesk/v1/coverage'));
  /** Translatable post types and taxonomies; without counts, which change all the time. */
  types = new Resource(() => readTypes(this.coverage.latest()), { kinds: ['content-model', 'site', 'settings'] });
  server = new Resource(() => api.get('/polydesk/v1/server'), { kinds: ['server'] });
  /** Numbers beside screens in the sidebar; nothing waits for them. */
  totals = new Resource(() => api.get('/polydesk/v1/totals'), { kinds: ['glossary', 'language', 'settings', 'site'] });
  /** Every write would be rejected: the file or its folder is read-only. */
  isReadOnly = $derived(this.server.value?.read_only ?? false);
  name = $derived(this.options.value?.title ?? '');
  /** The name shown in the frame: the site title, else the file name. */
  label = $derived(this.name || (this.options.value ? (this.server.value?.file_name ?? '') : ''));
  defaultLanguage = $derived(this.languages.value?.find((language) => language.is_default));
  /** Names of the site's languages in the interface language, by code; with the region only where two share a name. */
  languageNames = $derived(languageNames(this.languages.value ?? [], uiLocale()));
  #ownNames = $derived(ownNames(this.languages.value ?? []));
  #users = 0;
  #close: () => void = () => undefined;
  #shellState = $state.raw<ServerState | null>(null);
  /** State of the local server for the status pill. A page served by it knows that it is running. */
  serverState = $derived<ServerState>(this.#shellState ?? serverOf(this.server.value?.base_url ?? ownAddress()));

  /** Name of a language in the interface language, by its code: for sentences, labels and messages. */
  languageName(code: string): string {
    return this.languageNames.get(code) ?? languageName(code);
  }

  /** What a language calls itself, by its code: for tabs, column heads and pickers. */
  ownName(code: string): string {
    return this.#ownNames.get(code) ?? code;
  }

  /** A language as an option of a picker: by its own name, found by its name in the interface language too. */
  languageOption({ slug, w3c }: { slug: string; w3c: string }) {
    return { value: slug, label: this.ownName(slug), lang: w3c, keywords: this.languageName(slug) };
  }

  /** Loads everything and keeps it up to date. Shared if already open. */
  open(): () => void {
    this.#users += 1;
    if (this.#users === 1) this.#close = this.#start();
    return () => {
      this.#users -= 1;
      if (this.#users === 0) this.#close();
    };
  }

  /**
   * Resolves when everything has loaded or failed for the first time, so that it can be drawn in one go. The wait is bounded: a
   * slow response is drawn when it arrives.
   */
  async arrived(): Promise<void> {
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([late, Promise.allSettled(this.#all().map((each) => each.latest()))]);
  }

  /** The coverage comes before the types, which are derived from it. */
  #all() {
    return [this.languages, this.coverage, this.types, this.options, this.server];
  }

  #start(): () => void {
    const stops = [...this.#all(), this.totals].map((each) => each.open());
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
