import { type ErrorDetails, TributaryError } from '@tributary/core'

/** Every way in which the command itself can refuse. */
export type CliErrorCode =
  | 'CLI_WORKSPACE_MISSING'
  | 'CLI_WORKSPACE_INVALID'
  | 'CLI_NO_OWNER'
  | 'CLI_FILE_UNREADABLE'
  | 'CLI_STORE_MISSING'
  | 'CLI_FOLDER_TAKEN'
  | 'CLI_FOLDER_UNWRITABLE'
  | 'CLI_INTERRUPTED'

/** Thrown by the commands; the message is what the person at the terminal reads. */
export class CliError extends TributaryError<CliErrorCode> {}

/** The folder named on the command line is not there, or is not a folder. */
export function workspaceMissingError(folder: string, sentence: string): CliError {
  return new CliError('CLI_WORKSPACE_MISSING', sentence, { details: { folder } })
}

/** The workspace has mistakes; `problems` says them all, one a line. */
export function workspaceInvalidError(folder: string, problems: readonly string[]): CliError {
  const count = problems.length === 1 ? '1 mistake' : `${problems.length} mistakes`
  return new CliError(
    'CLI_WORKSPACE_INVALID',
    `The workspace ${folder} has ${count} and was not loaded:\n${problems.join('\n')}`,
    { details: { folder, problems } },
  )
}

/** Nobody owns the workspace, so there is nobody in whose name the command could ask. */
export function noOwnerError(folder: string): CliError {
  return new CliError(
    'CLI_NO_OWNER',
    `The workspace ${folder} has no account with the role OWNER, in whose name this command asks. Add one under "accounts".`,
    { details: { folder } },
  )
}

/** A file named on the command line cannot be read. */
export function fileUnreadableError(file: string, cause: unknown): CliError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new CliError('CLI_FILE_UNREADABLE', `The file ${file} cannot be read: ${reason}`, {
    details: { file },
    cause,
  })
}

/** A command that works on what the service remembers was not told where that is. */
export function storeMissingError(): CliError {
  return new CliError(
    'CLI_STORE_MISSING',
    'Say where the service remembers things: --data DIR, or --store postgres://… for a PostgreSQL.',
  )
}

/** Something about the past was asked without the folder of the service, which alone remembers it. */
export function pastMissingError(): CliError {
  return new CliError(
    'CLI_STORE_MISSING',
    'Only the service remembers the past. Say where it is: --data DIR, the folder of `tributary start --data`.',
  )
}

/** A question names a folder that is not there, and a question makes none. */
export function dataMissingError(folder: string): CliError {
  return new CliError(
    'CLI_STORE_MISSING',
    `There is no folder ${folder}. Say where the lineage is kept: --data DIR, the folder of \`tributary start --data\` or \`tributary lineage import --data\`.`,
  )
}

/** Workers apart from the service were not told of a store that several processes may work on. */
export function workerStoreError(): CliError {
  return new CliError(
    'CLI_STORE_MISSING',
    'Say which PostgreSQL the service keeps things in: --store postgres://…. With the embedded store (--data DIR) the service does all work itself: `tributary start --workers N`.',
  )
}

/** The folder to write YAML files into has some already; together they would say things twice. */
export function folderTakenError(folder: string, file: string): CliError {
  return new CliError(
    'CLI_FOLDER_TAKEN',
    `The folder ${folder} holds ${file} already. Give a folder without YAML files.`,
    { details: { folder, file } },
  )
}

/** The folder to write into cannot be made or written: a file of that name, no right, a full disk. */
export function folderUnwritableError(folder: string, cause: unknown): CliError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new CliError(
    'CLI_FOLDER_UNWRITABLE',
    `The folder ${folder} cannot be written: ${reason}`,
    { details: { folder }, cause },
  )
}

/** The person (or the closed pipe) ended the command; `exitCode` is what the shell expects then. */
export function interruptedError(by: string, exitCode: number): CliError {
  const options: ErrorDetails = { details: { by, exitCode } }
  return new CliError('CLI_INTERRUPTED', `Interrupted by ${by}.`, options)
}
