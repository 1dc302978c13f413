import type { AggregateFrame, NumberColumn } from '@tributary/attribution'
import { toText } from '@tributary/expression'
import { table } from 'arquero'
import type { Groups, Row } from './naive-source.ts'

/** Times as the source over tables takes them: text. */
export function columnTable(rows: readonly Row[], names: readonly string[]) {
  const cell = (row: Row, name: string) => {
    const value = row[name] ?? null
    if (name === 'at') return toText(value, 'TIMESTAMP')
    return name === 'd' ? toText(value, 'DATE') : value
  }
  return table(Object.fromEntries(names.map((name) => [name, rows.map((row) => cell(row, name))])))
}

/** The groups of a frame by the JSON of their keys. */
export function groupsOf(frame: AggregateFrame): Groups {
  const rows = Array.from({ length: frame.rowCount }, (_, row) => row)
  return Object.fromEntries(
    rows.map((row) => [
      JSON.stringify(frame.keys.map((key) => key[row])),
      {
        present: [frame.present.current[row]!, frame.present.compare[row]!],
        measures: frame.measures.flatMap((one) => [
          numberAt(one.current, row),
          numberAt(one.compare, row),
        ]),
      },
    ]),
  )
}

function numberAt(column: NumberColumn, row: number): number | null {
  if (column.kind === 'exact') {
    const units = column.units[row] ?? null
    return units === null ? null : Number(units) / 10 ** column.scale
  }
  const value = column.kind === 'safe' ? column.units[row]! : column.values[row]!
  if (Number.isNaN(value)) return null
  return column.kind === 'safe' ? value / 10 ** column.scale : value
}

/** Sums of doubles depend on their order in the last digits; `+ 0` makes -0 zero. */
export function rounded(groups: readonly Groups[]): Groups[] {
  const round = (value: number | null) =>
    value === null ? null : Number(value.toPrecision(12)) + 0
  return groups.map((one) =>
    Object.fromEntries(
      Object.entries(one).map(([key, { present, measures }]) => [
        key,
        { present, measures: measures.map(round) },
      ]),
    ),
  )
}
