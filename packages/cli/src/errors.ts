import { type ErrorDetails, TributaryError } from '@tributary/core'

/** Every way in which the command itself can refuse. */
export type CliErrorCode =
  | 'CLI_WORKSPACE_MISSING'
  | 'CLI_WORKSPACE_INVALID'
  | 'CLI_NO_OWNER'
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

/** The person (or the closed pipe) ended the command; `exitCode` is what the shell expects then. */
export function interruptedError(by: string, exitCode: number): CliError {
  const options: ErrorDetails = { details: { by, exitCode } }
  return new CliError('CLI_INTERRUPTED', `Interrupted by ${by}.`, options)
}
