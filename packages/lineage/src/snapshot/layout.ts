import type { Stated } from './columns.ts'

/** Beginning of a snapshot file; its last two digits are the layout version. */
export const MAGIC = 'tributary-lineage-01'

/** Offset of the checksum of all that follows it, and after it the header length; 4 bytes each. */
export const CHECKSUM: number = MAGIC.length

/** Bytes before the header. */
export const PREFIX: number = CHECKSUM + 8

/** The arrays of a snapshot file in their order after the header; each begins at a multiple of 8. */
export const SECTIONS = [
  'types',
  'vertexStated',
  'sourceStarts',
  'sourceCounts',
  'sourceWords',
  'targetStarts',
  'targetCounts',
  'targetWords',
  'pairStated',
  'recordEnds',
  'records',
] as const

/** The name of an array of a snapshot file. */
export type SnapshotSection = (typeof SECTIONS)[number]

/** The header of a snapshot file, as JSON after the prefix. */
export interface SnapshotHeader {
  /** Byte order of the arrays. */
  readonly endianness: 'LE' | 'BE'
  readonly version: number
  readonly notes: Readonly<Record<string, string>>
  readonly edgeCount: number
  readonly stated: readonly Stated[]
  /** Bytes of each array. */
  readonly lengths: Readonly<Record<SnapshotSection, number>>
}

/** The next multiple of 8. */
export function alignLength(length: number): number {
  return Math.ceil(length / 8) * 8
}
