import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MEBIBYTE = 1024 * 1024;

function printedBy(expression: string): number {
  const program = `import { peakMemory } from '${join(import.meta.dirname, 'peak-memory.ts')}'; console.log(${expression});`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }));
}

test.runIf(process.platform === 'linux')(
  'the memory of a program is not that of who started it; control: maxRSS is',
  () => {
    const held = Buffer.alloc(400 * MEBIBYTE, 1);
    expect(printedBy('peakMemory()')).toBeLessThan(300 * MEBIBYTE);
    expect(printedBy('process.resourceUsage().maxRSS * 1024')).toBeGreaterThan(held.length);
  },
);
