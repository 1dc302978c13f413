import { totalmem } from 'node:os'
import { invalidOptionError } from './errors.ts'

/** Limits on attribution questions and the longer questions about lineage. */
export interface QuestionLimits {
  /** The most filters of a question, those of its windows and temporary metrics included; more are refused. @defaultValue 1,000 */
  readonly filters: number
  /** The most entries of `dimensions` of a question; more are refused. @defaultValue 100 */
  readonly dimensions: number
  /**
   * The most groups that a question aggregates, those of all combinations of dimensions together; more are refused.
   * @defaultValue 1,000,000
   */
  readonly groups: number
  /** The most assets of an answer with the neighbourhood of an asset; more are refused, pages are not. @defaultValue 100,000 */
  readonly vertices: number
  /** The most hops that the neighbourhood of an asset has in a direction; more are refused. @defaultValue 10,000 */
  readonly hops: number
  /** How many questions of one tenant run at once; others wait. @defaultValue 4 */
  readonly runningPerTenant: number
  /** How many questions of all tenants run at once; others wait, and tenants take turns. @defaultValue 8 */
  readonly running: number
  /** How many questions of one tenant wait; further ones are refused. @defaultValue 100 */
  readonly waiting: number
  /** How many imports of lineage and of definitions of one tenant run at once; further ones are refused. @defaultValue 4 */
  readonly imports: number
}

/** The limits where none are given. */
export const USUAL_QUESTION_LIMITS: QuestionLimits = {
  filters: 1_000,
  dimensions: 100,
  groups: 1_000_000,
  vertices: 100_000,
  hops: 10_000,
  runningPerTenant: 4,
  running: 8,
  waiting: 100,
  imports: 4,
}

/** The given limits, with defaults for the others. Throws `PLATFORM_INVALID_OPTION` for a value that is no limit. */
export function resolveQuestionLimits(overrides: Partial<QuestionLimits> = {}): QuestionLimits {
  const limits = { ...USUAL_QUESTION_LIMITS, ...overrides }
  for (const [name, value] of Object.entries(limits)) {
    assertWholeNumber(`questionLimits.${name}`, value, name === 'waiting' ? 0 : 1)
  }
  return limits
}

/** Throws `PLATFORM_INVALID_OPTION` for a number that is not whole or too small. */
export function assertWholeNumber(option: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return
  throw invalidOptionError(option, `it must be a whole number from ${least}, found ${value}`)
}

/** The least memory that an engine works with, in bytes. */
export const LEAST_ENGINE_BYTES: number = 128 * 2 ** 20

/** The default memory of an engine: a quarter of the memory that this process may use, in bytes. */
export function findDefaultEngineBytes(): number {
  return Math.max(LEAST_ENGINE_BYTES, Math.floor(findAllowedBytes() / 4))
}

/** The default memory of the process beyond which questions are stopped: 80% of the memory that it may use, in bytes. */
export function findDefaultProcessBytes(): number {
  return Math.max(LEAST_ENGINE_BYTES, Math.floor(findAllowedBytes() * 0.8))
}

/** The memory of the machine, or of the container when that has less. */
function findAllowedBytes(): number {
  const allowed = process.constrainedMemory()
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()
}

/** Bytes as an option of the engine. */
export function formatEngineMemory(bytes: number): string {
  return `${Math.floor(bytes / 2 ** 20)}MiB`
}
