/** The path of a browser that is there already. */
export declare function installedChrome(): string | undefined;
