import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readWorkspace } from '@tributary/platform/internal'
import { Argument, type Command } from 'commander'
import { completeWords, type ReadNames, type WorkspaceNames } from '../complete/complete-words.ts'
import { SHELL_SCRIPTS, SHELLS, type Shell } from '../complete/shell-scripts.ts'
import type { Run } from '../terminal/run.ts'

const HELP = `
Examples:
  $ source <(tributary completion bash)      in ~/.bashrc
  $ source <(tributary completion zsh)       in ~/.zshrc, after compinit
  $ tributary completion fish | source       in ~/.config/fish/config.fish

Metrics and dimensions are those of --workspace, else of the current folder.`

/** Adds `tributary completion SHELL`, which prints a script that calls the hidden command `__complete`. */
export function addCompletion(command: Command, run: Run): void {
  command
    .addArgument(new Argument('<shell>', 'shell to complete in').choices(SHELLS))
    .addHelpText('after', HELP)
    .action((shell: Shell) => run.effects.stdout.write(SHELL_SCRIPTS[shell]))
}

/** Adds `tributary __complete WORDS`, which prints what may follow. All commands of the program are there with their options. */
export function addComplete(command: Command, run: Run): void {
  command
    .argument('[words...]', 'words behind the name of the command, the last one as far as typed')
    .action(async (words: readonly string[]) => {
      const completion = await completeWords(command.parent!, words, namesIn(run.effects.cwd))
      const lines =
        completion.kind === 'WORDS' ? completion.words : [`:${completion.kind.toLowerCase()}`]
      if (lines.length > 0) run.effects.stdout.write(`${lines.join('\n')}\n`)
    })
}

const NO_NAMES: WorkspaceNames = { metrics: [], dimensions: [] }

/** Reads the names of a workspace; a folder that is none has no names, and a Tab shows no error. */
function namesIn(cwd: string): ReadNames {
  return async (folder) => {
    const path = resolve(cwd, folder ?? '.')
    const stats = await stat(path).catch(() => null)
    if (!stats?.isDirectory()) return NO_NAMES
    const { workspace } = await readWorkspace(path)
    if (workspace === null) return NO_NAMES
    const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name).sort()
    return {
      metrics: names(workspace.metrics),
      dimensions: ['metric_time', ...names(workspace.dimensions)],
    }
  }
}
