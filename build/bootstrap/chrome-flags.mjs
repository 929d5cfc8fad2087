// A file of its own: tests import it, and must not listen for the signals of a task with it.

/** A sandbox does not start as root. */
export const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** What tests start a browser with: their pages live for seconds, and good code takes longer to make than it saves. */
export const chromeFlags = [...asRoot, '--js-flags=--no-maglev,--no-turbofan,--no-flush-bytecode'];
