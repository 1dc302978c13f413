import type { AggregateRequest } from '@tributary/attribution'
import { LruMap } from '@tributary/core'
import type { TypedExpr } from '@tributary/expression'
import {
  type AggregateLayout,
  type CompiledAggregate,
  compileAggregate,
  compileSizes,
} from '../compile/compile-aggregate.ts'
import { compileNestedMeasures } from '../compile/compile-nested.ts'
import { compileWindowTotals } from '../compile/compile-window-totals.ts'
import {
  ALL_BITS,
  type BitRange,
  bitsIn,
  exactArguments,
  USUAL_BITS,
} from '../compile/exact-sums.ts'
import { getTypedIdentity } from '../compile/row-columns.ts'
import type { SqlDialect } from '../dialects/dialect.ts'
import type { RunOptions, SqlDriver } from '../drivers/sql-driver.ts'
import { sumOutOfRangeError } from '../errors.ts'
import type { SqlResult } from '../results/sql-result.ts'
import type { SqlStatement } from '../text/sql-statement.ts'
import { isExact, type NestedResult } from './result-frames.ts'

/** The results of the statements of a request. */
export interface RequestResults {
  readonly direct: { readonly result: SqlResult; readonly layout: AggregateLayout }
  readonly nested: readonly NestedResult[]
  /** The statements that gave them. */
  readonly statements: readonly SqlStatement[]
}

/** Runs the statements of requests until the sums in them have every bit, and remembers which bits an argument needs. */
export class ExactRuns {
  readonly #engine: { readonly driver: SqlDriver; readonly dialect: SqlDialect }
  /** By table and expression; the oldest is dropped when there are too many. */
  readonly #bits = new LruMap<string, BitRange>(1000)

  constructor(engine: { readonly driver: SqlDriver; readonly dialect: SqlDialect }) {
    this.#engine = engine
  }

  /** Rejects with `SQL_OUT_OF_RANGE` when a number of the first of two steps is beyond the range of doubles. */
  async run(request: AggregateRequest, options: RunOptions): Promise<RequestResults> {
    const { signal } = options
    const results = await this.#runWith(request, options)
    if (results !== null) return results
    const sizes = compileSizes(request, this.#engine.dialect)
    if (sizes !== null) {
      const bitRanges = bitsIn(
        await this.#engine.driver.run(sizes, signal === undefined ? {} : { signal }),
      )
      for (const [i, argument] of exactArguments(request.measures).entries()) {
        this.#remember(request, argument, bitRanges[i]!)
      }
      const measured = await this.#runWith(request, options)
      if (measured !== null) return { ...measured, statements: [...measured.statements, sizes] }
    }
    for (const { argument } of request.measures) {
      if (argument !== null) this.#remember(request, argument, ALL_BITS)
    }
    const complete = await this.#runWith(request, options)
    if (complete === null) throw sumOutOfRangeError()
    return complete
  }

  /** The results with the bits that are known to be needed; null when they are not enough. */
  async #runWith(request: AggregateRequest, options: RunOptions): Promise<RequestResults | null> {
    const { driver, dialect } = this.#engine
    const getArgumentBits = (argument: TypedExpr) =>
      this.#bits.get(toBitsKey(request, argument)) ?? USUAL_BITS
    const direct: CompiledAggregate =
      compileWindowTotals(request, dialect, getArgumentBits) ??
      compileAggregate(request, dialect, getArgumentBits)
    const nested = compileNestedMeasures(request, dialect, getArgumentBits)
    const all = [direct, ...nested]
    const results = await Promise.all(
      all.map(async ({ statement, arrange }: CompiledAggregate) => {
        const result = await driver.run(statement, options)
        return arrange === undefined ? result : arrange(result)
      }),
    )
    if (!all.every(({ layout }, i) => isExact(results[i]!, layout))) return null
    return {
      direct: { result: results[0]!, layout: direct.layout },
      nested: nested.map(({ layout }, i) => ({ layout, result: results[i + 1]! })),
      statements: all.map(({ statement }) => statement),
    }
  }

  #remember(request: AggregateRequest, argument: TypedExpr, bits: BitRange): void {
    this.#bits.set(toBitsKey(request, argument), bits)
  }
}

function toBitsKey({ rows }: AggregateRequest, argument: TypedExpr): string {
  return `${rows.base.table.join('.')} ${getTypedIdentity(argument)}`
}
