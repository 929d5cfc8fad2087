import type { Role } from '../../types.ts';

/** A token confirmed by a person on this computer: an upper limit for its role and lifetime. */
export interface TrustedToken {
  role: Role;
  /** "" for never. */
  expires_at: string;
}

/** What is trusted of a site file on this computer (`security.md` 3.11). */
export interface Trusted {
  /** By hash. */
  tokens: Readonly<Record<string, TrustedToken>>;
  allowed_origins: readonly string[];
  allowed_hosts: readonly string[];
  /** Published items may be read without a token. */
  anonymous_read: boolean;
  /** A hash of the connection to a live site whose password was entered here; "" for none. */
  live: string;
}

/** Where trust is stored: on this computer, never in the site file, because it would travel with it. */
export interface TrustStore {
  /** The path of its file; "" in memory. */
  readonly place: string;
  read(): Trusted;
  /** Durable. Throws if it cannot be stored; then nothing changed. */
  write(trusted: Trusted): void;
  /** Removes all of it. */
  drop(): void;
}

export const NOTHING_TRUSTED: Trusted = {
  tokens: {},
  allowed_origins: [],
  allowed_hosts: [],
  anonymous_read: false,
  live: '',
};

/** For a site created here: anyone on this computer may read published items, until this is changed. */
export const NEW_SITE_TRUSTED: Trusted = { ...NOTHING_TRUSTED, anonymous_read: true };

/** Trust that lasts as long as the process. */
export function trustInMemory(first: Trusted): TrustStore {
  let now = first;
  return { place: '', read: () => now, write: (next) => (now = next), drop: () => (now = NOTHING_TRUSTED) };
}
