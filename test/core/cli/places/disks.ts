import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Mounts a separate disk of this size; returns false if this user may not. */
export function mount(at: string, size: string): boolean {
  mkdirSync(at, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'polydesk-test', at], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export function unmount(at: string): void {
  execFileSync('umount', [at], { stdio: 'ignore' });
}

/** Leaves no room on a disk that was mounted for a test. */
export function fill(at: string): void {
  for (let size = 1 << 20; size >= 1; size >>= 1)
    try {
      for (let n = 0; ; n += 1) writeFileSync(join(at, `filler-${size}-${n}`), Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
}

/** Makes a file and its folder such that only reading them is possible, also for root where it may mount; answers what undoes it. */
export function makeReadOnly(file: string): () => void {
  const folder = dirname(file);
  if (process.getuid?.() === 0) {
    execFileSync('mount', ['-o', 'remount,ro', folder], { stdio: 'ignore' });
    return () => execFileSync('mount', ['-o', 'remount,rw', folder], { stdio: 'ignore' });
  }
  chmodSync(file, 0o400);
  chmodSync(folder, 0o500);
  return () => {
    chmodSync(folder, 0o700);
    chmodSync(file, 0o600);
  };
}
