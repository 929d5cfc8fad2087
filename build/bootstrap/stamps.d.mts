/** Whether dist/ is what the sources say now. */
export declare function isBuilt(): boolean;
