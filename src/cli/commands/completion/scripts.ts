/*
 * The completion scripts. They call the command for candidates, so they fit every installed version; for values that it
 * has no candidates, such as a file, they complete as they always do.
 */

const bash = `_rblmonitor() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$(printf %q "\${line%%$'\\t'*}")")
  done < <(rblmonitor complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _rblmonitor rblmonitor
`;

const zsh = `_rblmonitor() {
  local -a candidates
  local word description
  while IFS=$'\\t' read -r word description; do
    candidates+=("\${word//:/\\\\:}:\${description}")
  done < <(rblmonitor complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  # Behind --option=, only the value is completed.
  [[ $PREFIX == --*=* ]] && compset -P 1 '*='
  if (( \${#candidates} )); then
    _describe 'rblmonitor' candidates
  else
    _files
  fi
}
compdef _rblmonitor rblmonitor
`;

export const scripts = { bash, zsh };
