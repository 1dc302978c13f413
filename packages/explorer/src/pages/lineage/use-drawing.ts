import { useEffect, useMemo, useState } from 'preact/hooks'
import type { LineageGraphData } from '../../analysis/merge-lineage.ts'
import { layOut } from '../../layout/lay-out.ts'
import { layOutApart } from '../../layout/lay-out-apart.ts'
import { BOX, createDrawing, type Drawing, GAP, toDigraph } from './drawing.ts'

/** From this many assets on, the layout is made in a worker. */
const MANY = 150

/** Lays a graph out, a large one in a worker. Until that is done the drawing before stays; null before the first. */
export function useDrawing(graph: LineageGraphData): Drawing | null {
  const input = useMemo(() => {
    const digraph = toDigraph(graph)
    return { digraph, sizes: { heights: graph.vertices.map(() => BOX.height), gap: GAP } }
  }, [graph])
  const isSmall = graph.vertices.length <= MANY
  const smallDrawing = useMemo(
    () =>
      isSmall ? createDrawing(graph, input.digraph, layOut(input.digraph, input.sizes)) : null,
    [graph],
  )
  const [apart, setApart] = useState<Drawing | null>(null)
  useEffect(() => {
    if (isSmall) return
    let isWanted = true
    layOutApart(input.digraph, input.sizes).then((layout) => {
      if (isWanted) setApart(createDrawing(graph, input.digraph, layout))
    })
    return () => {
      isWanted = false
    }
  }, [graph])
  return smallDrawing ?? apart
}
