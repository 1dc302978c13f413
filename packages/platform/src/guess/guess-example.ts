import type { Workspace } from '@tributary/catalog'
import type { TimeFacts } from '@tributary/sql/internal'
import { type TableOfFiles, timeOf } from './guess-workspace.ts'

/** A question that the guessed workspace can answer. */
export interface ExampleQuestion {
  readonly metric: string
  readonly dimension: string | null
  readonly current: string
  readonly compare: string
}

/** A question about the last whole period of the first table with a time; null when none has two periods. */
export function exampleQuestion(
  { datasets, metrics, dimensions }: Workspace,
  tables: readonly TableOfFiles[],
): ExampleQuestion | null {
  for (const table of tables) {
    const time = timeOf(table)?.time ?? null
    if (time === null || time.last <= time.first) continue
    const dataset = datasets.find(({ name }) => name === table.name)
    const own = metrics.filter((one) => one.type === 'ATOMIC' && one.dataset === table.name)
    const metric = own.find((one) => one.type === 'ATOMIC' && one.aggregate === 'SUM') ?? own[0]
    if (metric === undefined || dataset?.time == null) continue
    const dimension = dimensions.find((one) => one.dataset === table.name)
    const [current, compare] = lastPeriods(time, dataset.time.grain)
    return { metric: metric.name, dimension: dimension?.name ?? null, current, compare }
  }
  return null
}

/** Conditions on the last period and the one before: years, months or days, by how much there is. */
function lastPeriods(
  { first, last, distinctDays }: Pick<TimeFacts, 'first' | 'last' | 'distinctDays'>,
  grain: string,
): readonly [string, string] {
  const end = new Date(last * 86_400_000)
  const is = (unit: string, text: string): string => `[metric_time__${unit}] = "${text}"`
  const at = (year: number, month: number, day: number, length: number): string =>
    new Date(Date.UTC(year, month, day)).toISOString().slice(0, length)
  const [year, month, day] = [end.getUTCFullYear(), end.getUTCMonth(), end.getUTCDate()]
  if (grain === 'YEAR' || last - first > 3000) {
    const whole = grain === 'YEAR' || month === 11 ? year : year - 1
    const step =
      grain === 'YEAR' ? Math.max(1, Math.round((last - first) / (distinctDays - 1) / 365.25)) : 1
    return [is('year', String(whole)), is('year', String(whole - step))]
  }
  if (last - first < 62 && grain === 'DAY') {
    return [is('day', at(year, month, day, 10)), is('day', at(year, month, day - 1, 10))]
  }
  const isWhole = grain === 'MONTH' || new Date(Date.UTC(year, month, day + 1)).getUTCDate() === 1
  const whole = isWhole ? month : month - 1
  return [is('month', at(year, whole, 1, 7)), is('month', at(year, whole - 1, 1, 7))]
}
