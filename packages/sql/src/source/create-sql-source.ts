import type { AggregateAnswer, AggregateFrame, AggregateSource } from '@tributary/attribution'
import { listLookups } from '@tributary/attribution/internal'
import { runInSlices, type SlicedWork } from '@tributary/core/internal'
import type { SqlDialect } from '../dialects/dialect.ts'
import type { SqlDriver } from '../drivers/sql-driver.ts'
import { describeStatement } from '../text/sql-statement.ts'
import { ExactRuns, type RequestResults } from './exact-runs.ts'
import { Frontiers } from './frontiers.ts'
import { LookupKeys } from './lookup-keys.ts'
import { mergeParts } from './request-parts.ts'
import { aggregateFrames, mergeNestedMeasures } from './result-frames.ts'

/** Which engine a source asks, and the SQL that it speaks. */
export interface SqlSourceOptions {
  readonly driver: SqlDriver
  readonly dialect: SqlDialect
  /**
   * The time zone in which the connections of the driver read times. With it, windows over a column of times with a zone
   * are found without converting each of them. @defaultValue not known
   */
  readonly timeZone?: string
}

/**
 * Creates a source that aggregates in an SQL engine. It runs one statement for all groupings (several for the totals
 * of many measures), one for each way in which measures are aggregated in two steps, one for the frontier when the request has a time, and one per lookup, which checks
 * that its key is unique (`SQL_LOOKUP_NOT_UNIQUE`); these two are skipped when the driver can tell that the tables are unchanged.
 * Doubles are added up without rounding; when they are larger or smaller than the statement assumed, their range is read
 * and the statement runs again. The source remembers the range.
 *
 * @example
 * ```ts
 * import type { AggregateRequest } from '@tributary/attribution'
 * import { createDuckDb, createSqlSource, duckdbDialect } from '@tributary/platform/sql'
 * const driver = await createDuckDb({ threads: 1 })
 * await driver.run({ text: 'CREATE TABLE sales AS SELECT 42 AS amount', parameters: [] })
 * const source = createSqlSource({ driver, dialect: duckdbDialect })
 * const isTrue = { kind: 'constant', type: 'BOOLEAN', constant: { type: 'BOOLEAN', value: true } } as const
 * const amount = { kind: 'reference', type: 'INT', table: 's', name: 'amount' } as const
 * const request: AggregateRequest = {
 *   rows: { base: { table: ['sales'], alias: 's' }, lookups: [] },
 *   filter: null,
 *   windows: { current: isTrue, compare: isTrue },
 *   measures: [{ name: 'total', aggregate: 'SUM', argument: amount, filter: null }],
 *   groupings: [[]],
 *   time: null,
 * }
 * const { frames } = await source.aggregate(request)
 * frames[0].measures[0].current // => { kind: 'exact', scale: 0, units: [42n] }
 * await driver.close()
 * ```
 */
export function createSqlSource({
  driver,
  dialect: plain,
  timeZone,
}: SqlSourceOptions): AggregateSource {
  const dialect = timeZone === undefined ? plain : { ...plain, timeZone }
  const keys = new LookupKeys({ driver, dialect })
  const exactly = new ExactRuns({ driver, dialect })
  const frontiers = new Frontiers({ driver, dialect })
  return {
    async aggregate(request, options = {}): Promise<AggregateAnswer> {
      const { rows, time } = request
      const { maxGroups } = options
      const [results, reach] = await together(options.signal, (signal) => [
        exactly.run(request, { signal, ...(maxGroups !== undefined && { maxRows: maxGroups }) }),
        time && frontiers.read(rows, time, signal),
        keys.assertUnique(listLookups(rows), signal),
      ])
      const executed = [...results.statements]
      if (reach?.statement != null) executed.push(reach.statement)
      return {
        frames: await runInSlices(readFrames(results), options.signal),
        frontier: reach?.frontier ?? null,
        executed: executed.map(describeStatement).join('\n\n'),
      }
    },
  }
}

function* readFrames({ parts }: RequestResults): SlicedWork<readonly AggregateFrame[]> {
  const frames: (readonly AggregateFrame[])[] = []
  for (const { part, direct, nested } of parts) {
    const { layout, result } = direct
    const { measures } = part.request
    const directFrames = yield* aggregateFrames(result, layout)
    frames.push(yield* mergeNestedMeasures(directFrames, { layout, measures }, nested))
  }
  return yield* mergeParts(
    parts.map(({ part }) => part),
    frames,
  )
}

/** Waits for all results; the first failure aborts the others and waits until they have ended. */
async function together<T extends readonly unknown[]>(
  signal: AbortSignal | undefined,
  start: (signal: AbortSignal) => T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const failed = new AbortController()
  const work = start(AbortSignal.any(signal ? [signal, failed.signal] : [failed.signal]))
  try {
    return await Promise.all(work)
  } catch (error) {
    failed.abort(error)
    await Promise.allSettled(work)
    throw error
  }
}
