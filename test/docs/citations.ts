/** A file with its path relative to the repository, with slashes. */
export type TextFile = { path: string; text: string };

/** Documents by path, each with the numbers of its sections: `1.4` of a heading, `E5` or `R7` of a row in a table. */
type Documents = ReadonlyMap<string, { sections: ReadonlySet<string>; text: string }>;

const HEADING = /^#{1,6} (\d+(?:\.\d+)*)\.?\s/gm;
const NUMBERED_ROW = /^\| ([ER]\d+) \|/gm;

const CITATION = /(?<![\w./*-])((?:[\w-]+\/)*[\w-]+\.md)\b`?/g;
const SECTION = /^(?:,| and| to| or)? ((?:\d+(?:\.\d+)*|[ER]\d+)\b)/;
const ROUTE = /^, `(\/[\w./{}-]+)`/;

/**
 * Citations that lead nowhere, as sentences: a document that is not in the repository, or a section that it does not have.
 * A citation is the name of a document, its folder where one is needed, and numbers after it: `content.md` 2.5, 5.7.
 */
export function findDeadCitations(files: readonly TextFile[], documents: readonly TextFile[]): string[] {
  const known = index(documents);
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(CITATION)].flatMap((match) => {
      const [whole, name = ''] = match;
      const rest = text.slice(match.index + whole.length, match.index + whole.length + 120);
      return faultsOf(name, rest, known).map((fault) => `${path}:${lineOf(text, match.index)} ${fault}`);
    }),
  );
}

/** What is wrong with one citation of `name`, which `rest` follows in the text. */
function faultsOf(name: string, rest: string, documents: Documents): string[] {
  const paths = [...documents.keys()].filter((path) => path === name || path.endsWith(`/${name}`));
  if (paths.length === 0) return [`cites ${name}, which is not in the repository`];
  const [document, ...others] = paths.map((path) => documents.get(path));
  if (!document || others.length > 0) return [];
  const missing = sectionsIn(rest).filter((section) => !document.sections.has(section));
  const route = ROUTE.exec(rest)?.[1];
  return [
    ...missing.map((section) => `cites ${name} ${section}, which is not there`),
    ...(route !== undefined && !document.text.includes(route) ? [`cites ${route} of ${name}, which is not there`] : []),
  ];
}

function sectionsIn(rest: string): string[] {
  const match = SECTION.exec(rest);
  return match?.[1] === undefined ? [] : [match[1], ...sectionsIn(rest.slice(match[0].length))];
}

function index(documents: readonly TextFile[]): Documents {
  return new Map(
    documents.map(({ path, text }) => {
      const numbers = [HEADING, NUMBERED_ROW].flatMap((pattern) => [...text.matchAll(pattern)]);
      return [path, { sections: new Set(numbers.map(([, number = '']) => number)), text }] as const;
    }),
  );
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;
