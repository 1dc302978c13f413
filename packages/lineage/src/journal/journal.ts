import type { LineageChange } from '../model/change.ts'
import type { Edge } from '../model/edge.ts'
import { fileDamagedError } from '../model/errors.ts'
import { isVertexType, type VertexRef } from '../model/vertex.ts'

/** A change with its time and author. */
export interface JournalEntry {
  /** Counts from 1, by 1. */
  readonly version: number
  /** UTC, as `Date.toISOString` writes it; never earlier than the entry before. */
  readonly at: string
  readonly actor: string
  readonly change: LineageChange
}

/** Storage for the history of a lineage. Entries are only ever appended. */
export interface LineageJournal {
  /** Appends entries; they are durable when the promise resolves. */
  append(entries: readonly JournalEntry[]): Promise<void>
  /** The entries after a version, oldest first. */
  read(after?: number): AsyncIterable<JournalEntry>
}

/**
 * Parses the change of a journal entry from JSON. Throws LINEAGE_FILE_DAMAGED with the journal's `name` when the
 * text is not a change.
 */
export function parseChange(text: string, version: number, name: string): LineageChange {
  let change: unknown
  try {
    change = JSON.parse(text)
  } catch (cause) {
    throw fileDamagedError(name, `the entry of version ${version} is not JSON`, cause)
  }
  if (isChange(change)) return change
  throw fileDamagedError(name, `the entry of version ${version} is no change of a lineage`)
}

/** Whether a JSON value is a change with valid references. */
export function isChange(value: unknown): value is LineageChange {
  const change = value as
    | { op?: unknown; vertex?: VertexRef; edge?: Edge; changes?: unknown }
    | null
    | undefined
  switch (change?.op) {
    case 'set':
    case 'release':
    case 'drop':
      return isRef(change.vertex)
    case 'state':
    case 'retract':
      return isRef(change.edge?.src) && isRef(change.edge?.dst)
    case 'clear':
    case 'clearEdges':
      return true
    case 'together':
      return Array.isArray(change.changes) && change.changes.every(isSingle)
    default:
      return false
  }
}

function isSingle(value: unknown): boolean {
  return isChange(value) && value.op !== 'together'
}

function isRef(ref: VertexRef | undefined): boolean {
  return typeof ref?.vertexId === 'string' && isVertexType(String(ref.vertexType))
}
