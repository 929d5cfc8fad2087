const EXIT_VERSIONS = 78;

type Versions = Readonly<Record<string, string | undefined>>;

/**
 * Exits with a message if this is not the expected Electron version: the SQLite driver crashes under an older Node without an
 * error message (E16).
 */
export function checkVersions(): void {
  const problem = versionProblem(process.versions);
  if (problem === undefined) return;
  process.stderr.write(`${problem}\n`);
  process.exit(EXIT_VERSIONS);
}

/** Describes what is wrong with these versions in one sentence. */
export function versionProblem({ node, electron }: Versions): string | undefined {
  if (majorOf(electron) < 45) return `Polydesk needs Electron 45 or newer; this is ${electron}. Nothing was changed.`;
  if (majorOf(node) < 24) return `Polydesk needs Node 24 or newer; this Electron has ${node}. Nothing was changed.`;
  return undefined;
}

function majorOf(version: string | undefined): number {
  return Number(version?.split('.')[0] ?? 0);
}
