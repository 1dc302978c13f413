import type { LineageChange } from '../model/change.ts'
import type { Edge } from '../model/edge.ts'
import { fileDamagedError } from '../model/errors.ts'
import { isVertexType, type VertexRef } from '../model/vertex.ts'

/** A change with when it was made and by whom. */
export interface JournalEntry {
  /** From 1, one more for each entry. */
  readonly version: number
  /** UTC, as `Date.toISOString` writes it; never earlier than the entry before. */
  readonly at: string
  readonly actor: string
  readonly change: LineageChange
}

/** Where the history of a lineage is kept. Entries are only ever added. */
export interface LineageJournal {
  /** Adds entries; they are kept for good when the promise is fulfilled. */
  append(entries: readonly JournalEntry[]): Promise<void>
  /** The entries after a version, oldest first. */
  read(after?: number): AsyncIterable<JournalEntry>
}

/** A journal that ends with the process. */
export function createMemoryJournal(): LineageJournal {
  const kept: JournalEntry[] = []
  return {
    append: async (entries) => {
      for (const entry of entries) kept.push(entry)
    },
    read: async function* read(after = 0) {
      yield* kept.slice(after)
    },
  }
}

/**
 * The change that a journal has kept as JSON in its entry of a version. Throws LINEAGE_FILE_DAMAGED, which calls the
 * journal `name`, when the text is something else.
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

/** Whether it is a change that names what it is about. */
export function isChange(value: unknown): value is LineageChange {
  const change = value as { op?: unknown; vertex?: VertexRef; edge?: Edge } | null | undefined
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
    default:
      return false
  }
}

function isRef(ref: VertexRef | undefined): boolean {
  return typeof ref?.vertexId === 'string' && isVertexType(String(ref.vertexType))
}
