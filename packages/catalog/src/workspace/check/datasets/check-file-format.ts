import { hasTimeOfDay, parseTimePattern } from '@tributary/expression/internal'
import {
  type DatasetDefinition,
  type FileSource,
  toTableFile,
} from '../../../definitions/dataset.ts'
import { toValueType } from '../../../resolve/catalog/columns.ts'
import type { DatasetInFile } from '../../codecs/dataset.ts'
import type { Entry } from '../../codecs/parts.ts'
import type { Report } from '../../files/report.ts'

type DatasetEntry = Entry<DatasetInFile, DatasetDefinition>

/** Reports what is wrong with how the file of a dataset, and the values of its columns, are said to be written. */
export function checkFileFormat(report: Report, { raw, definition }: DatasetEntry): void {
  const { source } = definition
  if (source.type === 'TABLE') {
    for (const place of raw.columns) {
      for (const key of ['format', 'scale', 'unit', 'nulls'] as const) {
        if (place[key] !== undefined)
          report.at(place, [key], 'Only a column of a file has this key')
      }
    }
    return
  }
  if (source.format !== undefined) checkSeparators(report, raw, source.format)
  if (source.format?.table !== undefined && !TABLE_FILE.test(source.file)) {
    const message = `Only a workbook, a SQLite or a DuckDB file has tables, not ${source.file}`
    report.at(raw, ['source', 'format', 'table'], message)
  }
  for (const [i, column] of definition.columns.entries()) {
    const place = raw.columns[i]
    if (place === undefined) continue
    const type = toValueType(column.originDataType)
    if (column.scale !== undefined && type !== 'DECIMAL') {
      const message = `Only a DECIMAL has a scale, the column "${column.name}" is ${column.originDataType}`
      report.at(place, ['scale'], message)
    }
    if (column.unit !== undefined && !NUMBER_TYPES.has(type)) {
      const message = `Only a number has a unit, the column "${column.name}" is ${column.originDataType}`
      report.at(place, ['unit'], message)
    }
    if (column.format !== undefined) checkPattern(report, place, column.format, type)
  }
}

const TABLE_FILE = /\.(xls[xm]|sqlite3?|db|duckdb)$/i

const NUMBER_TYPES: ReadonlySet<string> = new Set(['INT', 'DECIMAL', 'DOUBLE'])

type Format = NonNullable<FileSource['format']>

function checkSeparators(report: Report, raw: DatasetInFile, format: Format): void {
  const { decimal = '.', thousands, encoding = [] } = format
  const at = (key: string, message: string): void =>
    report.at(raw, ['source', 'format', key], message)
  for (const encodingName of encoding) {
    if (!isEncoding(encodingName))
      at('encoding', `Expected the name of an encoding, found "${encodingName}"`)
  }
  if (/[0-9+\-eE"]/.test(decimal)) at('decimal', `Expected a separator, found "${decimal}"`)
  if (thousands === undefined) return
  if (/[0-9+\-eE"]/.test(thousands)) at('thousands', `Expected a separator, found "${thousands}"`)
  if (thousands === decimal) {
    const message = `Expected two different separators, found "${decimal}" for decimal and thousands`
    report.at(raw, ['source', 'format', 'thousands'], message, 'set "decimal" too')
  }
}

function isEncoding(name: string): boolean {
  try {
    new TextDecoder(name)
    return true
  } catch {
    return false
  }
}

function checkPattern(report: Report, raw: object, text: string, type: string): void {
  if (type !== 'DATE' && type !== 'TIMESTAMP') {
    report.at(raw, ['format'], 'Only a DATE, DATETIME or TIMESTAMP has a format')
    return
  }
  const parsed = parseTimePattern(text)
  if ('problem' in parsed) {
    const message = `Expected how dates are written, such as dd.MM.yyyy, found "${text}": ${parsed.problem}`
    report.at(raw, ['format'], message)
  } else if (type === 'DATE' && hasTimeOfDay(parsed.pattern)) {
    const message = `A DATE has no time of day, the format "${text}" has one`
    report.at(raw, ['format'], message, 'declare TIMESTAMP')
  }
}

/** Reports files that two datasets read in two ways. */
export function checkReadings(report: Report, entries: readonly DatasetEntry[]): void {
  const readings = new Map<string, string>()
  const check = (key: string, reading: object, at: (message: string) => void): void => {
    const text = JSON.stringify(reading)
    const firstReading = readings.get(key) ?? text
    if (firstReading !== text)
      at(`Another dataset reads the same file in another way: ${firstReading}`)
    readings.set(key, firstReading)
  }
  for (const { raw, definition } of entries) {
    if (definition.source.type === 'TABLE') continue
    const { datasource, format = {} } = definition.source
    const file = toTableFile(definition.source)
    check(JSON.stringify([datasource, file]), format, (message) =>
      report.at(raw, ['source'], message),
    )
    for (const [i, column] of definition.columns.entries()) {
      const place = raw.columns[i]
      if (place === undefined) continue
      const { sourceColumn, format: pattern, scale, unit, nulls } = column
      const key = JSON.stringify([datasource, file, sourceColumn])
      check(key, { format: pattern, scale, unit, nulls }, (message) =>
        report.at(place, [], message),
      )
    }
  }
}
