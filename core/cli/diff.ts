import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withBundle } from '../transfer/bundle/files.ts';
import type { Part as BundlePart } from '../transfer/bundle/parts.ts';
import { readParts as bundleParts } from '../transfer/bundle/tree.ts';
import { UNWATCHED } from '../transfer/refusal.ts';
import { operands, type Call, type Command } from './run/arguments.ts';
import { openSiteClient, type SiteClient } from './run/site-client.ts';
import { EXIT } from './run/failure.ts';
import { runJob } from './run/job.ts';
import { interruptible, type Work } from './run/lifetime.ts';

/** `polydesk diff` (`contract/extras.md`, Command line). */
export const diff: Command = {
  about: 'compare two sites',
  help: `polydesk diff A B [--json] [--quiet]

Compares two sites: settings, users, languages by code, and terms and items by their
stable keys, whatever their numbers are. Shows what B has and A has not (+), what A
has and B has not (-), and what is in both with the fields that differ (~).

  --json   print one JSON document

Example:
  polydesk diff before.polydesk after.polydesk

Exit code 0 when the sites are the same, 1 when they differ. While a server has one of
them open, the command runs through that server.`,
  options: {},
  run(call) {
    const [a, b] = operands(call, 'A', 'B');
    const words = { name: 'The comparison', undone: 'Nothing was changed.' };
    return interruptible({ output: call.output, ...words }, async (work) => {
      const found = compare(await partsOf(a, call, work), await partsOf(b, call, work));
      call.output.result({ ...found, same: isSame(found) }, textOf(found));
      return isSame(found) ? EXIT.done : EXIT.refused;
    });
  },
};

/** One language, term, item or group of settings of a site. */
interface Part {
  kind: string;
  /** Identifies it in the other site. */
  key: string;
  title: string;
  lang: string;
  fields: ReadonlyMap<string, string>;
}

interface Difference {
  added: Shown[];
  removed: Shown[];
  changed: (Shown & { fields: string[] })[];
}
type Shown = Pick<Part, 'kind' | 'key' | 'title' | 'lang'>;

/** All of a site as bundle entries, which are identical for identical sites. */
async function partsOf(site: string, call: Call, work: Work): Promise<Map<string, Part>> {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-diff-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  let client: SiteClient | undefined;
  try {
    client = await openSiteClient(site, call);
    const order = { method: 'POST', path: '/polydesk/v1/exports', body: { format: 'bundle' } };
    const job = await runJob(client, order, work);
    const saveTo = join(folder, 'site.tar');
    await client.send({ method: 'GET', path: `/polydesk/v1/jobs/${job.id}/file`, saveTo });
    return readParts(saveTo);
  } finally {
    client?.close();
    process.off('exit', remove);
    remove();
  }
}

function readParts(file: string): Map<string, Part> {
  const parts = new Map<string, Part>();
  withBundle(file, (bundle) => {
    for (const part of bundleParts(bundle, UNWATCHED)) {
      const own = partOf(part);
      parts.set(`${own.kind} ${own.key}`, own);
    }
  });
  return parts;
}

function partOf({ kind, key, type, title, lang, fields }: BundlePart): Part {
  // Languages are keyed by code: two sites created independently have different UUIDs.
  const { uuid: _uuid, ...rest } = fields;
  return {
    kind: type || (kind === 'site' ? 'settings' : kind),
    key: key || 'site',
    title,
    lang: kind === 'language' ? '' : lang,
    fields: new Map(
      Object.entries(rest).map(([field, value]) => [field.replace(/^(?:options|settings)\./, ''), digest(value)]),
    ),
  };
}

/** A value, or a hash of a long one: a site may have more text than fits in memory. */
function digest(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 40 ? text : createHash('sha256').update(text).digest('base64');
}

function compare(a: ReadonlyMap<string, Part>, b: ReadonlyMap<string, Part>): Difference {
  const missingIn = (other: ReadonlyMap<string, Part>, own: ReadonlyMap<string, Part>): Shown[] =>
    [...own].flatMap(([id, part]) => (other.has(id) ? [] : [shown(part)]));
  const changed = [...a].flatMap(([id, before]) => {
    const after = b.get(id);
    if (!after) return [];
    const names = new Set([...before.fields.keys(), ...after.fields.keys()]);
    const fields = [...names].filter((name) => before.fields.get(name) !== after.fields.get(name));
    return fields.length === 0 ? [] : [{ ...shown(after), fields }];
  });
  return { added: missingIn(a, b), removed: missingIn(b, a), changed };
}

const shown = ({ kind, key, title, lang }: Part): Shown => ({ kind, key, title, lang });

const isSame = ({ added, removed, changed }: Difference): boolean =>
  added.length + removed.length + changed.length === 0;

function textOf(found: Difference): string {
  if (isSame(found)) return 'The sites are the same.';
  const name = ({ kind, key, title, lang }: Shown): string =>
    [kind, ...(title === '' ? [] : [`“${title}”`]), ...(lang === '' ? [] : [`(${lang})`]), key].join(' ');
  return [
    ...found.added.map((one) => `+ ${name(one)}`),
    ...found.removed.map((one) => `- ${name(one)}`),
    ...found.changed.map((one) => `~ ${name(one)}: ${one.fields.join(', ')}`),
  ].join('\n');
}
