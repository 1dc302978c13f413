import { TributaryError } from '@tributary/core'

/** The name of a part of a request on the command line. */
export interface CommandWord {
  /** The option or argument: `--by`. */
  readonly option: string
  /** An example that works: `--by origin_state`. */
  readonly example?: string
  /** Whether the example is only for a name that is near none. @defaultValue false */
  readonly isOfNames?: boolean
}

/** The words of a command by the path in the request that they become: `dimensions` for `dimensions[0]`. */
export type CommandWords = Readonly<Record<string, CommandWord>>

/**
 * The error of a request in the words of the command that made it: the option in place of the path, and an example.
 * Returns any other error as it is.
 */
export function inCommandWords(error: unknown, words: CommandWords): unknown {
  if (!(error instanceof TributaryError)) return error
  const { path } = error.details
  if (typeof path !== 'string') return error
  const key = Object.keys(words)
    .filter(
      (prefix) => path === prefix || path.startsWith(`${prefix}[`) || path.startsWith(`${prefix}.`),
    )
    .toSorted((a, b) => b.length - a.length)[0]
  if (key === undefined) return error
  const { option, example, isOfNames = false } = words[key]!
  const isNear = isOfNames && error.message.includes('did you mean')
  const message = error.message
    .replace(` at ${path}`, '')
    .replace(` (${path}, character`, ' (character')
  return new TributaryError(error.code, `${option}: ${message.replace(' (character 1)', '')}`, {
    details: { ...error.details, ...(example !== undefined && !isNear && { example }) },
    cause: error,
  })
}
