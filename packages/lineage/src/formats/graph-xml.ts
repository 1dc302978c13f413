import type { LineageContent, StatedVertex } from '../model/content.ts'
import { caption, type DrawnEdge, draw } from './drawing.ts'

const VERTEX_FIELDS = [
  'vertexType',
  'vertexId',
  'displayName',
  'description',
  'custom',
  'sources',
] as const
const EDGE_FIELDS = ['edgeType', 'sources'] as const

/** Writes a lineage as GraphML (http://graphml.graphdrawing.org), for yEd, Gephi, NetworkX and others. */
export function* writeGraphMl(content: LineageContent): Generator<string, void, undefined> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
  for (const name of ['label', ...VERTEX_FIELDS]) yield key('node', name)
  for (const name of EDGE_FIELDS) yield key('edge', name)
  yield '  <graph id="lineage" edgedefault="directed">\n'
  const { vertices, edges } = draw(content)
  for (const { name, vertex } of vertices) {
    const texts = new Map([['label', formatVertexLabel(vertex)], ...vertexTexts(vertex)])
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

/** Writes a lineage as GEXF 1.3 (https://gexf.net), the format of Gephi. */
export function* writeGexf(content: LineageContent): Generator<string, void, undefined> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield '<gexf xmlns="http://gexf.net/1.3" version="1.3">\n'
  yield '  <graph defaultedgetype="directed">\n'
  yield attributes('node', VERTEX_FIELDS)
  yield attributes('edge', EDGE_FIELDS)
  yield '    <nodes>\n'
  const { vertices, edges } = draw(content)
  for (const { name, vertex } of vertices) {
    const label = escapeXml(formatVertexLabel(vertex))
    yield `      <node id="${name}" label="${label}">${values(vertexTexts(vertex))}</node>\n`
  }
  yield '    </nodes>\n    <edges>\n'
  let id = 0
  for (const edge of edges) {
    const ends = `source="${edge.src}" target="${edge.dst}"`
    yield `      <edge id="e${id}" ${ends}>${values(edgeTexts(edge))}</edge>\n`
    id += 1
  }
  yield '    </edges>\n  </graph>\n</gexf>\n'
}

function formatVertexLabel(vertex: StatedVertex): string {
  const { type, name } = caption(vertex)
  return `${type} ${name}`
}

/** The fields of a vertex as texts; null fields are left out, lists and objects are JSON. */
function vertexTexts(vertex: StatedVertex): ReadonlyMap<string, string> {
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

function edgeTexts({ edgeType, sources }: DrawnEdge): ReadonlyMap<string, string> {
  return new Map([
    ['edgeType', edgeType],
    ['sources', JSON.stringify(sources)],
  ])
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

function attributes(owner: 'node' | 'edge', names: readonly string[]): string {
  const lines = names.map(
    (name) => `      <attribute id="${name}" title="${name}" type="string"/>\n`,
  )
  return `    <attributes class="${owner}">\n${lines.join('')}    </attributes>\n`
}

function values(texts: ReadonlyMap<string, string>): string {
  const pieces = Array.from(texts, ([name, text]) => {
    return `<attvalue for="${name}" value="${escapeXml(text)}"/>`
  })
  return `<attvalues>${pieces.join('')}</attvalues>`
}

/** Text as XML content or attribute. Characters that XML forbids become `\uXXXX`, and a backslash becomes two. */
function escapeXml(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replace(FORBIDDEN, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/[&<>"'\t\r\n]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Most control characters below U+0020, lone surrogates, U+FFFE and U+FFFF. */
const FORBIDDEN = /(?![\t\n\r\u007f-\u009f])\p{Cc}|[\p{Cs}\ufffe\uffff]/gu
