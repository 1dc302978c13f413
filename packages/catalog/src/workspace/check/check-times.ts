import type { CalendarDefinition } from '../../definitions/calendar.ts'
import type { DatasetDefinition, DatasetTime } from '../../definitions/dataset.ts'
import { METRIC_TIME } from '../../definitions/metric.ts'
import { valueTypeOf } from '../../resolve/columns.ts'
import { createNameIndex, type NameIndex } from '../../resolve/name-index.ts'
import { endOf, pathNamed } from '../../resolve/relations.ts'
import type { DatasetInFile } from '../codecs/dataset.ts'
import type { Entry } from '../codecs/parts.ts'
import type { Report } from '../report.ts'
import { checkGrain } from './check-tenant.ts'

type DatasetEntry = Entry<DatasetInFile, DatasetDefinition>

/** Reports the mistakes in the times of datasets whose columns and relations were checked; gives the datasets without them. */
export function checkTimes(
  report: Report,
  entries: readonly DatasetEntry[],
  calendar: CalendarDefinition,
): readonly DatasetDefinition[] {
  const datasets = createNameIndex(entries.map(({ definition }) => definition))
  return entries.map(({ raw, definition }) => {
    const { time } = definition
    if (time === null) return definition
    const isRight =
      checkGrain(report, { raw, path: ['time', 'grain'] }, { word: time.grain, calendar }) &&
      checkTimeColumn(report, { raw, definition, time, datasets })
    if (isRight) return definition
    report.broken.add(METRIC_TIME)
    return { ...definition, time: null }
  })
}

interface TimePlace extends DatasetEntry {
  readonly time: DatasetTime
  readonly datasets: NameIndex<DatasetDefinition>
}

/** Whether a time names a column of dates or times at the end of its relations. */
function checkTimeColumn(report: Report, place: TimePlace): boolean {
  const { raw, definition, time, datasets } = place
  const path = pathNamed(datasets, definition, time.via ?? [])
  const target = path && endOf(datasets, definition, path)
  if (target === undefined) {
    reportVia(report, place)
    return false
  }
  const column = target.columns.find((one) => one.name === time.column)
  if (column === undefined) {
    const candidates = target.columns.map((one) => one.name)
    const kind = target === definition ? 'column' : `column of the dataset "${target.name}"`
    report.unknown(raw, ['time', 'column'], { kind, name: time.column, candidates })
    return false
  }
  const type = valueTypeOf(column.originDataType)
  if (type === 'DATE' || type === 'TIMESTAMP') return true
  const message = `Expected a column of type DATE, DATETIME or TIMESTAMP, found "${column.name}" of type ${column.originDataType}`
  report.at(raw, ['time', 'column'], message)
  return false
}

/** Reports the first relation that the dataset before it does not have. */
function reportVia(report: Report, { raw, definition, time, datasets }: TimePlace): void {
  let here: DatasetDefinition | undefined = definition
  for (const [i, name] of (time.via ?? []).entries()) {
    const next: string | undefined = here?.relations.find((one) => one.name === name)?.to
    if (here !== undefined && next === undefined) {
      const path = typeof raw.time?.via === 'string' ? ['time', 'via'] : ['time', 'via', i]
      const candidates = here.relations.map((one) => one.name)
      const kind = `relation of the dataset "${here.name}"`
      report.unknown(raw, path, { kind, name, candidates })
      return
    }
    here = next === undefined ? undefined : datasets.byName(next)
  }
}
