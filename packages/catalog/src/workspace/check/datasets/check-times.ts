import type { CalendarDefinition } from '../../../definitions/calendar.ts'
import type { DatasetDefinition, DatasetTime } from '../../../definitions/dataset.ts'
import { METRIC_TIME } from '../../../definitions/metric.ts'
import { toValueType } from '../../../resolve/catalog/columns.ts'
import { findPathEnd, findRelationPath } from '../../../resolve/catalog/relations.ts'
import { createNameIndex, type NameIndex } from '../../../resolve/names/name-index.ts'
import type { DatasetInFile } from '../../codecs/dataset.ts'
import type { Entry } from '../../codecs/parts.ts'
import type { Report } from '../../files/report.ts'
import type { DocumentPath } from '../../structure/shape.ts'
import { checkGrain } from '../check-tenant.ts'
import { reportVia } from '../report-via.ts'

type DatasetEntry = Entry<DatasetInFile, DatasetDefinition>

/** Reports the mistakes in the times of datasets whose columns and relations were checked; gives the datasets without them. */
export function checkTimes(
  report: Report,
  entries: readonly DatasetEntry[],
  calendar: CalendarDefinition,
): readonly DatasetDefinition[] {
  const datasets = createNameIndex(entries.map(({ definition }) => definition))
  return entries.map(({ raw, definition }) => {
    const { time, times = [] } = definition
    const usedNames = new Set<string>()
    const isRight = (of: DatasetTime, path: DocumentPath): boolean => {
      if (of.name !== undefined && usedNames.has(of.name)) {
        report.at(raw, [...path, 'name'], `Two times of the dataset have the name "${of.name}"`)
        return false
      }
      if (of.name !== undefined) usedNames.add(of.name)
      const grainAt = { raw, path: [...path, 'grain'] }
      const right =
        checkGrain(report, grainAt, { word: of.grain, calendar }) &&
        checkTimeColumn(report, { raw, definition, time: of, datasets, path })
      if (!right) report.broken.add(of === time ? METRIC_TIME : of.name!)
      return right
    }
    return {
      ...definition,
      time: time !== null && isRight(time, ['time']) ? time : null,
      ...(definition.times !== undefined && {
        times: times.filter((namedTime, at) => isRight(namedTime, ['times', at])),
      }),
    }
  })
}

interface TimePlace extends DatasetEntry {
  readonly time: DatasetTime
  /** Where the time stands. */
  readonly path: DocumentPath
  readonly datasets: NameIndex<DatasetDefinition>
}

/** Whether a time names a column of dates or times at the end of its relations. */
function checkTimeColumn(report: Report, place: TimePlace): boolean {
  const { raw, definition, time, datasets, path: at } = place
  const path = findRelationPath(datasets, definition, time.via ?? [])
  const target = path && findPathEnd(datasets, definition, path)
  if (target === undefined) {
    const [key, index] = at
    const written = key === 'time' ? raw.time : raw.times?.[Number(index)]
    const isText = typeof written?.via === 'string'
    reportVia(report, raw, {
      datasets,
      dataset: definition,
      via: time.via ?? [],
      findPath: (i) => (isText ? [...at, 'via'] : [...at, 'via', i]),
    })
    return false
  }
  const column = target.columns.find((candidate) => candidate.name === time.column)
  if (column === undefined) {
    const candidates = target.columns.map((candidate) => candidate.name)
    const kind = target === definition ? 'column' : `column of the dataset "${target.name}"`
    report.unknown(raw, [...at, 'column'], { kind, name: time.column, candidates })
    return false
  }
  const type = toValueType(column.originDataType)
  if (type === 'DATE' || type === 'TIMESTAMP') return true
  const message = `Expected a column of type DATE, DATETIME or TIMESTAMP, found "${column.name}" of type ${column.originDataType}`
  report.at(raw, [...at, 'column'], message)
  return false
}
