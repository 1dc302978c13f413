import { engineError, limitError, outOfRangeError, type SqlError } from '../../errors.ts'

/** The report of the server about a query that failed. */
export interface TrinoError {
  readonly message?: string
  readonly errorName?: string
  /** `USER_ERROR`, `INSUFFICIENT_RESOURCES`, `INTERNAL_ERROR` or `EXTERNAL`. */
  readonly errorType?: string
}

/** A query that the server ended. */
export class QueryFailure extends Error {
  readonly errorName: string

  constructor({ message = 'it says no reason', errorName = 'GENERIC_INTERNAL_ERROR' }: TrinoError) {
    super(message)
    this.errorName = errorName
  }
}

/** An answer that is no page: the server refuses the caller, does not know the query, or is no Trino. */
export class HttpFailure extends Error {
  readonly status: number
  /** As the codes of Node.js for connections. */
  readonly code: string

  constructor(status: number, message: string) {
    super(message)
    this.status = status
    this.code = `EHTTP${status}`
  }
}

/** Whether the server lost the query, so that the same statement may succeed when it is sent again. */
export function isLostQuery(error: unknown): boolean {
  if (error instanceof QueryFailure) return LOST.has(error.errorName)
  return error instanceof HttpFailure && (error.status === 404 || error.status === 410)
}

/** Whether the server refused a statement because it has just started, so that it did not begin. */
export function isStarting(error: unknown): boolean {
  return error instanceof QueryFailure && error.errorName === 'SERVER_STARTING_UP'
}

/** A worker or the coordinator has ended. */
const LOST: ReadonlySet<string> = new Set([
  'NO_NODES_AVAILABLE',
  'PAGE_TRANSPORT_ERROR',
  'PAGE_TRANSPORT_TIMEOUT',
  'REMOTE_HOST_GONE',
  'REMOTE_TASK_ERROR',
  'REMOTE_TASK_MISMATCH',
  'SERVER_SHUTTING_DOWN',
  'ABANDONED_TASK',
])

/** The error that a caller of the driver sees. */
export function toSqlError(error: unknown, limits: { readonly seconds?: number }): SqlError {
  if (!(error instanceof QueryFailure)) return engineError(error)
  const { errorName } = error
  if (errorName === 'NUMERIC_VALUE_OUT_OF_RANGE' || isOverflow(error)) {
    return outOfRangeError(error)
  }
  if (errorName === 'EXCEEDED_TIME_LIMIT') {
    const { seconds } = limits
    return limitError(
      `takes longer than ${seconds === undefined ? 'it may' : `${seconds} s`}`,
      error,
    )
  }
  if (MEMORY.has(errorName)) return limitError('takes more memory than it may', error)
  return engineError(error)
}

function isOverflow({ errorName, message }: QueryFailure): boolean {
  return (
    (errorName === 'INVALID_CAST_ARGUMENT' && /^Cannot cast .* to DECIMAL/.test(message)) ||
    (errorName === 'INVALID_FUNCTION_ARGUMENT' && /overflow/i.test(message))
  )
}

const MEMORY: ReadonlySet<string> = new Set([
  'EXCEEDED_GLOBAL_MEMORY_LIMIT',
  'EXCEEDED_LOCAL_MEMORY_LIMIT',
  'CLUSTER_OUT_OF_MEMORY',
])
