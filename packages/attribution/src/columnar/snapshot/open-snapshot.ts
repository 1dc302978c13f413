import { type FileHandle, open } from 'node:fs/promises'
import type { AggregateRequest } from '../../source.ts'
import type { RowRange } from '../aggregate/block.ts'
import { windowRanges } from '../aggregate/window-rows.ts'
import {
  type ColumnarOptions,
  type ColumnarSource,
  loadRelated,
  sourceOver,
} from '../columnar-source.ts'
import type { Column } from '../columns/column.ts'
import type { MemoryTable, SortedBy } from '../columns/memory-table.ts'
import { columnNeeds } from './column-needs.ts'
import { readNotes } from './read-notes.ts'
import { emptyColumn, readBatch, readTexts } from './snapshot-columns.ts'
import { BATCH_ROWS, type ColumnNotes, type SnapshotNotes } from './snapshot-notes.ts'

/** How to open a snapshot. */
export type SnapshotOptions = Pick<ColumnarOptions, 'name' | 'related' | 'threads'>

/**
 * A source over a snapshot that {@link ColumnarSource.write} wrote. Opening reads its notes alone; a
 * request reads the columns that it names, of these the batches of rows that its windows touch, and what
 * was read stays in memory. Rejects with {@link AttributionError} for a file that is cut off or no snapshot.
 */
export async function openSnapshot(
  path: string,
  options: SnapshotOptions = {},
): Promise<ColumnarSource> {
  const { name = 'table', related = {}, threads = 0 } = options
  const file = await open(path)
  try {
    const notes = await readNotes(file, path)
    const reader = createReader(file, notes)
    // Threads get their dictionaries once, before the first request.
    if (threads > 0) await reader.readAllTexts()
    const tables = new Map([[name, reader.table], ...loadRelated(related)])
    return sourceOver(name, tables, {
      threads,
      prepare: (request) =>
        request === null || request.rows.base.table.join('.') === name
          ? reader.read(request)
          : null,
      close: () => file.close(),
    })
  } catch (error) {
    await file.close()
    throw error
  }
}

interface SnapshotReader {
  readonly table: MemoryTable
  /** Reads what a request needs; everything without one. */
  read(request: AggregateRequest | null): Promise<void>
  readAllTexts(): Promise<void>
}

function createReader(file: FileHandle, notes: SnapshotNotes): SnapshotReader {
  const columns = new Map<string, Column>()
  const noted = new Map<string, ColumnNotes>()
  for (const one of notes.columns) {
    columns.set(one.name, emptyColumn(one, notes.rows))
    noted.set(one.name, one)
  }
  const table: MemoryTable = {
    rowCount: notes.rows,
    columns,
    sorted: notes.sorted && { ...notes.sorted, batches: batchTimes(notes) },
    lost: new Map(Object.entries(notes.lost)),
  }
  const read = new Set<string>()
  const once = async (key: string, work: () => Promise<void>): Promise<void> => {
    if (read.has(key)) return
    await work()
    read.add(key)
  }
  const readDictionary = (name: string): Promise<void> =>
    once(name, async () => {
      const column = columns.get(name)!
      if (column.kind !== 'coded' || column.domain.kind !== 'texts') return
      const known = column.domain.texts as string[]
      // Another request may have read them meanwhile: they are the same texts again.
      await readTexts(file, noted.get(name)!, known)
    })
  const readRows = async (name: string, ranges: readonly RowRange[]): Promise<void> => {
    const column = columns.get(name)!
    const batches = new Set(ranges.flatMap(batchesOf))
    for (const batch of batches) {
      await once(`${batch} ${name}`, () =>
        readBatch(file, column, { notes: noted.get(name)!, batch }),
      )
    }
  }
  const all = [{ from: 0, to: notes.rows }]
  return {
    table,
    async read(request) {
      if (request === null) {
        for (const name of columns.keys()) {
          await readDictionary(name)
          await readRows(name, all)
        }
        return
      }
      const ranges = windowHulls(request, table) ?? all
      for (const [name, need] of columnNeeds(request, table)) {
        await readDictionary(name)
        await readRows(name, need === 'all' ? all : ranges)
      }
      if (request.time !== null) await readFrontier(request, { table, readRows, all })
    },
    async readAllTexts() {
      for (const name of columns.keys()) await readDictionary(name)
    },
  }
}

/** The first and the last time stand in the first and the last batch that has one; of another column anywhere. */
async function readFrontier(
  { time }: AggregateRequest,
  of: {
    readonly table: MemoryTable
    readonly all: readonly RowRange[]
    readRows(name: string, ranges: readonly RowRange[]): Promise<void>
  },
): Promise<void> {
  const { sorted, columns } = of.table
  if (time?.kind === 'reference' && time.name === sorted?.column) {
    const ends = [0, Math.max(0, sorted.present - 1)].map((row) => ({ from: row, to: row + 1 }))
    return of.readRows(time.name, ends)
  }
  if (time?.kind === 'reference' && columns.has(time.name)) await of.readRows(time.name, of.all)
}

/** The stretches of rows that hold all windows of a request; null when one of them may be anywhere. */
function windowHulls(
  { filter, windows, otherWindows = [], rows }: AggregateRequest,
  table: MemoryTable,
): readonly RowRange[] | null {
  const shared = filter === null ? [] : [filter]
  const hulls: RowRange[] = []
  for (const { current, compare } of [windows, ...otherWindows]) {
    for (const side of [current, compare]) {
      const found = windowRanges([...shared, side], table, rows.base.alias)
      if (found === null) return null
      hulls.push(...found)
    }
  }
  return hulls
}

function batchesOf({ from, to }: RowRange): readonly number[] {
  const first = Math.floor(from / BATCH_ROWS)
  const last = Math.floor((to - 1) / BATCH_ROWS)
  if (to <= from) return []
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function batchTimes({ lastTimes }: SnapshotNotes): NonNullable<SortedBy['batches']> {
  const last = lastTimes.flatMap((time) => (time === null ? [] : [BigInt(time)]))
  return { rows: BATCH_ROWS, last }
}
