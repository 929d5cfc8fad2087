export function watchFiles(): void;
export function takeReads(): string[];
