// Optional delays for test runs, in the browser and in the window alike.

/** `TEST_JITTER`: milliseconds up to which what goes between the page and the program is held, each for another time. */
export const mostDelay = Number(process.env['TEST_JITTER'] ?? '0');

/** Another one each time; 0 in a usual run. */
export const randomDelay = (): number => Math.random() * mostDelay;
