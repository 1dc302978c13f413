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
  type BitsOf,
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
import { type RequestPart, splitRequest } from './request-parts.ts'
import { isExact, type NestedResult } from './result-frames.ts'

/** The results of the statements of a part of a request. */
export interface PartResults {
  readonly part: RequestPart
  readonly direct: { readonly result: SqlResult; readonly layout: AggregateLayout }
  readonly nested: readonly NestedResult[]
}

/** The results of all parts of a request. */
export interface RequestResults {
  readonly parts: readonly PartResults[]
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
    const bitsOf: BitsOf = (argument) => this.#bits.get(toBitsKey(request, argument)) ?? USUAL_BITS
    const parts: PartResults[] = []
    const statements: SqlStatement[] = []
    // One after another: each takes all processors.
    for (const part of splitRequest(request, bitsOf)) {
      options.signal?.throwIfAborted()
      const compiled = this.#compile(part.request, bitsOf)
      const results = await this.#runAll(compiled, options)
      if (!compiled.every(({ layout }, i) => isExact(results[i]!, layout))) return null
      const [direct, ...nested] = compiled.map(({ layout }, i) => ({ layout, result: results[i]! }))
      parts.push({ part, direct: direct!, nested })
      statements.push(...compiled.map(({ statement }) => statement))
    }
    return { parts, statements }
  }

  #compile(request: AggregateRequest, bitsOf: BitsOf): readonly CompiledAggregate[] {
    const { dialect } = this.#engine
    return [
      compileWindowTotals(request, dialect, bitsOf) ?? compileAggregate(request, dialect, bitsOf),
      ...compileNestedMeasures(request, dialect, bitsOf),
    ]
  }

  async #runAll(
    compiled: readonly CompiledAggregate[],
    options: RunOptions,
  ): Promise<readonly SqlResult[]> {
    return await Promise.all(
      compiled.map(async ({ statement, arrange }) => {
        const result = await this.#engine.driver.run(statement, options)
        return arrange === undefined ? result : arrange(result)
      }),
    )
  }

  #remember(request: AggregateRequest, argument: TypedExpr, bits: BitRange): void {
    this.#bits.set(toBitsKey(request, argument), bits)
  }
}

function toBitsKey({ rows }: AggregateRequest, argument: TypedExpr): string {
  return `${rows.base.table.join('.')} ${getTypedIdentity(argument)}`
}
