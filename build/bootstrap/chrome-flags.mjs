// A separate file: tests import it, and must not install the signal handlers of a task.

/** The sandbox does not start as root. */
export const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Flags for test browsers: their pages live for seconds, and optimised code takes longer to compile than it saves. */
export const chromeFlags = [...asRoot, '--js-flags=--no-maglev,--no-turbofan,--no-flush-bytecode'];
