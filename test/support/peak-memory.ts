import { readFileSync } from 'node:fs';

/**
 * The most memory that this process has held, in bytes. Not `maxRSS`: Linux counts in it what the process held that started this one,
 * so a program started by tests would answer with the memory of the tests.
 */
export function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const [, kibibytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
