/** Whether dist/ is what the sources say now. */
export declare function isBuilt(): boolean;
/** What the files and folders below the project that a step reads hold, in short. */
export declare function fingerprint(step: { reads: readonly string[] }): string;
