/** The shells that are completed. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const

/** A shell that is completed. */
export type Shell = (typeof SHELLS)[number]

/**
 * The script that a shell reads once. It asks `tributary __complete` at each Tab, which answers with a word a line, or
 * with `:directories` or `:files`.
 */
export const SHELL_SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# Completion of tributary for bash: source <(tributary completion bash)
_tributary() {
  local IFS=$'\\n' cur=\${COMP_WORDS[COMP_CWORD]} answer word
  answer=$(tributary __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  COMPREPLY=()
  case $answer in
    :directories) compopt -o filenames; COMPREPLY=($(compgen -d -- "$cur")) ;;
    :files) compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur")) ;;
    *) for word in $answer; do COMPREPLY+=("$(printf '%q' "$word")"); done ;;
  esac
}
complete -F _tributary tributary
`,
  zsh: `#compdef tributary
# Completion of tributary for zsh: source <(tributary completion zsh)
_tributary() {
  local answer
  answer="$(tributary __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"
  case $answer in
    :directories) _files -/ ;;
    :files) _files ;;
    '') ;;
    *) compadd -- "\${(@f)answer}" ;;
  esac
}
compdef _tributary tributary
`,
  fish: `# Completion of tributary for fish: tributary completion fish | source
function __tributary_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l answer (tributary __complete -- $words[2..] 2>/dev/null)
  switch "$answer[1]"
    case :directories
      __fish_complete_directories (commandline -ct)
    case :files
      __fish_complete_path (commandline -ct)
    case '*'
      string join \\n -- $answer
  end
end
complete -c tributary -f -a '(__tributary_complete)'
`,
}
