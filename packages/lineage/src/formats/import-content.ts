import type { LineageGraph } from '../graph/graph.ts'
import type { LineageContent } from '../model/content.ts'
import { type ImportOptions, planImport } from './plan-import.ts'

/**
 * Takes everything that `content` states into the graph, or, when there is no room for it, nothing and throws
 * LINEAGE_TOO_LARGE. A vertex that somebody else states keeps what it says, and only what it does not say is
 * filled in. Of a vertex that nobody else states, what it said stays where `content` says nothing, unless all its
 * sources are replaced.
 */
export function importContent(
  graph: LineageGraph,
  content: LineageContent,
  options: ImportOptions = {},
): void {
  const planning = planImport(graph, content, options)
  let step = planning.next()
  while (!step.done) step = planning.next()
  step.value()
}
