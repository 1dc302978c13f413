import type { LineageContent } from '../model/content.ts'
import type { LineageDocument } from './document.ts'
import { caption, draw } from './drawing.ts'
import { edgeTexts, readTexts, vertexTexts } from './texts.ts'
import { escapeXml, parseXml, type XmlElement } from './xml.ts'

const KEYS = ['vertexType', 'vertexId', 'displayName', 'description', 'custom', 'sources'] as const
const EDGE_KEYS = ['edgeType', 'sources'] as const

/** A lineage as GEXF 1.3 (https://gexf.net), the format of Gephi. */
export function* writeGexf(content: LineageContent): Generator<string, void, undefined> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield '<gexf xmlns="http://gexf.net/1.3" version="1.3">\n'
  yield '  <graph defaultedgetype="directed">\n'
  yield attributes('node', KEYS)
  yield attributes('edge', EDGE_KEYS)
  yield '    <nodes>\n'
  const { vertices, edges } = draw(content)
  for (const { name, vertex } of vertices) {
    const { type, name: shown } = caption(vertex)
    const label = escapeXml(`${type} ${shown}`)
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

/**
 * Reads what {@link writeGexf} wrote, also when another program has written it again with ids of its own. Throws
 * LINEAGE_INVALID_IMPORT with `file` and the place.
 */
export function readGexf(text: string, file = 'lineage.gexf'): LineageDocument {
  const root = parseXml(text, file)
  const graph = root.children.find(({ name }) => name === 'graph')
  const childrenOf = (name: string): readonly XmlElement[] =>
    graph?.children.find((one) => one.name === name)?.children ?? []
  const elements = [...childrenOf('nodes'), ...childrenOf('edges')]
  const titles = new Map(
    (graph?.children ?? [])
      .filter(({ name }) => name === 'attributes')
      .flatMap(({ attributes, children }) =>
        children.map((one) => [
          `${attributes.get('class')} ${one.attributes.get('id')}`,
          one.attributes.get('title'),
        ]),
      ),
  )
  const textsOf = (element: XmlElement) =>
    new Map(
      element.children
        .flatMap(({ children }) => children)
        .map(({ attributes }) => [
          titles.get(`${element.name} ${attributes.get('for')}`) ?? '',
          attributes.get('value') ?? '',
        ]),
    )
  return readTexts(file, { root, rootName: 'gexf', elements, textsOf })
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
