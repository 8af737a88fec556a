import { Argument, type Command } from 'commander';
import { print } from '../output.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** Adds `completion <shell>`, which prints a script that completes commands, verbs and options. */
export function addCompletionCommand(program: Command, hidden: readonly string[]): void {
  program
    .command('completion')
    .description('print a completion script; its help says where to save it')
    .addArgument(new Argument('<shell>', 'shell to complete for').choices(shells))
    .addHelpText(
      'after',
      `
bash: sightline completion bash > ~/.local/share/bash-completion/completions/sightline
zsh:  sightline completion zsh > "\${fpath[1]}/_sightline"
fish: sightline completion fish > ~/.config/fish/completions/sightline.fish`,
    )
    .action((shell: Shell) => print(scripts[shell](listWords(program, hidden))));
}

/** Returns the words that may follow each path of commands: the path, joined by spaces, with its verbs and options. */
function listWords(command: Command, hidden: readonly string[], path = ''): [string, string[]][] {
  const children = command.commands.filter((child) => path !== '' || !hidden.includes(child.name()));
  const words = [...children.map((child) => child.name()), ...command.options.map(({ long }) => long ?? '')];
  return [
    [path, words.filter((word) => word !== '')],
    ...children.flatMap((child) =>
      listWords(child as Command, hidden, path === '' ? child.name() : `${path} ${child.name()}`),
    ),
  ];
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const scripts: Readonly<Record<Shell, (words: [string, string[]][]) => string>> = {
  bash: (words) => `_sightline() {
  local line='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) ;; *) line="\${line:+$line }$word" ;; esac
  done
  local choices=''
  while :; do
    case $line in
${words.map(([path, choices]) => `      ${quoted(path)}) choices=${quoted(choices.join(' '))}; break ;;`).join('\n')}
    esac
    [ -z "$line" ] && break
    case $line in *' '*) line=\${line% *} ;; *) line='' ;; esac
  done
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _sightline sightline`,
  zsh: (words) => `#compdef sightline
_sightline() {
  local line='' word
  for word in "\${words[@]:1:$((CURRENT-2))}"; do
    case $word in -*) ;; *) line="\${line:+$line }$word" ;; esac
  done
  local -a choices
  while :; do
    case $line in
${words.map(([path, choices]) => `      ${quoted(path)}) choices=(${choices.map(quoted).join(' ')}); break ;;`).join('\n')}
    esac
    [[ -z $line ]] && break
    [[ $line == *' '* ]] && line=\${line% *} || line=''
  done
  compadd -a choices || _files
}
_sightline "$@"`,
  fish: (words) =>
    words
      .flatMap(([path, choices]) => {
        const parts = path === '' ? [] : path.split(' ');
        const pathTest = parts.map((part) => `__fish_seen_subcommand_from ${part}`).join('; and ');
        const verbs = choices.filter((choice) => !choice.startsWith('--'));
        const none = verbs.length === 0 ? '' : `not __fish_seen_subcommand_from ${verbs.join(' ')}`;
        const condition = [parts.length === 0 ? '__fish_use_subcommand' : pathTest, parts.length === 0 ? '' : none]
          .filter((text) => text !== '')
          .join('; and ');
        return choices.map((choice) =>
          choice.startsWith('--')
            ? `complete -c sightline -n ${quoted(condition)} -l ${choice.slice(2)}`
            : `complete -c sightline -f -n ${quoted(condition)} -a ${choice}`,
        );
      })
      .join('\n'),
};
