import { choice, COMMON, operands, type Command } from './run/arguments.ts';
import { EXIT } from './run/failure.ts';

/** `polydesk completion` (`contract/extras.md`, Command line). */
export const completion: Command = {
  about: 'print what a shell needs to complete commands',
  help: `polydesk completion bash|zsh|fish

Prints a script that completes commands, options and names of files.

Examples:
  polydesk completion bash > ~/.local/share/bash-completion/completions/polydesk
  polydesk completion zsh > "\${fpath[1]}/_polydesk"
  polydesk completion fish > ~/.config/fish/completions/polydesk.fish`,
  options: {},
  run(call) {
    const [shell] = operands(call, 'SHELL');
    const names = Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[];
    const script = SCRIPTS[choice('a shell', shell, names)](Object.entries(call.commands).map(named));
    call.output.result({ shell, script }, script);
    return Promise.resolve(EXIT.done);
  },
};

interface Named {
  name: string;
  about: string;
  options: string[];
}

function named([name, { about, options }]: [string, Command]): Named {
  return { name, about, options: Object.keys({ ...options, ...COMMON }).map((option) => `--${option}`) };
}

const namesOf = (commands: readonly Named[]): string => commands.map(({ name }) => name).join(' ');

const SCRIPTS = {
  bash: (commands: readonly Named[]) => `_polydesk() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${namesOf(commands)} help --help --version" -- "$word"))
    return
  fi
  local options=
  case "\${COMP_WORDS[1]}" in
${commands.map(({ name, options }) => `    ${name}) options="${options.join(' ')}" ;;`).join('\n')}
    help) COMPREPLY=($(compgen -W "${namesOf(commands)}" -- "$word")); return ;;
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _polydesk polydesk`,
  zsh: (commands: readonly Named[]) => `#compdef polydesk
_polydesk() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map(({ name, about }) => `      '${name}:${about}'`).join('\n')}
    )
    _describe command commands
    return
  fi
  local -a options
  case "$words[2]" in
${commands.map(({ name, options }) => `    ${name}) options=(${options.join(' ')}) ;;`).join('\n')}
  esac
  if [[ "$PREFIX" == -* ]]; then compadd -- $options; else _files; fi
}
if [ "$funcstack[1]" = _polydesk ]; then _polydesk "$@"; else compdef _polydesk polydesk; fi`,
  fish: (commands: readonly Named[]) =>
    commands
      .flatMap(({ name, about, options }) => [
        `complete -c polydesk -n __fish_use_subcommand -f -a ${name} -d '${about}'`,
        ...options.map(
          (option) => `complete -c polydesk -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`,
        ),
      ])
      .join('\n'),
} as const;
