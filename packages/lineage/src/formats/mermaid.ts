import type { LineageContent } from '../model/content.ts'
import { caption, draw, encodeJson, oneLine } from './drawing.ts'

/**
 * Writes a lineage as a Mermaid flowchart, drawn from left to right. COLUMN_IMPACT edges are dotted. Comments hold
 * what the drawing does not show.
 */
export function* writeMermaid(content: LineageContent): Generator<string, void, undefined> {
  yield 'flowchart LR\n'
  const { vertices, edges } = draw(content)
  for (const { name, vertex } of vertices) {
    const { type, name: shown } = caption(vertex)
    yield `  ${name}["${type}<br/>${escaped(shown)}"]\n%% ${name} ${encodeJson(vertex)}\n`
  }
  for (const { src, dst, edgeType, sources } of edges) {
    const arrow = edgeType === 'COLUMN_IMPACT' ? '-.->' : '-->'
    yield `  ${src} ${arrow} ${dst}\n%% ${src} ${dst} ${encodeJson({ edgeType, sources })}\n`
  }
}

/** Mermaid reads HTML in labels and `#…;` as a character. */
function escaped(text: string): string {
  return oneLine(text).replace(/[#"<>&`%]/g, (sign) => `#${sign.charCodeAt(0)};`)
}
