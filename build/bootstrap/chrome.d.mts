/** The path of an installed browser. */
export declare function installedChrome(): string | undefined;
