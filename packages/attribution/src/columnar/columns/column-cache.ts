import { codeColumn } from './code-column.ts'
import type { CodedColumn, Column, ColumnType } from './column.ts'
import { bytesOf } from './column.ts'
import { convertColumn } from './convert-column.ts'

/** What has been made of columns and is kept: codes and conversions as long as the column, computed columns for a while. */
export interface ColumnCache {
  /** The column in codes. */
  coded(column: Column): CodedColumn
  /** The column as another type. */
  converted(name: string, column: Column, type: ColumnType): Column
  /** What was computed under a key, or what `compute` gives now. */
  computed(key: string, compute: () => Column): Column
  /** Codes that were made for a column; null when none were, or the column is coded itself. */
  knownCodes(column: Column): CodedColumn | null
  /** What is kept under a key; null when nothing is. */
  knownComputed(key: string): Column | null
  /** Takes over codes that were made elsewhere. */
  keepCodes(column: Column, coded: CodedColumn): void
  /** The computed columns that are kept, by key. */
  allComputed(): readonly (readonly [string, Column])[]
  /** The bytes of all that. */
  bytes(): number
}

/** Columns computed from expressions that are kept; the one not used for longest goes first. */
const MAX_COMPUTED = 16

/** An empty cache. */
export function createColumnCache(): ColumnCache {
  const codes = new Map<Column, CodedColumn>()
  const conversions = new Map<Column, Map<ColumnType, Column>>()
  const computed = new Map<string, Column>()
  return {
    coded(column) {
      if (column.kind === 'coded') return column
      const known = codes.get(column) ?? codeColumn(column)
      codes.set(column, known)
      return known
    },
    converted(name, column, type) {
      const known = conversions.get(column) ?? new Map<ColumnType, Column>()
      const found = known.get(type) ?? convertColumn(name, column, type)
      conversions.set(column, known.set(type, found))
      return found
    },
    computed(key, compute) {
      const found = computed.get(key) ?? compute()
      computed.delete(key)
      computed.set(key, found)
      const [oldest] = computed.keys()
      if (computed.size > MAX_COMPUTED && oldest !== undefined) {
        codes.delete(computed.get(oldest)!)
        computed.delete(oldest)
      }
      return found
    },
    knownCodes: (column) => codes.get(column) ?? null,
    knownComputed: (key) => computed.get(key) ?? null,
    keepCodes: (column, coded) => void codes.set(column, coded),
    allComputed: () => [...computed],
    bytes() {
      const kept = [...codes.values(), ...computed.values()]
      for (const byType of conversions.values()) kept.push(...byType.values())
      return kept.reduce((sum, column) => sum + bytesOf(column), 0)
    },
  }
}
