import type { Command } from 'commander'

/** An option that a command cannot do without. */
export interface RequiredOption {
  /** As commander reads it: `--current <range>`. */
  readonly flags: string
  readonly description: string
  /** A value that works: `2001-06`. */
  readonly example: string
}

/**
 * Adds an option that has to be given. Unlike commander's own, it is asked for after unknown options are refused, so that a
 * misspelt option is named as such.
 */
export function addRequiredOption(command: Command, option: RequiredOption): Command {
  const { flags, description, example } = option
  const [name = ''] = flags.split(' ', 1)
  const key = name.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return command.option(flags, description).hook('preAction', (_, action) => {
    if (action.optsWithGlobals()[key] !== undefined) return
    action.error(`error: ${name} is missing: ${description}, such as ${name} ${example}`, {
      code: 'commander.missingMandatoryOptionValue',
    })
  })
}
