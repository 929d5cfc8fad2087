// Loaded into the server before its own program: tells the parent, when asked, the longest pause of its event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks';

// A timer that is due every millisecond; how late it comes is what anybody else would have to wait.
const histogram = monitorEventLoopDelay({ resolution: 1 });
histogram.enable();
process.on('message', () => {
  process.send?.({ longest: histogram.max / 1e6, often: histogram.percentile(99) / 1e6 });
  histogram.reset();
});
// The server ends when it is told to, whether the parent listens or not.
process.channel?.unref();
