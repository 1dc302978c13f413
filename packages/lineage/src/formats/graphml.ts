import type { LineageContent } from '../model/content.ts'
import type { LineageDocument } from './document.ts'
import { caption, draw } from './drawing.ts'
import { edgeTexts, readTexts, vertexTexts } from './texts.ts'
import { escapeXml, parseXml, type XmlElement } from './xml.ts'

const KEYS = ['vertexType', 'vertexId', 'displayName', 'description', 'custom', 'sources'] as const
const EDGE_KEYS = ['edgeType', 'sources'] as const

/** A lineage as GraphML (http://graphml.graphdrawing.org), for yEd, Gephi, NetworkX and others. */
export function* writeGraphMl(content: LineageContent): Generator<string, void, undefined> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
  for (const name of ['label', ...KEYS]) yield key('node', name)
  for (const name of EDGE_KEYS) yield key('edge', name)
  yield '  <graph id="lineage" edgedefault="directed">\n'
  const { vertices, edges } = draw(content)
  for (const { name, vertex } of vertices) {
    const { type, name: shown } = caption(vertex)
    const texts = new Map([['label', `${type} ${shown}`], ...vertexTexts(vertex)])
    yield `    <node id="${name}">${data('node', texts)}</node>\n`
  }
  let id = 0
  for (const edge of edges) {
    const ends = `source="${edge.src}" target="${edge.dst}"`
    yield `    <edge id="e${id}" ${ends}>${data('edge', edgeTexts(edge))}</edge>\n`
    id += 1
  }
  yield '  </graph>\n</graphml>\n'
}

/**
 * Reads what {@link writeGraphMl} wrote, also when another program has written it again with keys of its own. Throws
 * LINEAGE_INVALID_IMPORT with `file` and the place.
 */
export function readGraphMl(text: string, file = 'lineage.graphml'): LineageDocument {
  const root = parseXml(text, file)
  const graph = root.children.find(({ name }) => name === 'graph')
  const elements = (graph?.children ?? []).filter(({ name }) => name === 'node' || name === 'edge')
  const names = new Map(
    root.children
      .filter(({ name }) => name === 'key')
      .map(({ attributes }) => [attributes.get('id'), attributes.get('attr.name')]),
  )
  const textsOf = (element: XmlElement) =>
    new Map(element.children.map((one) => [names.get(one.attributes.get('key')) ?? '', one.text]))
  return readTexts(file, { root, rootName: 'graphml', elements, textsOf })
}

function key(owner: 'node' | 'edge', name: string): string {
  return `  <key id="${owner}_${name}" for="${owner}" attr.name="${name}" attr.type="string"/>\n`
}

function data(owner: 'node' | 'edge', texts: ReadonlyMap<string, string>): string {
  const pieces = Array.from(texts, ([name, text]) => {
    return `<data key="${owner}_${name}">${escapeXml(text)}</data>`
  })
  return pieces.join('')
}
