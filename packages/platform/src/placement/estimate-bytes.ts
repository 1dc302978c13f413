import { type DuckDb, duckdbDialect, type TableColumn } from '@tributary/sql'

/**
 * About how many bytes it takes to read columns of a table: its rows before they are coded as small as they can be, and the
 * different texts there are. One scan, so that a table that does not fit is not read into memory to find that out.
 */
export async function estimateBytes(
  engine: DuckDb,
  table: readonly string[],
  columns: readonly string[],
): Promise<number> {
  const { identifier } = duckdbDialect
  const known = (await engine.columnsOf(table)).filter(({ name }) => columns.includes(name))
  const texts = known.filter(isText).map(({ name }) => {
    const text = identifier(name)
    return `approx_count_distinct(${text}) * (24 + 2 * coalesce(avg(length(${text})), 0))`
  })
  const rowBytes = known.reduce((sum, column) => sum + (isText(column) ? TEXT_CODE : NUMBER), 0)
  const size = [`count(*) * ${rowBytes}`, ...texts].join(' + ')
  const text = `SELECT CAST(${size} AS DOUBLE) FROM ${table.map(identifier).join('.')}`
  const { columns: found } = await engine.run({ text, parameters: [] })
  const [column] = found
  if (column?.kind !== 'double') throw new TypeError(`Expected a double, found ${column?.kind}`)
  return column.values[0]!
}

/** Bytes of a value while a column is read. */
const TEXT_CODE = 4
const NUMBER = 8

function isText({ valueType }: TableColumn): boolean {
  return valueType === 'STRING'
}
