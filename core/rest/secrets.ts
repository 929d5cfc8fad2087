/** Where secrets live: outside the site file, encrypted, found by id (`reliability-and-security.md` 3.6). Made by the host: keyring in the window, a 0600 file or memory in headless mode. */
export interface SecretStore {
  /** Encrypts and stores durably under a new id (a UUID); resolves to the id. */
  put(value: string): Promise<string>;
  /** The secret, or undefined when unknown or no longer readable. */
  get(id: string): Promise<string | undefined>;
  /** Forgets every secret whose id is not in `keep`: orphans of crashes and replaced keys. Returns how many. */
  sweep(keep: ReadonlySet<string>): Promise<number>;
}
