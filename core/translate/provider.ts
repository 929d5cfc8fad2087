/** Texts to translate, in the form of `schema/marked-text.ts`. */
export interface TranslationOrder {
  /** Languages by the codes of the provider. */
  source: string;
  target: string;
  formality: 'default' | 'prefer_more' | 'prefer_less';
  texts: readonly string[];
}

/** The usage of an account. */
export interface Account {
  used: number;
  /** null if unlimited. */
  limit: number | null;
}

/**
 * A machine translation provider. Created by the host of the engine; without one, nothing ever leaves this computer. Both methods
 * reject with a `RestError` that says what to do, and that never contains a text or the key. After the signal nothing more is
 * sent, and the current request is aborted.
 */
export interface Provider {
  /** Returns the translations, in the order of the texts. */
  translate(key: string, order: TranslationOrder, signal?: AbortSignal): Promise<string[]>;
  account(key: string, signal?: AbortSignal): Promise<Account>;
}
