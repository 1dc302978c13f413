import type { DuckDBConnection } from '@duckdb/node-api'
import { escape as onRow, op, table } from 'arquero'
import type { BenchData } from './bench-data.ts'
import { daysOf } from './conditions.ts'
import type { BenchQuestion } from './questions.ts'
import { type Asked, collectValues, type GroupValues, groupingName, type Rival } from './rival.ts'

type ColumnTable = ReturnType<typeof table>

/** arquero and a plain loop, on a million rows at most: more takes them minutes. */
export async function javaScriptRivals(
  connection: DuckDBConnection,
  { rows, dimensions }: BenchData,
): Promise<readonly Rival[]> {
  if (rows === null || rows > 1_000_000) return []
  const names = ['day', 'amount', ...dimensions]
  const result = await connection.run(
    `SELECT CAST(date_diff('day', DATE '1970-01-01', day) AS INT), CAST(amount AS DOUBLE), ${dimensions.join(', ')} FROM sales`,
  )
  const columns = Object.fromEntries(names.map((name) => [name, [] as unknown[]]))
  for (const chunk of await result.fetchAllChunks()) {
    for (const [index, values] of chunk.getColumns().entries()) {
      for (const value of values) columns[names[index]!]!.push(value)
    }
  }
  return [arqueroRival(table(columns)), loopRival(columns)]
}

interface Days {
  readonly from: number
  readonly to: number
}

/** What a question asks that is no more than the sum of amounts over two stretches of days; null for any other. */
function plainSum(question: BenchQuestion): { readonly windows: readonly Days[] } | null {
  const [measure, ...more] = Object.values(question.measures)
  if (more.length > 0 || measure?.aggregate !== 'sum' || measure.column !== 'amount') return null
  if (question.filter !== undefined || question.dimensions.some(({ length }) => length > 1)) {
    return null
  }
  const windows = [question.current, question.compare].map(daysOf)
  return windows.includes(null) ? null : { windows: windows as readonly Days[] }
}

/** Sums of amounts by arquero, dimension by dimension. */
function arqueroRival(rows: ColumnTable): Rival {
  return {
    name: 'arquero',
    ask(question) {
      const sums = plainSum(question)
      return (
        sums &&
        asked(question, sums.windows, (name, { from, to }) => {
          const kept = rows.filter(onRow((row: { day: number }) => row.day >= from && row.day < to))
          const found = kept.groupby(name).rollup({ value: op.sum('amount') })
          return { size: found.numRows(), groups: () => arqueroGroups(found, name) }
        })
      )
    },
  }
}

function arqueroGroups(found: ColumnTable, name: string): Iterable<readonly [string, number]> {
  return (found.objects() as Record<string, unknown>[]).map((row): [string, number] => [
    String(row[name]),
    Number(row.value),
  ])
}

/** The same by a loop that anybody would write: a map of sums by text. */
function loopRival(columns: Readonly<Record<string, ArrayLike<unknown>>>): Rival {
  const days = columns.day as ArrayLike<number>
  const amounts = columns.amount as ArrayLike<number>
  return {
    name: 'a plain loop',
    ask(question) {
      const sums = plainSum(question)
      return (
        sums &&
        asked(question, sums.windows, (name, { from, to }) => {
          const keys = columns[name] as ArrayLike<string>
          const groups = new Map<string, number>()
          for (let row = 0; row < days.length; row++) {
            if (days[row]! < from || days[row]! >= to) continue
            groups.set(keys[row]!, (groups.get(keys[row]!) ?? 0) + amounts[row]!)
          }
          return { size: groups.size, groups: () => groups }
        })
      )
    },
  }
}

interface Sums {
  readonly size: number
  groups(): Iterable<readonly [key: string, sum: number]>
}

function asked(
  question: BenchQuestion,
  windows: readonly Days[],
  sumsOf: (dimension: string, window: Days) => Sums,
): Asked {
  const names = question.dimensions.map(([name]) => name!)
  return {
    run: () => {
      let groups = 0
      for (const window of windows) {
        for (const name of names) groups += sumsOf(name, window).size
      }
      return groups
    },
    values: async (): Promise<GroupValues> => {
      const { add, values } = collectValues()
      for (const [place, window] of windows.entries()) {
        for (const name of names) {
          for (const [key, sum] of sumsOf(name, window).groups()) {
            add(groupingName([name]), [key], place, sum)
          }
        }
      }
      return values
    },
  }
}
