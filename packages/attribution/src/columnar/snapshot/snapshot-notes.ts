import type { Column, ColumnType, ValueRange } from '../columns/column.ts'

/** Rows of a batch of a snapshot. */
export const BATCH_ROWS: number = 2 ** 17

/** Rows that are read at least when one of them is needed, and that a time of the notes speaks for. */
export const STEP_ROWS: number = 2 ** 14

/** The key of {@link SnapshotNotes} in the schema's metadata. */
export const NOTES_KEY = 'tributary.snapshot'

/** What a snapshot says of itself beside what Arrow says, as JSON. Numbers that JSON lacks are null. */
export interface SnapshotNotes {
  /** The last times of version 1 are those of batches, later ones those of steps. */
  readonly version: 1 | 2
  readonly rows: number
  readonly sorted: { readonly column: string; readonly present: number } | null
  /** The last time of every step of the sorted column, in microseconds as text; null for one without. */
  readonly lastTimes: readonly (string | null)[]
  readonly lost: Readonly<Record<string, number>>
  readonly columns: readonly ColumnNotes[]
}

/** Place and length of a buffer in the file. */
export type FileBuffer = readonly [offset: number, length: number]

/** A column of a snapshot. */
export interface ColumnNotes {
  readonly name: string
  readonly type: ColumnType
  readonly scale: number
  readonly kind: Column['kind']
  readonly nulls: number
  /** Of coded columns. */
  readonly size?: number
  /** Of days: the first. */
  readonly first?: number
  /** Of texts: where each ends, and their bytes. */
  readonly texts?: readonly [FileBuffer, FileBuffer]
  /** Of doubles. */
  readonly range?: NotedRange
  /** Per batch: which rows have a value, and the values. */
  readonly batches: readonly (readonly [FileBuffer, FileBuffer])[]
}

/** A {@link ValueRange} as JSON. */
export interface NotedRange extends Omit<ValueRange, 'min' | 'max'> {
  readonly min: number | null
  readonly max: number | null
}
