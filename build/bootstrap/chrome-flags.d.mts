/** The sandbox does not start as root. */
export declare const asRoot: string[];
/** The flags the tests start a browser with. */
export declare const chromeFlags: string[];
