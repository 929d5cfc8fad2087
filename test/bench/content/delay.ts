// Preloaded into the server: on request, reports to the parent the longest pause of the event loop since the previous request.
// Until the first request it does nothing, so that comparisons are not distorted.
import { monitorEventLoopDelay } from 'node:perf_hooks';

// A timer that is due every millisecond; how late it comes is what anybody else would have to wait.
const histogram = monitorEventLoopDelay({ resolution: 1 });
// Beside it what the thread itself worked in one turn: on a machine that does other things it may just have had to wait.
let worked = 0;
let isWatching = false;
const watch = (): void => {
  const before = process.threadCpuUsage();
  setTimeout(() => {
    const { user, system } = process.threadCpuUsage(before);
    worked = Math.max(worked, (user + system) / 1000);
    watch();
  }, 1).unref();
};
process.on('message', () => {
  process.send?.({ longest: histogram.max / 1e6, often: histogram.percentile(99) / 1e6, worked });
  if (!isWatching) {
    isWatching = true;
    histogram.enable();
    watch();
  }
  histogram.reset();
  worked = 0;
});
// The server ends when it is told to, whether the parent listens or not.
process.channel?.unref();
