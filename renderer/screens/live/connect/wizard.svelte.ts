import { asApiError, type ApiError } from '../../../lib/api/api-error.ts';
import type { Probe } from '../../../../core/schema/live/live.ts';
import { liveApi, type Connection } from '../../../lib/live/live-api.ts';

/** The steps of connecting, in order. */
export const STEPS = ['address', 'signin', 'abilities', 'check'] as const;
/** The answer of a site to unauthenticated requests. */
const SIGNED_OUT = ['polydesk_live_hidden', 'polydesk_live_password'];
export type WizardStep = (typeof STEPS)[number];

/** Input and results while connecting. Nothing is stored before the last step, and the password is never stored in the page. */
export class Wizard {
  step = $state<WizardStep>('address');
  url = $state('');
  /** The user has confirmed that the site is on the local network. */
  isPrivate = $state(false);
  user = $state('');
  password = $state('');
  /** The capabilities reported by the site. */
  found = $state.raw<Probe | null>(null);
  fault = $state.raw<ApiError | null>(null);
  isBusy = $state(false);
  /** The redirect target, if it is another address. */
  movedTo = $state('');
  now = $derived(STEPS.indexOf(this.step));
  host = $derived(hostOf(this.url));
  /** The page of the site for creating an application password. */
  authorizePage = $derived(`${originOf(this.url)}/wp-admin/authorize-application.php?app_name=Polydesk`);

  /** Whether the user has to confirm that the site is on the local network. */
  asksForNetwork = $derived(this.fault?.code === 'polydesk_live_private');

  /** Replaces the typed address by another one. */
  use(url: string): void {
    this.url = url;
    this.movedTo = '';
    this.fault = null;
  }

  /** Goes one step back; nothing typed is lost. */
  back(): void {
    this.fault = null;
    this.step = STEPS[this.now - 1] ?? 'address';
  }

  /** Probes the address without signing in, which the site may refuse. */
  async look(): Promise<void> {
    await this.#ask(async () => {
      this.movedTo = '';
      try {
        await liveApi.probe({ ...this.#whom(), user: '', password: '' });
      } catch (thrown) {
        if (!SIGNED_OUT.includes(asApiError(thrown).code)) throw thrown;
      }
      this.step = 'signin';
    });
    this.#takeRedirect();
  }

  /** Signs in, and loads the capabilities of the site. */
  async signIn(): Promise<void> {
    await this.#ask(async () => {
      this.found = await liveApi.probe(this.#whom());
      this.url = this.found.url;
      this.step = 'abilities';
    });
    this.#takeRedirect();
  }

  /** Loads them again, for example after the plugin was installed. */
  async again(): Promise<void> {
    await this.#ask(async () => {
      this.found = await liveApi.probe(this.#whom());
    });
  }

  /** Connects the site and stores its password. False if it was rejected. */
  async connect(): Promise<boolean> {
    await this.#ask(async () => {
      await liveApi.connect(this.#whom());
      this.password = '';
    });
    return this.fault === null;
  }

  #whom(): Connection {
    const { url, user, password, isPrivate } = this;
    return { url: url.trim(), user: user.trim(), password: password.trim(), in_my_network: isPrivate };
  }

  /** The site answers from another address: that is shown and confirmed in the first step. */
  #takeRedirect(): void {
    const { code, data } = this.fault ?? {};
    if (code !== 'polydesk_live_redirect' || typeof data?.['address'] !== 'string') return;
    this.movedTo = data['address'];
    this.fault = null;
    this.step = 'address';
  }

  async #ask(act: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.fault = null;
    try {
      await act();
    } catch (thrown) {
      this.fault = asApiError(thrown);
    } finally {
      this.isBusy = false;
    }
  }
}

/** `https://example.com/blog` without scheme: `example.com/blog`. */
export function hostOf(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/+$/, '');
}

function originOf(url: string): string {
  return (/^https?:\/\//.test(url) ? url : `https://${url}`).replace(/\/+$/, '');
}
