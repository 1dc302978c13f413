import { GRAIN_WORDS } from '@tributary/expression/internal'
import type { DatasetDefinition } from '../../definitions/dataset.ts'
import { toValueType } from '../../resolve/catalog/columns.ts'
import type { CalendarInFile } from '../codecs/calendar.ts'
import type { CheckedFile } from '../codecs/workspace-file.ts'
import type { Report } from '../files/report.ts'

type SourceInFile = NonNullable<CalendarInFile['custom']>[number]

/** Reports custom periods of datasets or columns that are not there, and grains without a name of their own. */
export function checkCalendarSources(
  report: Report,
  files: readonly CheckedFile[],
  datasets: readonly DatasetDefinition[],
): void {
  const calendar = files.find(({ content }) => content.calendar !== undefined)?.content.calendar
  const usedNames = new Set<string>(GRAIN_WORDS)
  for (const source of calendar?.custom ?? []) {
    checkNames(report, source, usedNames)
    const dataset = datasets.find(({ name }) => name === source.dataset)
    if (dataset === undefined) {
      const candidates = datasets.map(({ name }) => name)
      report.unknown(source, ['dataset'], { kind: 'dataset', name: source.dataset, candidates })
    } else {
      checkColumns(report, source, dataset)
      checkRows(report, source, dataset)
    }
  }
}

const NAME = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/
const LONGEST = 40

function checkNames(report: Report, { grains }: SourceInFile, usedNames: Set<string>): void {
  for (const grain of grains) {
    const name = grain.name.toUpperCase()
    if (!NAME.test(name) || name.length > LONGEST) {
      const message = `Expected a name of letters, digits and single "_", at most ${LONGEST}, found "${grain.name}"`
      report.at(grain, ['name'], message, 'write it as RETAIL_MONTH')
    } else if (usedNames.has(name)) {
      const message = `Expected a grain with a name of its own, found ${name}, which is another`
      report.at(grain, ['name'], message, `write it as RETAIL_${name}`)
    }
    usedNames.add(name)
  }
}

/** Periods are the same for everybody. */
function checkRows(report: Report, source: SourceInFile, { name, rows }: DatasetDefinition): void {
  if (rows === undefined) return
  const message = `Expected a dataset whose rows everybody may see, as periods are the same for all users; "${name}" has a row condition`
  report.at(source, ['dataset'], message, 'list the periods in a dataset without `rows`')
}

function checkColumns(report: Report, source: SourceInFile, dataset: DatasetDefinition): void {
  const candidates = dataset.columns.map(({ name }) => name)
  for (const key of ['start', 'end'] as const) {
    const name = source[key]
    if (name === undefined) continue
    const column = dataset.columns.find((candidate) => candidate.name === name)
    if (column === undefined) {
      report.unknown(source, [key], { kind: 'column', name, candidates })
      continue
    }
    const type = toValueType(column.originDataType)
    if (type === 'DATE' || type === 'TIMESTAMP') continue
    const message = `Expected a column of type DATE, DATETIME or TIMESTAMP, found "${name}" of type ${column.originDataType}`
    report.at(source, [key], message)
  }
  for (const grain of source.grains) {
    if (candidates.includes(grain.label)) continue
    report.unknown(grain, ['label'], { kind: 'column', name: grain.label, candidates })
  }
}
