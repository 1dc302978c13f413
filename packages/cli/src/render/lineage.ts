import type { VertexLineageData, VertexLineageQuery } from '@tributary/platform'
import type { Paint } from '../terminal.ts'
import { type Direction, renderLineageTree } from './tree.ts'

/** The lines that show where an asset comes from and what uses it: a tree for each direction that was asked for. */
export function renderLineage(
  lineage: VertexLineageData,
  query: VertexLineageQuery,
  paint: Paint,
): readonly string[] {
  const tree = (direction: Direction): readonly string[] =>
    renderLineageTree(lineage, query, direction, paint)
  const part = (title: string, steps: number, direction: Direction): readonly string[] => {
    const heading = `${title} (${steps} ${steps === 1 ? 'step' : 'steps'} ${direction})`
    const lines = tree(direction)
    const body = lines.length === 1 ? [paint('faint', 'nothing')] : lines
    return [paint('heading', heading), '', ...indent(body)]
  }
  const { inputStep, outputStep } = query
  const upstream = inputStep === 0 ? [] : part('comes from', inputStep, 'upstream')
  const downstream = outputStep === 0 ? [] : part('is used by', outputStep, 'downstream')
  if (upstream.length + downstream.length === 0) return indent(tree('upstream'))
  const gap = upstream.length > 0 && downstream.length > 0 ? [''] : []
  return [...upstream, ...gap, ...downstream]
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`)
}
