/** Texts for a provider, in the form of `schema/marked-text.ts`. */
export interface TranslationOrder {
  /** Languages as the provider calls them. */
  source: string;
  target: string;
  formality: 'default' | 'prefer_more' | 'prefer_less';
  texts: readonly string[];
}

/** How much of an account is used up. */
export interface Account {
  used: number;
  /** null: no limit. */
  limit: number | null;
}

/**
 * Who translates. Made by the host of the engine; without one nothing ever leaves this computer. Both reject with a
 * `RestError` that says what a person can do, and never with anything that holds a text or the key. After the signal nothing
 * more is sent, and what is under way is broken off.
 */
export interface Provider {
  /** The translations, in the order of the texts. */
  translate(key: string, order: TranslationOrder, signal?: AbortSignal): Promise<string[]>;
  account(key: string, signal?: AbortSignal): Promise<Account>;
}
