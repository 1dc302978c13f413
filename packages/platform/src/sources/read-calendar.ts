import type { CalendarSource, Workspace } from '@tributary/catalog'
import {
  brokenPeriods,
  type CalendarRow,
  cutPlans,
  periodsOfRows,
  toValueType,
} from '@tributary/catalog/internal'
import { TributaryError } from '@tributary/core'
import type { SqlResult } from '@tributary/sql'
import { keyText } from '@tributary/sql/internal'
import { sourceMismatchError } from '../model/errors.ts'
import type { TenantSources } from './tenant-sources.ts'

/** Two centuries of days, and one row more. */
const MOST_ROWS = 73_201

/** A workspace with the periods of its calendar, and the problems of those that could not be read. */
export interface CalendarReading {
  readonly workspace: Workspace
  readonly problems: readonly { readonly dataset: string; readonly error: TributaryError }[]
}

/**
 * Reads the rows of all datasets that list periods of the calendar. A question that names a period which could not be read is
 * refused with the reason; others do not need it. Plans whose partitions would cut the periods of their rows are problems too.
 */
export async function readCalendar(
  workspace: Workspace,
  sources: Pick<TenantSources, 'readRows'>,
): Promise<CalendarReading> {
  const { sources: calendars = [] } = workspace.calendar
  if (calendars.length === 0) return { workspace, problems: [] }
  const custom: NonNullable<Workspace['calendar']['custom']>[number][] = []
  const problems: { readonly dataset: string; readonly error: TributaryError }[] = []
  for (const source of calendars) {
    const { dataset } = source
    try {
      const reading = periodsOfRows(source, await readCalendarRows(workspace, source, sources))
      if ('problem' in reading) throw sourceMismatchError(`${reading.problem}.`, { dataset })
      custom.push(...reading.periods)
    } catch (error) {
      if (!(error instanceof TributaryError)) throw error
      custom.push(...brokenPeriods(source, `its calendar cannot be read. ${error.message}`))
      problems.push({ dataset, error })
    }
  }
  const read = { ...workspace, calendar: { ...workspace.calendar, custom } }
  for (const { plan, problem } of problems.length === 0 ? cutPlans(read) : []) {
    const { dataset } = calendars[0]!
    problems.push({
      dataset,
      error: sourceMismatchError(`The plan "${plan}": ${problem}.`, { plan }),
    })
  }
  return { workspace: read, problems }
}

async function readCalendarRows(
  { datasets }: Workspace,
  { dataset: name, start, end, grains }: CalendarSource,
  sources: Pick<TenantSources, 'readRows'>,
): Promise<readonly CalendarRow[]> {
  const dataset = datasets.find((candidate) => candidate.name === name)
  if (dataset === undefined) throw new TypeError(`A checked workspace has the dataset "${name}"`)
  const names = [
    ...new Set([start, ...(end === null ? [] : [end]), ...grains.map((grain) => grain.label)]),
  ]
  const columns = names.map((column) => {
    const { sourceColumn, originDataType } = dataset.columns.find(
      (candidate) => candidate.name === column,
    )!
    return { name: sourceColumn, type: toValueType(originDataType) }
  })
  const { result } = await sources.readRows(dataset, { columns, most: MOST_ROWS })
  const getResultColumn = (column: string): SqlResult['columns'][number] =>
    result.columns[names.indexOf(column)]!
  const starts = toMoments(getResultColumn(start))
  const ends = end === null ? null : toMoments(getResultColumn(end))
  const labels = grains.map(({ label }) => keyText(getResultColumn(label)))
  return Array.from({ length: result.rowCount }, (_, row) => ({
    start: starts[row] ?? null,
    end: ends?.[row] ?? null,
    labels: labels.map((texts) => texts[row] ?? null),
  }))
}

const DAY = 86_400_000_000n

function toMoments(column: SqlResult['columns'][number]): readonly (bigint | null)[] {
  if (column.kind === 'timestamp') return column.values
  if (column.kind === 'date') {
    return column.values.map((day) => (day === null ? null : BigInt(day) * DAY))
  }
  throw new TypeError(`Expected a column of dates, found ${column.kind}`)
}
