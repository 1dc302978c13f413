import type { LineageContent } from '../model/content.ts'
import { toVertexRef } from '../model/vertex.ts'
import { LineageDocument } from './document.ts'
import { addEdgeFacts, readVertexFacts, vertexFacts } from './facts.ts'
import { parseJson } from './place.ts'

const FORMAT = 'tributary-lineage'

/**
 * A lineage as JSON: `{format, version, vertices, edges}`, one vertex or edge on a line. Gives the text in
 * pieces, because that of millions of edges fits in no string.
 */
export function* writeJson(content: LineageContent): Generator<string, void, undefined> {
  yield `{"format":"${FORMAT}","version":1,"vertices":[`
  let comma = '\n'
  for (const vertex of content.statedVertices()) {
    yield `${comma}${JSON.stringify(vertexFacts(vertex))}`
    comma = ',\n'
  }
  yield '\n],"edges":['
  comma = '\n'
  for (const { src, dst, edgeType, sources } of content.edges()) {
    const facts = { src: toVertexRef(src), dst: toVertexRef(dst), edgeType, sources }
    yield `${comma}${JSON.stringify(facts)}`
    comma = ',\n'
  }
  yield '\n]}\n'
}

/** Reads what {@link writeJson} wrote. Throws LINEAGE_INVALID_IMPORT, with `file` and the place, for anything else. */
export function readJson(text: string, file = 'lineage.json'): LineageDocument {
  const root = parseJson(file, text)
  if (root.field('format').value !== FORMAT) throw root.field('format').wrong(`"${FORMAT}"`)
  if (root.field('version').value !== 1) throw root.field('version').wrong('1')
  const document = new LineageDocument()
  for (const vertex of root.field('vertices').items()) document.addVertex(readVertexFacts(vertex))
  for (const edge of root.field('edges').items()) addEdgeFacts(document, edge)
  return document
}
