import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { readPrivately, writePrivately } from './private-file.ts';
import { instanceAt } from './client.ts';

/** Version of the API that a port file promises. */
export const API_VERSION = 1;

/** How to reach a running server, and the token that grants access to all of it (`security.md` 3.1). */
export const PortFile = v.object({
  pid: v.number(),
  port: v.number(),
  base_url: v.string(),
  instance_id: v.string(),
  api_version: v.number(),
  started_at: v.string(),
  process_token: v.string(),
  /** The site file it has open: lets a program that cannot open the file find its server. */
  site_file: v.string(),
});
export type PortFile = v.InferOutput<typeof PortFile>;

/**
 * Writes the port file of a site and returns a function that removes it. A live server of a copy of the same site keeps its name.
 */
export async function writePortFile(folder: string, siteId: string, content: PortFile): Promise<() => void> {
  const plain = join(folder, `${siteId}.json`);
  const there = readPortFile(plain);
  const isTaken = there !== undefined && there.site_file !== content.site_file && (await isAlive(there));
  const path = isTaken ? join(folder, `${siteId}-${content.pid}.json`) : plain;
  writePrivately(path, `${JSON.stringify(content, null, 2)}\n`);
  return () => {
    if (readPortFile(path)?.instance_id === content.instance_id) rmSync(path, { force: true });
  };
}

/**
 * The server that has this file open, or undefined. Ignores stale files (the process is gone, or another server answers at that
 * address).
 */
export async function findServer(folder: string, siteFile: string): Promise<PortFile | undefined> {
  for (const name of portFiles(folder)) {
    const found = readPortFile(join(folder, name));
    if (found?.site_file === siteFile && (await isAlive(found))) return found;
  }
  return undefined;
}

/** Reads a port file; undefined if it is missing, not ours, a link or invalid. */
export function readPortFile(path: string): PortFile | undefined {
  try {
    const result = v.safeParse(PortFile, JSON.parse(readPrivately(path) ?? ''));
    return result.success && isLoopback(result.output.base_url) ? result.output : undefined;
  } catch {
    return undefined;
  }
}

function portFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

async function isAlive(file: PortFile): Promise<boolean> {
  if (!isRunning(file.pid)) return false;
  return (await instanceAt(file.base_url)) === file.instance_id;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The process token is sent to this computer only, whatever the file says. */
function isLoopback(url: string): boolean {
  return URL.canParse(url) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
}
