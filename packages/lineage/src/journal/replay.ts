import { assertNever } from '@tributary/core'
import type { LineageChange } from '../change.ts'
import type { LineageGraph } from '../graph.ts'

/** Makes a change that a graph has told of in another graph, whose state was the same before. */
export function applyChange(graph: LineageGraph, change: LineageChange): void {
  switch (change.op) {
    case 'set':
      graph.setVertex(change.vertex, change.source)
      return
    case 'release':
      graph.releaseVertex(change.vertex, change.source)
      return
    case 'drop':
      graph.dropVertex(change.vertex)
      return
    case 'state':
      graph.addEdge(change.edge, change.source)
      return
    case 'retract':
      graph.retractEdge(change.edge, change.source)
      return
    case 'clearEdges':
      graph.clearEdges()
      return
    case 'clear':
      graph.clear()
      return
    default:
      assertNever(change)
  }
}
