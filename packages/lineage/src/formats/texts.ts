import type { StatedVertex } from '../model/content.ts'
import { invalidImport } from '../model/errors.ts'
import { LineageDocument } from './document.ts'
import type { DrawnEdge } from './drawing.ts'
import { readStatement, readVertexFacts } from './facts.ts'
import { Place, parseJson } from './place.ts'
import type { XmlElement } from './xml.ts'

/** A vertex as named texts; what it does not say has none, lists and objects are JSON. */
export function vertexTexts(vertex: StatedVertex): ReadonlyMap<string, string> {
  const { vertexType, vertexId, displayName, description, custom, sources } = vertex
  const texts = new Map<string, string>([
    ['vertexType', vertexType],
    ['vertexId', vertexId],
  ])
  if (displayName !== null) texts.set('displayName', displayName)
  if (description !== null) texts.set('description', description)
  if (custom !== null) texts.set('custom', JSON.stringify(custom))
  return texts.set('sources', JSON.stringify(sources))
}

/** What an edge says as named texts. */
export function edgeTexts({ edgeType, sources }: DrawnEdge): ReadonlyMap<string, string> {
  return new Map([
    ['edgeType', edgeType],
    ['sources', JSON.stringify(sources)],
  ])
}

/** An XML text of nodes and edges. */
export interface XmlGraph {
  readonly root: XmlElement
  /** How the root must be called. */
  readonly rootName: string
  /** All `node` and `edge` elements, nodes before the edges that name them. */
  readonly elements: readonly XmlElement[]
  /** The named texts of an element. */
  readonly textsOf: (element: XmlElement) => ReadonlyMap<string, string>
}

/** The lineage of an XML graph. Throws LINEAGE_INVALID_IMPORT with the id of the element. */
export function readTexts(
  file: string,
  { root, rootName, elements, textsOf }: XmlGraph,
): LineageDocument {
  if (root.name !== rootName) {
    throw invalidImport({ file, path: '' }, `must be <${rootName}>, found <${root.name}>`)
  }
  const document = new LineageDocument()
  const vertices = new Map<string, StatedVertex>()
  for (const element of elements) {
    const id = element.attributes.get('id') ?? ''
    const path = `${element.name} ${JSON.stringify(id)}`
    const facts = new Place(`${file}: ${path}`, '', toFacts(textsOf(element), `${file}: ${path}`))
    if (element.name === 'node') {
      const vertex = readVertexFacts(facts)
      if (vertices.has(id)) throw invalidImport({ file, path }, 'has the id of another node')
      vertices.set(id, vertex)
      document.addVertex(vertex)
      continue
    }
    const src = vertices.get(element.attributes.get('source') ?? '')
    const dst = vertices.get(element.attributes.get('target') ?? '')
    if (src === undefined || dst === undefined) {
      throw invalidImport({ file, path }, 'must join two nodes that are above it')
    }
    document.addEdge({ src, dst, ...readStatement(facts) })
  }
  return document
}

const JSON_TEXTS = new Set(['custom', 'sources'])

function toFacts(
  texts: ReadonlyMap<string, string>,
  file: string,
): Readonly<Record<string, unknown>> {
  const facts = Array.from(texts, ([name, text]): [string, unknown] => [
    name,
    JSON_TEXTS.has(name) ? parseJson(`${file}: ${name}`, text).value : text,
  ])
  return Object.fromEntries(facts)
}
