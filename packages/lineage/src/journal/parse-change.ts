import type { LineageChange } from '../change.ts'
import type { Edge } from '../edge.ts'
import { fileDamaged } from '../errors.ts'
import { isVertexType, type VertexRef } from '../vertex.ts'

/**
 * The change that a journal has kept as JSON in its entry of a version. Throws LINEAGE_FILE_DAMAGED, which calls the
 * journal `name`, when the text is something else.
 */
export function parseChange(text: string, version: number, name: string): LineageChange {
  let change: unknown
  try {
    change = JSON.parse(text)
  } catch (cause) {
    throw fileDamaged(name, `the entry of version ${version} is not JSON`, cause)
  }
  if (isChange(change)) return change
  throw fileDamaged(name, `the entry of version ${version} is no change of a lineage`)
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
