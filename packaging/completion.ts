/** Prints the completion of bash, made from the tables of commands and settings. */
import { commands } from "../src/cli/commands.ts";
import type { Setting } from "../src/cli/settings/setting.ts";
import { settings } from "../src/cli/settings/settings.ts";

const flagsByCommand = commands.map(({ name, settings: names }) => {
  const flags = names.map((setting) => `--${settings[setting].flag}`);
  return `    ${name}) words="${[...flags, "--help"].join(" ")}" ;;`;
});

/** The flags whose placeholder lists all of their values. */
const choices = Object.values<Setting>(settings).flatMap(({ flag, placeholder }) =>
  placeholder?.includes("|") ? [`    --${flag}) words="${placeholder.replaceAll("|", " ")}" ;;`] : [],
);

process.stdout.write(`# Completion of teachers for bash
_teachers() {
  local words="" current="\${COMP_WORDS[COMP_CWORD]}"
  case "\${COMP_WORDS[1]}" in
${flagsByCommand.join("\n")}
  esac
  case "\${COMP_WORDS[COMP_CWORD - 1]}" in
${choices.join("\n")}
    *) [[ $current == -* ]] || words="" ;;
  esac
  if ((COMP_CWORD == 1)); then words="${commands.map(({ name }) => name).join(" ")} --help --version"; fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _teachers teachers
`);
