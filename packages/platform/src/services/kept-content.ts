import type { LineageContent, LineageGraph } from '@tributary/lineage'
import { MANUAL_SOURCE } from '@tributary/lineage/internal'

/** Who the service itself speaks for: what they state is worked out anew at each start. */
const OWN_SOURCES: ReadonlySet<string> = new Set(['catalog', 'views'])

/**
 * What an import can keep. A file may say that the definitions or the views state something, as every export does:
 * where they do, that is left to them, and where they do not, it is stated by hand, or the next start would take
 * it away. Good until the lineage changes.
 */
export function keptContent(content: LineageContent, lineage: LineageGraph): LineageContent {
  return {
    *statedVertices() {
      for (const vertex of content.statedVertices()) {
        yield { ...vertex, sources: keptSources(vertex.sources, lineage.vertexSources(vertex)) }
      }
    },
    *edges() {
      for (const edge of content.edges()) {
        const sources = keptSources(edge.sources, lineage.edgeSources(edge))
        if (sources.length > 0) yield { ...edge, sources }
      }
    },
  }
}

function keptSources(given: readonly string[], known: readonly string[]): readonly string[] {
  const others = given.filter((source) => !OWN_SOURCES.has(source))
  if (others.length === given.length) return given
  const isStated = given.some((source) => OWN_SOURCES.has(source) && known.includes(source))
  return isStated ? others : [...new Set([...others, MANUAL_SOURCE])].sort()
}
