import type { LineageContent } from '../model/content.ts'
import { caption, draw, encodeJson, oneLine } from './drawing.ts'

/**
 * Writes a lineage as DOT, the language of Graphviz, drawn from left to right. COLUMN_IMPACT edges are dashed. The
 * attribute `tributary` holds what the drawing does not show.
 */
export function* writeDot(content: LineageContent): Generator<string, void, undefined> {
  yield 'digraph lineage {\n  rankdir=LR;\n  node [shape=box];\n'
  const { vertices, edges } = draw(content)
  for (const { name, vertex } of vertices) {
    const { type, name: shown } = caption(vertex)
    yield `  ${name} [label="${quoted(type)}\\n${quoted(shown)}", tributary="${encodeJson(vertex)}"];\n`
  }
  for (const { src, dst, edgeType, sources } of edges) {
    const style = edgeType === 'COLUMN_IMPACT' ? 'dashed' : 'solid'
    const json = encodeJson({ edgeType, sources })
    yield `  ${src} -> ${dst} [style=${style}, tributary="${json}"];\n`
  }
  yield '}\n'
}

function quoted(text: string): string {
  return oneLine(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')
}
