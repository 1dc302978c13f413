import type { PlainGrain } from '@tributary/expression'
import { isFinerThanDay } from '@tributary/expression/internal'
import type { DatasetDefinition } from '../../../definitions/dataset.ts'
import { toValueType } from '../../../resolve/catalog/columns.ts'
import type { RelationInFile } from '../../codecs/dataset.ts'
import type { Report } from '../../files/report.ts'

interface Ends {
  readonly from: DatasetDefinition
  readonly to: DatasetDefinition
}

/** Whether the times of a relation as of a time are columns of one type; reports why they are not. */
export function checkAsOfColumns(report: Report, raw: RelationInFile, { from, to }: Ends): boolean {
  const { asOf } = raw
  if (asOf === undefined) return true
  const places = [
    { key: 'column', dataset: from, name: asOf.column },
    { key: 'toColumn', dataset: to, name: asOf.toColumn },
    ...(asOf.untilColumn === undefined
      ? []
      : [{ key: 'untilColumn', dataset: to, name: asOf.untilColumn }]),
  ]
  const types: string[] = []
  for (const { key, dataset, name } of places) {
    const column = dataset.columns.find((candidate) => candidate.name === name)
    if (column === undefined) {
      const candidates = dataset.columns.map((candidate) => candidate.name)
      const kind = `column of the dataset "${dataset.name}"`
      report.unknown(raw, ['asOf', key], { kind, name, candidates })
      return false
    }
    const type = toValueType(column.originDataType)
    types.push(type)
    const isTime = type === 'DATE' || type === 'TIMESTAMP'
    if (isTime && type === types[0]) continue
    const wanted = isTime && types[0] === 'DATE' ? 'DATE' : 'DATE, DATETIME or TIMESTAMP'
    const qualifier = types.length > 1 ? ` beside "${asOf.column}"` : ''
    const message = `Expected a column of type ${wanted}${qualifier}, found "${name}" of type ${column.originDataType}`
    report.at(raw, ['asOf', key], message)
    return false
  }
  return checkGrains(report, raw, types[0] === 'DATE')
}

/** Dates have no hours. */
function checkGrains(report: Report, raw: RelationInFile, isDate: boolean): boolean {
  const { grain, within: tolerance } = raw.asOf!
  const words = { grain, within: tolerance?.split(' ')[1] as PlainGrain | undefined }
  for (const [key, word] of Object.entries(words)) {
    if (word === undefined || !isDate || !isFinerThanDay(word)) continue
    report.at(raw, ['asOf', key], `Expected DAY or longer between dates, found ${word}`)
    return false
  }
  return true
}
