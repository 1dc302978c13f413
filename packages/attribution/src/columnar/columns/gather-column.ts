import { assertNever } from '@tributary/core'
import { sortedOrder } from '../../numbers/sorted-order.ts'
import {
  bigInt64Array,
  type CodeArray,
  codeArray,
  float64Array,
  uint32Array,
} from '../kernels/code-array.ts'
import { codeColumn } from './code-column.ts'
import {
  type BigColumn,
  type CodedColumn,
  type Column,
  type Domain,
  getNullCount,
  type MemoryTable,
  valueRange,
} from './column.ts'
import { joinTexts, textAt } from './texts.ts'

/** Sorts the rows of a table by a column, ascending, NULLs last; equal rows keep their order. */
export function sortTable(table: MemoryTable, by: string): MemoryTable {
  const column = table.columns.get(by)!
  const sorted = { column: by, present: table.rowCount - getNullCount(column) }
  if (isColumnSorted(column)) return { ...table, sorted }
  const order =
    column.kind === 'floats' ? sortedOrder(column.values) : countedOrder(codeColumn(column))
  const columns = new Map<string, Column>()
  for (const [name, tableColumn] of table.columns)
    columns.set(name, gatherColumn(tableColumn, order))
  return { ...table, columns, sorted }
}

function isColumnSorted(column: Column): boolean {
  if (column.kind === 'bigs') return isColumnSorted(codeColumn(column))
  if (column.kind === 'coded') {
    const { codes } = column
    for (let row = 1; row < codes.length; row++) if (codes[row]! < codes[row - 1]!) return false
    return true
  }
  const { values } = column
  for (let row = 1; row < values.length; row++) {
    // Written with `>=` because a NaN before a value is out of order too.
    if (!(values[row]! >= values[row - 1]!) && !Number.isNaN(values[row]!)) return false
  }
  return true
}

/** Counting sort: one pass to count, one to place. */
function countedOrder({ codes, domain }: CodedColumn): Uint32Array {
  const next = new Uint32Array(domain.size + 2)
  for (let row = 0; row < codes.length; row++) next[codes[row]! + 1]!++
  for (let code = 1; code < next.length; code++) next[code]! += next[code - 1]!
  const order = uint32Array(codes.length)
  for (let row = 0; row < codes.length; row++) order[next[codes[row]!]!++] = row
  return order
}

/** Row numbers in another column. */
export type RowNumbers = Int32Array | CodeArray

/** Makes the column whose row `i` is row `rows[i]` of another; -1 becomes NULL. */
export function gatherColumn(column: Column, rows: RowNumbers): Column {
  switch (column.kind) {
    case 'coded':
      return gatherCodes(column, rows)
    case 'floats': {
      const values = float64Array(rows.length)
      for (let at = 0; at < rows.length; at++) values[at] = column.values[rows[at]!] ?? Number.NaN
      return { ...column, values, range: valueRange(values) }
    }
    case 'bigs':
      return gatherBigs(column, rows)
    default:
      return assertNever(column)
  }
}

/**
 * Makes the column of some rows of another, as if the other rows had never been loaded: its domain has the values of these
 * rows alone, so that nothing is computed for others.
 */
export function selectRows(column: Column, rows: CodeArray): Column {
  const gathered = gatherColumn(column, rows)
  return gathered.kind === 'coded' ? narrowDomain(gathered) : gathered
}

/** The column with a domain of the values that it has. */
function narrowDomain(column: CodedColumn): CodedColumn {
  const { codes, domain, nulls } = column
  if (domain.kind === 'flags') return column
  const isUsed = new Uint8Array(domain.size + 1)
  for (let row = 0; row < codes.length; row++) isUsed[codes[row]!] = 1
  isUsed[domain.size] = 0
  const used: number[] = []
  for (let code = 0; code < domain.size; code++) if (isUsed[code] === 1) used.push(code)
  if (used.length === domain.size) return column
  const own = selectDomain(domain, used)
  const first = used[0] ?? 0
  const places = new Uint32Array(domain.size + 1)
  for (const [place, code] of used.entries()) {
    places[code] = own.kind === 'count' ? code - first : place
  }
  places[domain.size] = own.size
  const placed = codeArray(own.size, codes.length)
  for (let row = 0; row < codes.length; row++) placed[row] = places[codes[row]!]!
  return { ...column, codes: placed, domain: own, nulls }
}

/** A domain of some codes of another, which ascend. Whole numbers that are counted stay so, from the first to the last. */
function selectDomain(domain: Exclude<Domain, { kind: 'flags' }>, used: readonly number[]): Domain {
  const size = used.length
  switch (domain.kind) {
    case 'texts':
      return {
        kind: 'texts',
        size,
        texts: joinTexts(used.map((code) => textAt(domain.texts, code))),
      }
    case 'count': {
      const [first = 0, last = first - 1] = [used[0], used.at(-1)]
      return { kind: 'count', size: last - first + 1, first: domain.first + first }
    }
    case 'numbers': {
      const numbers = float64Array(size)
      for (const [place, code] of used.entries()) numbers[place] = domain.numbers[code]!
      return { kind: 'numbers', size, numbers }
    }
    case 'bigs': {
      const bigs = bigInt64Array(size)
      for (const [place, code] of used.entries()) bigs[place] = domain.bigs[code]!
      return { kind: 'bigs', size, bigs }
    }
    default:
      return assertNever(domain)
  }
}

function gatherCodes(column: CodedColumn, rows: RowNumbers): CodedColumn {
  const { size } = column.domain
  const codes = codeArray(size, rows.length)
  let nulls = 0
  for (let at = 0; at < rows.length; at++) {
    const code = column.codes[rows[at]!] ?? size
    codes[at] = code
    if (code === size) nulls++
  }
  return { ...column, codes, nulls }
}

function gatherBigs(column: BigColumn, rows: RowNumbers): BigColumn {
  const values = bigInt64Array(rows.length)
  const valid = new Uint8Array(new SharedArrayBuffer(rows.length))
  let nulls = 0
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!
    if (row === -1 || column.valid?.[row] === 0) nulls++
    else {
      values[at] = column.values[row]!
      valid[at] = 1
    }
  }
  return { ...column, values, valid: nulls === 0 ? null : valid, nulls }
}
