import { TributaryError } from '@tributary/core'

/** The codes of the errors of this package. */
export type SqlErrorCode =
  | 'SQL_ENGINE_FAILED'
  | 'SQL_OUT_OF_RANGE'
  | 'SQL_OUT_OF_MEMORY'
  | 'SQL_TOO_MANY_ROWS'
  | 'SQL_LIMIT_EXCEEDED'
  | 'SQL_CLOSED'
  | 'SQL_FILE_UNREADABLE'
  | 'SQL_NAME_TAKEN'
  | 'SQL_LOOKUP_NOT_UNIQUE'
  | 'SQL_UNSUPPORTED_AGGREGATE'
  | 'SQL_UNSUPPORTED_REFERENCE'
  | 'SQL_UNSUPPORTED_EXPRESSION'
  | 'SQL_EXPRESSION_TOO_LARGE'

/** An error of this package. */
export class SqlError extends TributaryError<SqlErrorCode> {}

/**
 * The engine refused or aborted a statement; the message has only the first line of the engine's error, never SQL. A number
 * or time that leaves the range of its type is `SQL_OUT_OF_RANGE`, since the expression is at fault.
 */
export function engineError(cause: unknown): SqlError {
  if (OUT_OF_RANGE.test(firstLine(cause))) return outOfRangeError(cause)
  if (OUT_OF_MEMORY.test(firstLine(cause))) return outOfMemoryError(cause)
  const message = `The engine could not run the query: ${firstLine(cause)}`
  return new SqlError('SQL_ENGINE_FAILED', message, { cause })
}

/** A number or time that leaves the range of its type. Everybody who asks reads it, so only the cause has the values. */
export function outOfRangeError(cause: unknown): SqlError {
  const message =
    'An expression of the question exceeds the range of its type: use smaller numbers or fewer periods, or Cast a number to "Double".'
  return new SqlError('SQL_OUT_OF_RANGE', message, { cause })
}

/** A query that needs more memory than the engine may use. */
export function outOfMemoryError(cause: unknown): SqlError {
  const message =
    'A query of the question needs more memory than the engine may use: ask for fewer dimensions or a shorter time, or raise --engine-memory of tributary start (engineBytes of createPlatform).'
  return new SqlError('SQL_OUT_OF_MEMORY', message, { cause })
}

const OUT_OF_MEMORY = /^Out of Memory Error/

const OUT_OF_RANGE =
  /^(?:(?:Out of Range Error|Conversion Error): )?(?:.*out of range.*|Overflow.*|.*field overflow.*|Could not cast value \S+ to DECIMAL.*)$/i

/** A sum of doubles, in the first of two steps, that is beyond their range. */
export function sumOutOfRangeError(): SqlError {
  const message =
    'A sum of the first of two steps exceeds the range of a DOUBLE (1.8e308): divide the numbers that are added up.'
  return new SqlError('SQL_OUT_OF_RANGE', message)
}

/** A result with more rows than the caller allows. */
export function tooManyRowsError(limit: number): SqlError {
  const message = `The result has more than ${limit} rows: group by fewer columns, or allow more with maxRows.`
  return new SqlError('SQL_TOO_MANY_ROWS', message, { details: { limit } })
}

/** A statement takes more than its limit; `what` is what it does: `takes longer than 60 s`. */
export function limitError(what: string, cause?: unknown): SqlError {
  const message = `A query ${what}, which is the limit: ask for fewer dimensions or a shorter time, or raise the limit.`
  return new SqlError('SQL_LIMIT_EXCEEDED', message, { cause })
}

/** The engine did not start or does not answer; `options` are those of the caller, without secrets. */
export function startError(engine: string, options: object, cause: unknown): SqlError {
  const message = `${engine} could not be opened with ${JSON.stringify(options)}: ${firstLine(cause)}`
  return new SqlError('SQL_ENGINE_FAILED', message, { cause })
}

/** The client library of an engine is not installed; it is an optional dependency. */
export function clientMissingError(engine: string, library: string, cause: unknown): SqlError {
  const message = `${engine} is reached with the package ${library}, which is not installed: run npm install ${library}.`
  return new SqlError('SQL_ENGINE_FAILED', message, { details: { engine, library }, cause })
}

/** The driver was used while or after it was closed. */
export function closedError(): SqlError {
  return new SqlError(
    'SQL_CLOSED',
    'The database is closed: open a new one to run further queries.',
  )
}

/** A file is missing, damaged or of an unknown kind; `why` is a sentence or the error of the engine. */
export function fileError(path: string, why: unknown): SqlError {
  return new SqlError('SQL_FILE_UNREADABLE', `The file ${path} cannot be read: ${firstLine(why)}`, {
    details: { path },
    names: [{ kind: 'FILE', name: path }],
    cause: why,
  })
}

/** More rows of a file do not fit than may be left out. */
export function badRowsError(of: {
  readonly path: string
  readonly count: number
  readonly most: number
  /** The mistake in the first. */
  readonly first: string
}): SqlError {
  const { path, count, most, first } = of
  const message = `${count} rows of ${path} do not fit and at most ${most} may be left out (source.format.maxBadRows). The first: ${first}`
  return new SqlError('SQL_FILE_UNREADABLE', message, {
    details: { path, badRows: count },
    names: [{ kind: 'FILE', name: path }],
  })
}

/** Two files have the same table name; DuckDB does not distinguish upper and lower case. */
export function nameTakenError(table: readonly string[], holder: readonly string[]): SqlError {
  const [wanted, holderName] = [table.join('.'), holder.join('.')]
  const message = `The table name ${wanted} is taken by ${holderName}, which differs only in upper and lower case: rename one of the files.`
  return new SqlError('SQL_NAME_TAKEN', message, {
    details: { table: wanted, holder: holderName },
    names: [wanted, holderName].map((name) => ({ kind: 'TABLE', name })),
  })
}

/** A lookup has several rows for one key, so that rows of the base would be counted more than once. */
export function lookupNotUniqueError(table: readonly string[], key: string): SqlError {
  const name = table.join('.')
  const message = `A many-to-one relation expects one row per key in ${name}, but several have the key ${key}: correct the data, or join on another column.`
  return new SqlError('SQL_LOOKUP_NOT_UNIQUE', message, {
    details: { table: name, key },
    names: [{ kind: 'TABLE', name }],
  })
}

/** An aggregate of a measure over values that are not numbers. */
export function notANumberError(measure: string, aggregate: string, type: string): SqlError {
  const message = `${aggregate} of the measure ${measure} expects a number, found ${type}.`
  return new SqlError('SQL_UNSUPPORTED_AGGREGATE', message, {
    details: { measure, aggregate, type },
  })
}

/** An aggregate that an engine does not have. */
export function unsupportedAggregateError(engine: string, aggregate: string): SqlError {
  const message = `${engine} has no ${aggregate}: use another engine or another aggregate.`
  return new SqlError('SQL_UNSUPPORTED_AGGREGATE', message, { details: { engine, aggregate } })
}

/** A part of the language that an engine does not have; it is refused before anything runs. */
export function unsupportedExpressionError(engine: string, what: string): SqlError {
  const message = `${engine} has no ${what}: cast its operands to DECIMAL, or use another engine.`
  return new SqlError('SQL_UNSUPPORTED_EXPRESSION', message, { details: { engine, what } })
}

/** The periods of a custom calendar are to be read from its dataset first. */
export function unreadCalendarError(grain: string): SqlError {
  const word = grain.replace(/\(.*/, '')
  const message = `The periods of ${word} are not read yet: open the workspace with createPlatform, which reads them.`
  return new SqlError('SQL_UNSUPPORTED_EXPRESSION', message, { details: { grain: word } })
}

/** An expression whose SQL would be too large. */
export function tooLargeError(name: string): SqlError {
  const message = `Nested calls of ${name} make the query too large: compute the inner calls in a calculated dimension.`
  return new SqlError('SQL_EXPRESSION_TOO_LARGE', message, { details: { function: name } })
}

/** A statement whose expressions together build too much text for a row. */
export function tooMuchTextError(found: number, limit: number): SqlError {
  const message = `The expressions of the question build texts of ${found} characters for a row; the limit is ${limit}: use fewer of them, shorter texts, or Left([name], 50) around a text that they replace in.`
  return new SqlError('SQL_EXPRESSION_TOO_LARGE', message, { details: { found, limit } })
}

/** A reference to a measure of a metric formula where only columns of tables are allowed. */
export function unsupportedReferenceError(name: string): SqlError {
  const message = `A query expects columns of tables, found the measure ${name}: formulas are evaluated after the query.`
  return new SqlError('SQL_UNSUPPORTED_REFERENCE', message, { details: { name } })
}

/** The first line of an engine's error, and for a value in a CSV file its reason, which DuckDB states further down. */
function firstLine(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause)
  const [first = '', ...remainingLines] = text.split('\n')
  const reason = remainingLines.find((line) => line.startsWith('Error when converting column'))
  return reason === undefined ? first : `${first}: ${reason}`
}
