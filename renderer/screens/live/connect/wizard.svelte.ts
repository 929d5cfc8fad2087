import { asApiError, type ApiError } from '../../../lib/api/api-error.ts';
import type { Probe } from '../../../../core/schema/live/live.ts';
import { liveApi, type Connection } from '../../../lib/live/live-api.ts';

/** The steps of connecting, in their order. */
export const STEPS = ['address', 'signin', 'abilities', 'check'] as const;
/** What a site answers to whoever does not sign in. */
const SIGNED_OUT = ['polydesk_live_hidden', 'polydesk_live_password'];
export type WizardStep = (typeof STEPS)[number];

/** What is written and found while a site is connected. Nothing of it is stored before the last step, the password never in the page. */
export class Wizard {
  step = $state<WizardStep>('address');
  url = $state('');
  /** The site is on the own network, and that was said. */
  isPrivate = $state(false);
  user = $state('');
  password = $state('');
  /** What the site said it can do. */
  found = $state.raw<Probe | null>(null);
  fault = $state.raw<ApiError | null>(null);
  isBusy = $state(false);
  /** Where the address leads, when that is another one. */
  movedTo = $state('');
  now = $derived(STEPS.indexOf(this.step));
  host = $derived(hostOf(this.url));
  /** The page of the site where an application password is made. */
  authorizePage = $derived(`${originOf(this.url)}/wp-admin/authorize-application.php?app_name=Polydesk`);

  /** Whether somebody has to say that the site is on their own network. */
  asksForNetwork = $derived(this.fault?.code === 'polydesk_live_private');

  /** Takes an address in place of what was typed. */
  use(url: string): void {
    this.url = url;
    this.movedTo = '';
    this.fault = null;
  }

  /** Goes one step back; nothing that was typed is lost. */
  back(): void {
    this.fault = null;
    this.step = STEPS[this.now - 1] ?? 'address';
  }

  /** Looks whether the address answers as a site; signs in as nobody, which the site may refuse. */
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

  /** Signs in, and asks the site what it can do. */
  async signIn(): Promise<void> {
    await this.#ask(async () => {
      this.found = await liveApi.probe(this.#whom());
      this.url = this.found.url;
      this.step = 'abilities';
    });
    this.#takeRedirect();
  }

  /** Asks again, as after the plugin was installed. */
  async again(): Promise<void> {
    await this.#ask(async () => {
      this.found = await liveApi.probe(this.#whom());
    });
  }

  /** Connects the site: from now on its password is kept. False when it was refused. */
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

  /** The site answers from another address: that is shown and asked in the first step. */
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

/** `https://example.com/blog` as people say it: `example.com/blog`. */
export function hostOf(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/+$/, '');
}

function originOf(url: string): string {
  return (/^https?:\/\//.test(url) ? url : `https://${url}`).replace(/\/+$/, '');
}
