import type { Column } from '../columns/column.ts'
import { type FlatTable, flatText, scalar, structs, table, tables } from './flatbuffer.ts'

// Slots and numbers of Arrow's format/{Schema,Message,File}.fbs, version V5.

const VERSION = 4
const SCHEMA = 1
const DICTIONARY_BATCH = 2
const RECORD_BATCH = 3

/** The precision that DECIMAL columns are declared with: every 64-bit number has at most 19 digits. */
const DECIMAL_DIGITS = 19

/** The schema of named columns: dictionaries are numbered as the columns are. */
export function schemaTable(
  columns: readonly (readonly [string, Column])[],
  metadata: Readonly<Record<string, string>>,
): FlatTable {
  const fields = columns.map(([name, column], index) => fieldTable(name, column, index))
  const pairs = Object.entries(metadata).map(([key, value]) =>
    table(flatText(key), flatText(value)),
  )
  return table(scalar(2, 0), tables(fields), tables(pairs))
}

function fieldTable(name: string, column: Column, id: number): FlatTable {
  const [type, details] = typeOf(column)
  const isDictionary = column.kind === 'coded' && column.type === 'STRING'
  const dictionary = isDictionary
    ? table(scalar(8, id), intTable(column.codes.BYTES_PER_ELEMENT * 8, false), scalar(1, 1))
    : null
  return table(flatText(name), scalar(1, 1), scalar(1, type), details, dictionary, tables([]))
}

function typeOf({ type, scale }: Column): readonly [number, FlatTable] {
  switch (type) {
    case 'INT':
      return [2, intTable(64, true)]
    case 'DOUBLE':
      return [3, table(scalar(2, 2))]
    case 'STRING':
      return [5, table()]
    case 'BOOLEAN':
      return [6, table()]
    case 'DECIMAL':
      return [7, table(scalar(4, DECIMAL_DIGITS), scalar(4, scale), scalar(4, 128))]
    case 'DATE':
      return [8, table(scalar(2, 0))]
    case 'TIMESTAMP':
      return [10, table(scalar(2, 2))]
  }
}

function intTable(bits: number, signed: boolean): FlatTable {
  return table(scalar(4, bits), scalar(1, signed ? 1 : 0))
}

/** Where a column's buffer lies in the body of its batch. */
export interface BufferPlace {
  readonly offset: number
  readonly length: number
}

/** A batch of columns: rows and NULLs of each, and its buffers in the body. */
export function recordBatchTable(
  rows: number,
  nulls: readonly number[],
  buffers: readonly BufferPlace[],
): FlatTable {
  return table(
    scalar(8, rows),
    structs(
      nulls.length,
      nulls.flatMap((count) => [rows, count]),
    ),
    structs(
      buffers.length,
      buffers.flatMap(({ offset, length }) => [offset, length]),
    ),
  )
}

/** A message around a schema. */
export function schemaMessage(schema: FlatTable): FlatTable {
  return table(scalar(2, VERSION), scalar(1, SCHEMA), schema, scalar(8, 0))
}

/** A message around a batch of rows with a body of so many bytes. */
export function recordBatchMessage(batch: FlatTable, bodyLength: number): FlatTable {
  return table(scalar(2, VERSION), scalar(1, RECORD_BATCH), batch, scalar(8, bodyLength))
}

/** A message around the values of dictionary `id`. */
export function dictionaryMessage(id: number, batch: FlatTable, bodyLength: number): FlatTable {
  const dictionary = table(scalar(8, id), batch)
  return table(scalar(2, VERSION), scalar(1, DICTIONARY_BATCH), dictionary, scalar(8, bodyLength))
}

/** Where a message is in the file. */
export interface MessagePlace {
  readonly offset: number
  /** Of the message without its body, prefix and padding included. */
  readonly metadataLength: number
  readonly bodyLength: number
}

/** The footer of a file: where everything is. */
export function footerTable(
  schema: FlatTable,
  dictionaries: readonly MessagePlace[],
  batches: readonly MessagePlace[],
): FlatTable {
  const blocks = (places: readonly MessagePlace[]) =>
    structs(
      places.length,
      places.flatMap(({ offset, metadataLength, bodyLength }) => [
        offset,
        metadataLength,
        bodyLength,
      ]),
    )
  return table(scalar(2, VERSION), schema, blocks(dictionaries), blocks(batches))
}
