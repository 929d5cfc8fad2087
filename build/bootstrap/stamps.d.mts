/** Whether dist/ is up to date with the sources. */
export declare function isBuilt(): boolean;
/** A hash of the files and folders (relative to the project) that a step reads. */
export declare function fingerprint(step: { reads: readonly string[] }): string;
