import { OPERATIONS } from './operations.mjs';

/** The page test/CLIENTS.md: client x operation, then what is made from the API. The same results give the same text. */
export function pageOf(results, builds) {
  return `${librariesOf(results)}
## Generated clients and static sites

From [docs/rest-api.md](../docs/rest-api.md) and [docs/static-sites.md](../docs/static-sites.md), against an imported site in three
languages.

| | | |
| --- | --- | --- |
${builds.map(({ name, version, what, fault }) => `| ${name} ${version} | ${what} | ${fault ? '**fails**' : 'yes'} |`).join('\n')}
`;
}

function librariesOf(results) {
  const notes = results.flatMap(({ name, rows }) =>
    rows.flatMap(({ name: operation, without }) =>
      without ? [`- ${name}, ${OPERATIONS[operation]}: ${without}`] : [],
    ),
  );
  const head = ['', ...results.map(({ name, version }) => `${name} ${version}`)];
  const lines = Object.entries(OPERATIONS).map(([id, text]) => [text, ...results.map((result) => cell(result, id))]);
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `# Client libraries against the server

Written by \`npm run test:clients\`: each library, unmodified as npm has it, does these things against a server of its own.

${table}
${notes.length > 0 ? `\n"–": the library has no way to do it.\n\n${notes.join('\n')}\n` : ''}`;
}

function cell({ rows }, id) {
  const { fault, without } = rows.find((row) => row.name === id);
  return without ? '–' : fault ? '**fails**' : 'yes';
}
