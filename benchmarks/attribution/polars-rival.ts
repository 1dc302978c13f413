import { peer } from '../measure/peer.ts'
import type { Term } from './conditions.ts'
import type { BenchMeasure } from './measures.ts'
import type { BenchQuestion } from './questions.ts'
import { collectValues, type GroupValues, groupingName, type Rival } from './rival.ts'

/** As much of nodejs-polars as is used here. */
interface Polars {
  readParquet(path: string): PolarsFrame
  col(name: string): PolarsExpr
  lit(value: unknown): PolarsExpr
  Categorical: unknown
  Float64: unknown
}

interface PolarsFrame {
  readonly height: number
  readonly columns: readonly string[]
  lazy(): PolarsLazy
  withColumns(...columns: PolarsExpr[]): PolarsFrame
  toRecords(): readonly Readonly<Record<string, unknown>>[]
}

interface PolarsLazy {
  filter(condition: PolarsExpr): PolarsLazy
  groupBy(names: readonly string[]): { agg(...values: PolarsExpr[]): PolarsLazy }
  collect(): Promise<PolarsFrame>
}

interface PolarsExpr {
  cast(type: unknown): PolarsExpr
  filter(condition: PolarsExpr): PolarsExpr
  sum(): PolarsExpr
  min(): PolarsExpr
  max(): PolarsExpr
  count(): PolarsExpr
  nUnique(): PolarsExpr
  eq(value: unknown): PolarsExpr
  gt(value: unknown): PolarsExpr
  gtEq(value: unknown): PolarsExpr
  lt(value: unknown): PolarsExpr
  and(other: PolarsExpr): PolarsExpr
  or(other: PolarsExpr): PolarsExpr
  as(name: string): PolarsExpr
}

/** Polars on the rows of a file, lazily and with categories, in two forms; none when it is not installed. */
export async function openPolars(
  parquet: string,
  dimensions: readonly string[],
): Promise<readonly Rival[]> {
  const loaded = await peer<Polars & { readonly default?: Polars }>('attribution', 'nodejs-polars')
  const pl = loaded?.default ?? loaded
  if (!pl) return []
  const frame = pl
    .readParquet(parquet)
    .withColumns(...dimensions.map((name) => pl.col(name).cast(pl.Categorical)))
  const forms = [
    { name: 'Polars, a query a dimension', plan: bothWindows },
    { name: 'Polars, a query a window', plan: eachWindow },
  ]
  return forms.map(
    ({ name, plan }): Rival => ({
      name,
      ask(question) {
        // Each of a hundred values filters the rows of every group: minutes.
        if (question.metrics.length >= 1000) return null
        const queries = question.dimensions.flatMap((columns) =>
          plan(pl, frame, { ...question, dimensions: [columns] }),
        )
        return {
          run: async () => {
            let rows = 0
            for (const { query } of queries) rows += (await query.collect()).height
            return rows
          },
          values: () => polarsValues(pl, queries),
        }
      },
    }),
  )
}

interface PolarsQuery {
  readonly columns: readonly string[]
  readonly query: PolarsLazy
}

/** One query for both windows of a dimension. */
function bothWindows(pl: Polars, frame: PolarsFrame, question: BenchQuestion): PolarsQuery[] {
  const { measures, current, compare, filter = [], dimensions } = question
  const columns = dimensions[0]!
  const [now, before] = [current, compare].map((side) => allOf(pl, side))
  const either = now!.or(before!)
  const values = Object.values(measures).flatMap((measure, index) => [
    measureOf(pl, measure, now).as(`v${index * 2}`),
    measureOf(pl, measure, before).as(`v${index * 2 + 1}`),
  ])
  const kept = filter.length === 0 ? either : either.and(allOf(pl, filter))
  const query = frame
    .lazy()
    .filter(kept)
    .groupBy(columns)
    .agg(...values)
  return [{ columns, query }]
}

/** A query for each window of a dimension. */
function eachWindow(pl: Polars, frame: PolarsFrame, question: BenchQuestion): PolarsQuery[] {
  const { measures, current, compare, filter = [], dimensions } = question
  const columns = dimensions[0]!
  return [current, compare].map((side, window) => {
    const values = Object.values(measures).map((measure, index) =>
      measureOf(pl, measure).as(`v${index * 2 + window}`),
    )
    const kept = allOf(pl, [...side, ...filter])
    return {
      columns,
      query: frame
        .lazy()
        .filter(kept)
        .groupBy(columns)
        .agg(...values),
    }
  })
}

function measureOf(
  pl: Polars,
  { aggregate, column, where }: BenchMeasure,
  window?: PolarsExpr,
): PolarsExpr {
  const own = where === undefined ? undefined : allOf(pl, where)
  const kept = window === undefined ? own : own === undefined ? window : window.and(own)
  const rows = pl.col(column ?? 'day')
  const within = kept === undefined ? rows : rows.filter(kept)
  switch (aggregate) {
    case 'sum':
      return within.sum()
    case 'min':
      return within.min()
    case 'max':
      return within.max()
    case 'count':
      return within.count()
    case 'distinct':
      return within.nUnique()
  }
}

function allOf(pl: Polars, terms: readonly Term[]): PolarsExpr {
  return terms.map((term) => termOf(pl, term)).reduce((all, one) => all.and(one))
}

function termOf(pl: Polars, { column, op, values }: Term): PolarsExpr {
  const known = values.map((value) => pl.lit(column === 'day' ? new Date(value) : value))
  const one = pl.col(column)
  switch (op) {
    case '=':
      return one.eq(known[0])
    case '<':
      return one.lt(known[0])
    case '>':
      return one.gt(known[0])
    case '>=':
      return one.gtEq(known[0])
    case 'IN':
      return known.map((value) => one.eq(value)).reduce((any, each) => any.or(each))
  }
}

async function polarsValues(pl: Polars, queries: readonly PolarsQuery[]): Promise<GroupValues> {
  const { add, values } = collectValues()
  for (const { columns, query } of queries) {
    const frame = await query.collect()
    const sums = frame.columns.filter((name) => !columns.includes(name))
    // Decimals cannot be taken out as they are.
    const doubles = frame.withColumns(...sums.map((name) => pl.col(name).cast(pl.Float64)))
    for (const row of doubles.toRecords()) {
      const key = columns.map((name) => row[name])
      for (const [name, value] of Object.entries(row)) {
        if (!columns.includes(name)) add(groupingName(columns), key, Number(name.slice(1)), value)
      }
    }
  }
  return values
}
