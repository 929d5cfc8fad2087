/** A sandbox does not start as root. */
export declare const asRoot: string[];
/** What the tests start a browser with. */
export declare const chromeFlags: string[];
