import {
  type GraphEdge,
  type GraphVertex,
  type LineageGraphData,
  toAssetKey,
} from '../../analysis/merge-lineage.ts'
import type { Layout, Place } from '../../layout/lay-out.ts'
import type { Digraph } from '../../layout/layers.ts'

/** The size of a box in pixels; the style sheet says the same. */
export const BOX = { width: 186, height: 56 }
/** The least gap between two boxes of a layer. */
export const GAP = 18
const COLUMN = BOX.width + 74
const MARGIN = 24

/** A part of the drawing. */
export interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** A graph with the places of its boxes and the paths of its edges. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly boxes: readonly {
    readonly vertex: GraphVertex
    readonly x: number
    readonly y: number
  }[]
  readonly paths: readonly {
    readonly edge: GraphEdge
    readonly path: string
    /** The area that the path is in. */
    readonly ends: Area
  }[]
  /** The area of an asset; null when it is not in the graph. */
  root(asset: { readonly type: string; readonly id: string }): Area | null
}

/** A graph as numbers, for the layout. */
export function toDigraph({ vertices, edges }: LineageGraphData): Digraph {
  const index = new Map(vertices.map((vertex, at) => [toAssetKey(vertex), at]))
  return {
    size: vertices.length,
    edges: edges.map(
      ({ srcVertex, dstVertex }) =>
        [index.get(toAssetKey(srcVertex))!, index.get(toAssetKey(dstVertex))!] as const,
    ),
  }
}

/** Draws a graph that was laid out. */
export function createDrawing(
  { vertices, edges }: LineageGraphData,
  graph: Digraph,
  { places, bends }: Layout,
): Drawing {
  let [top, bottom, layers] = [0, 0, 0]
  for (const place of places) {
    top = Math.min(top, place.y)
    bottom = Math.max(bottom, place.y)
    layers = Math.max(layers, place.layer + 1)
  }
  const x = ({ layer }: Place) => MARGIN + layer * COLUMN
  const y = (place: Place) => place.y - top + BOX.height / 2 + MARGIN
  const boxes = places.map((place, at) => ({
    vertex: vertices[at]!,
    x: x(place),
    y: y(place) - BOX.height / 2,
  }))
  return {
    width: 2 * MARGIN + layers * COLUMN - (COLUMN - BOX.width),
    height: bottom - top + BOX.height + 2 * MARGIN,
    boxes,
    paths: graph.edges.map(([from, to], at) => {
      const [start, end] = [places[from]!, places[to]!]
      const points = [
        { x: x(start) + BOX.width, y: y(start) },
        ...bends[at]!.flatMap((bend) => [
          { x: x(bend), y: y(bend) },
          { x: x(bend) + BOX.width, y: y(bend) },
        ]),
        { x: x(end), y: y(end) },
      ]
      return { edge: edges[at]!, path: curve(points), ends: computeBoundingArea(points) }
    }),
    root: ({ type, id }) => {
      const box = boxes.find(({ vertex }) => vertex.vertexId === id && vertex.vertexType === type)
      return box === undefined
        ? null
        : { left: box.x, right: box.x + BOX.width, top: box.y, bottom: box.y + BOX.height }
    },
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

function computeBoundingArea(points: readonly Point[]): Area {
  const xs = points.map((point) => point.x)
  const ys = points.map((point) => point.y)
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  }
}

/** Level curves from gap to gap, straight lines where an edge passes a layer. */
function curve([first, ...remainingPoints]: readonly Point[]): string {
  let path = `M${first!.x} ${first!.y}`
  let last = first!
  remainingPoints.forEach((point, at) => {
    const middle = (last.x + point.x) / 2
    const isPassing = at % 2 === 1
    path += isPassing
      ? `L${point.x} ${point.y}`
      : `C${middle} ${last.y} ${middle} ${point.y} ${point.x} ${point.y}`
    last = point
  })
  return path
}
