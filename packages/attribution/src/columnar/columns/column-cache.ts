import { LruMap } from '@tributary/core'
import { codeColumn } from './code-column.ts'
import { type CodedColumn, type Column, type ColumnType, countColumnBytes } from './column.ts'
import { convertColumn } from './convert-column.ts'

/** The values of an expression over one coded column, numbered in the order of the codes. */
export interface CodeNumbers {
  /** The number of the value of each code, last that of NULL. */
  readonly numberOf: Uint32Array
  /** The text of each number; null for NULL. */
  readonly texts: readonly (string | null)[]
}

/**
 * Caches what is derived from columns: codes and conversions as long as the column lives, the last few computed columns, and
 * the last few numberings of values.
 */
export interface ColumnCache {
  /** The column in codes. */
  coded(column: Column): CodedColumn
  /** The column as another type. */
  converted(name: string, column: Column, type: ColumnType): Column
  /** The computed column of a key; computes it when there is none. */
  computed(key: string, compute: () => Column): Column
  /** The cached codes of a column; null when there are none, or the column is coded itself. */
  knownCodes(column: Column): CodedColumn | null
  /** The cached column of a key; null when there is none. */
  knownComputed(key: string): Column | null
  /** The cached numbers of a key; null when there are none. */
  knownNumbers(key: string): CodeNumbers | null
  /** Adds numbers under a key, unless they have so many texts that to keep them would take much memory. */
  keepNumbers(key: string, numbers: CodeNumbers): void
  /** Adds codes that another thread derived. */
  keepCodes(column: Column, coded: CodedColumn): void
  /** The computed columns that are kept, by key. */
  allComputed(): readonly (readonly [string, Column])[]
  /** The bytes of everything cached. */
  bytes(): number
}

/** The most computed columns that are cached; the least recently used is dropped first. */
const MAX_COMPUTED = 16

/** The most numberings that are cached, and the most texts of one. */
const MAX_NUMBERED = 32
const MAX_TEXTS = 2 ** 16

/** Bytes of a text beside its characters. */
const TEXT_BYTES = 24

/** Creates an empty cache. */
export function createColumnCache(): ColumnCache {
  const codes = new Map<Column, CodedColumn>()
  const conversions = new Map<Column, Map<ColumnType, Column>>()
  const computed = new LruMap<string, Column>(MAX_COMPUTED)
  const numbered = new LruMap<string, CodeNumbers>(MAX_NUMBERED)
  return {
    coded(column) {
      if (column.kind === 'coded') return column
      const codedColumn = codes.get(column) ?? codeColumn(column)
      codes.set(column, codedColumn)
      return codedColumn
    },
    converted(name, column, type) {
      const columnsByType = conversions.get(column) ?? new Map<ColumnType, Column>()
      const convertedColumn = columnsByType.get(type) ?? convertColumn(name, column, type)
      conversions.set(column, columnsByType.set(type, convertedColumn))
      return convertedColumn
    },
    computed(key, compute) {
      const computedColumn = computed.get(key) ?? compute()
      const dropped = computed.set(key, computedColumn)
      if (dropped !== undefined) {
        codes.delete(dropped)
        conversions.delete(dropped)
      }
      return computedColumn
    },
    knownCodes: (column) => codes.get(column) ?? null,
    knownComputed: (key) => computed.get(key) ?? null,
    knownNumbers: (key) => numbered.get(key) ?? null,
    keepNumbers(key, numbers) {
      if (numbers.texts.length <= MAX_TEXTS) numbered.set(key, numbers)
    },
    keepCodes: (column, coded) => void codes.set(column, coded),
    allComputed: () => computed.entries(),
    bytes() {
      const cachedColumns = [...codes.values(), ...computed.entries().map(([, column]) => column)]
      for (const byType of conversions.values()) cachedColumns.push(...byType.values())
      const columns = cachedColumns.reduce((sum, column) => sum + countColumnBytes(column), 0)
      return numbered
        .entries()
        .reduce((sum, [, codeNumbers]) => sum + bytesOfNumbers(codeNumbers), columns)
    },
  }
}

function bytesOfNumbers({ numberOf, texts }: CodeNumbers): number {
  const bytes = texts.reduce((sum, text) => sum + TEXT_BYTES + (text?.length ?? 0), 0)
  return numberOf.byteLength + bytes
}
