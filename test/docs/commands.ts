/** A code block with commands: `sh` is run by the tests, `console` is only checked. */
export interface CommandBlock {
  language: 'sh' | 'console';
  script: string;
  /** Lines that the document shows below it as the answer. */
  shown: string[];
}

/** What has to exist for a command to be right. */
export interface Known {
  /** Commands of `polydesk`, each with its help. */
  commands: ReadonlyMap<string, string>;
  /** Words after `npm run` and `node build/bootstrap.mjs`. */
  scripts: ReadonlySet<string>;
  tasks: ReadonlySet<string>;
}

const BLOCK = /^```(\w*)\n([\s\S]*?)^```$(?:\n\n```(?:json|text)\n([\s\S]*?)^```$)?/gm;
const STARTS = /^(?:npx )?(polydesk|npm|node build\/bootstrap\.mjs)(?= |$)/;

export function commandBlocks(text: string): CommandBlock[] {
  return [...text.matchAll(BLOCK)].flatMap(([, language, script = '', shown = '']) =>
    language === 'sh' || language === 'console'
      ? [{ language, script, shown: shown.trim().split('\n').filter(Boolean) }]
      : [],
  );
}

/** Commands that a document names, in blocks of any language and within lines. */
export function commandsIn(text: string): string[] {
  const lines = [...text.matchAll(BLOCK)].flatMap(([, , script = '']) => script.replaceAll('\\\n', ' ').split('\n'));
  const spans = [...text.replaceAll(BLOCK, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return [...lines, ...spans].map((line) => line.trim()).filter((line) => STARTS.test(line));
}

/** Why a command cannot be run as it stands, or undefined. */
export function faultOf(line: string, known: Known): string | undefined {
  const program = STARTS.exec(line)?.[1];
  const words = line
    .slice(line.indexOf(program ?? '') + (program ?? '').length)
    .trim()
    .split(/\s+/)
    .filter(Boolean);
  const [name = '', ...rest] = words;
  if (program === 'polydesk') return polydeskFault(words, known.commands);
  if (program === 'npm') {
    if (['install', 'ci', 'link', 'start', 'test'].includes(name)) return undefined;
    return name === 'run' && known.scripts.has(rest[0] ?? '') ? undefined : `npm has no script "${rest[0] ?? name}"`;
  }
  if (/^[A-Z]/.test(name) || known.tasks.has(name)) return undefined;
  return polydeskFault(words, known.commands);
}

function polydeskFault([name = '', ...rest]: readonly string[], commands: Known['commands']): string | undefined {
  if (name === '' || name.startsWith('-') || /^[A-Z…]/.test(name)) return undefined;
  const help = commands.get(name);
  if (help === undefined) return `there is no command "${name}"`;
  const options = rest.flatMap((word) => /^\[?(--[\w-]+)/.exec(word)?.[1] ?? []);
  const missing = options.find((option) => option !== '--help' && !help.includes(option));
  return missing === undefined ? undefined : `${name} has no option ${missing}`;
}
