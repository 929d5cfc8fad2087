import type { Role } from '../../types.ts';

/** A token that a person of this computer confirmed: it has at most this role, until then at the latest. */
export interface TrustedToken {
  role: Role;
  /** "" for never. */
  expires_at: string;
}

/** What of a site file counts on this computer (`security.md` 3.11). */
export interface Trusted {
  /** By their hashes. */
  tokens: Readonly<Record<string, TrustedToken>>;
  allowed_origins: readonly string[];
  allowed_hosts: readonly string[];
  /** Published items may be read without a token. */
  anonymous_read: boolean;
  /** A hash of the connection to a live site whose password was entered here; "" for none. */
  live: string;
}

/** Where it is kept: on this computer, never in the site file, with which it would travel. */
export interface TrustStore {
  /** The file it is kept in; "" in memory. */
  readonly place: string;
  read(): Trusted;
  /** Durably. Throws where it cannot be kept; then nothing changed. */
  write(trusted: Trusted): void;
  /** Takes all of it away. */
  drop(): void;
}

export const NOTHING_TRUSTED: Trusted = {
  tokens: {},
  allowed_origins: [],
  allowed_hosts: [],
  anonymous_read: false,
  live: '',
};

/** Of a site that was made here: everybody of this computer may read what is published, until somebody says otherwise. */
export const NEW_SITE_TRUSTED: Trusted = { ...NOTHING_TRUSTED, anonymous_read: true };

/** Trust that ends with the process. */
export function trustInMemory(first: Trusted): TrustStore {
  let now = first;
  return { place: '', read: () => now, write: (next) => (now = next), drop: () => (now = NOTHING_TRUSTED) };
}
