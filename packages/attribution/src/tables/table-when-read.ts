import type { Grouping } from '../request/request.ts'
import { type AttributionTable, collectKeyTypes } from './answer.ts'

/** The table of a grouping, made when one of its parts is read that the grouping does not tell. */
export function tableWhenRead(
  { name, keys }: Grouping,
  table: () => AttributionTable,
): AttributionTable {
  return {
    dimension: name,
    keyTypes: collectKeyTypes(keys),
    get table() {
      return table().table
    },
    get warning() {
      return table().warning
    },
    get warnings() {
      return table().warnings
    },
    get rest() {
      return table().rest
    },
    get empty() {
      return table().empty
    },
    get residual() {
      return table().residual
    },
    get missingRow() {
      return table().missingRow
    },
    get missingRows() {
      return table().missingRows
    },
  }
}

/** A function that makes its value at the first call, and forgets what it was made from. */
export function once<T>(make: () => T): () => T {
  let maker: (() => T) | null = make
  let value: T
  return () => {
    if (maker !== null) {
      value = maker()
      maker = null
    }
    return value
  }
}
