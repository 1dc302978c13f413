import type { Workspace } from '@tributary/catalog'
import type { TimeFacts } from '@tributary/sql'
import { findGuessedTime, type TableOfFiles } from './guess-workspace.ts'

/** A question that the guessed workspace can answer. */
export interface ExampleQuestion {
  readonly metric: string
  readonly dimension: string | null
  /** Ranges of time in words. */
  readonly current: string
  readonly compare: string
}

/** A question about the last whole period of the first table with a time; null when none has two periods. */
export function createExampleQuestion(
  { datasets, metrics, dimensions }: Workspace,
  tables: readonly TableOfFiles[],
): ExampleQuestion | null {
  for (const table of tables) {
    const time = findGuessedTime(table)?.time ?? null
    if (time === null || time.last <= time.first) continue
    const dataset = datasets.find(({ name }) => name === table.name)
    const tableMetrics = metrics.filter(
      (candidate) => candidate.type === 'ATOMIC' && candidate.dataset === table.name,
    )
    const by = (aggregate: string) =>
      tableMetrics.find(
        (candidate) => candidate.type === 'ATOMIC' && candidate.aggregate === aggregate,
      )
    const metric = by('SUM') ?? by('AVG') ?? tableMetrics[0]
    if (metric === undefined || dataset?.time == null) continue
    const dimension = dimensions.find((candidate) => candidate.dataset === table.name)
    const [current, compare] = findLastPeriods(time, dataset.time.grain)
    return { metric: metric.name, dimension: dimension?.name ?? null, current, compare }
  }
  return null
}

/** The part of all days that lies far behind the others. */
const FAR = 0.1

/** Days without rows at the ends of a month that is whole all the same. */
const FEW = 2

/** The last period and the one before: years, months or days, by how much there is. */
function findLastPeriods(
  facts: Pick<TimeFacts, 'first' | 'last' | 'late' | 'distinctDays'>,
  grain: string,
): readonly [string, string] {
  const { first, late, distinctDays } = facts
  // A few days far behind the others are mistakes, or plans.
  const last = facts.last - late > (facts.last - first) * FAR ? late : facts.last
  const end = new Date(last * 86_400_000)
  const at = (year: number, month: number, day: number, length: number): string =>
    new Date(Date.UTC(year, month, day)).toISOString().slice(0, length)
  const [year, month, day] = [end.getUTCFullYear(), end.getUTCMonth(), end.getUTCDate()]
  if (grain === 'YEAR' || last - first > 3000) {
    const completeYear = grain === 'YEAR' || month === 11 ? year : year - 1
    const step =
      grain === 'YEAR' ? Math.max(1, Math.round((last - first) / (distinctDays - 1) / 365.25)) : 1
    return [String(completeYear), String(completeYear - step)]
  }
  const remainingDays = new Date(Date.UTC(year, month + 1, 0)).getUTCDate() - day
  // Without rows of its last days a month may be whole all the same.
  const completeMonth = grain === 'MONTH' || remainingDays <= FEW ? month : month - 1
  const isCovered = Date.UTC(year, completeMonth - 1, 1 + FEW) / 86_400_000 >= first
  if (!isCovered && grain === 'DAY' && last - first < 62) {
    return [at(year, month, day, 10), at(year, month, day - 1, 10)]
  }
  return [at(year, completeMonth, 1, 7), at(year, completeMonth - 1, 1, 7)]
}
