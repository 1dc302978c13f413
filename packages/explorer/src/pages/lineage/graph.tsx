import type { VertexLineageData } from '@tributary/contract'
import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import type { LineageState } from '../../address/page.ts'
import { hrefOf } from '../../answers/place.ts'
import { layOut, type Place } from '../../layout/lay-out.ts'
import { numbers, texts } from '../../text/language.ts'
import { keyOf } from './vertex-key.ts'

const BOX = { width: 186, height: 56 }
const GAP = 18
const COLUMN = BOX.width + 74
const MARGIN = 16

interface GraphProps {
  readonly answer: VertexLineageData
  readonly state: LineageState
}

/** The neighbourhood as boxes in layers, sources on the left. */
export function LineageGraph({ answer, state }: GraphProps): JSX.Element {
  const { vertexList, edgeList, extras } = answer
  const drawn = useMemo(() => draw(answer), [answer])
  const boundary = new Map(extras?.boundary.map((one) => [keyOf(one.vertex), one]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
    <section class="card graph" aria-label={texts.value.lineage.graph} tabIndex={0}>
      <div class="canvas" style={{ width: `${drawn.width}px`, height: `${drawn.height}px` }}>
        <svg width={drawn.width} height={drawn.height} aria-hidden="true">
          {edgeList.map((edge, at) => (
            <path
              key={`${keyOf(edge.srcVertex)} ${keyOf(edge.dstVertex)}`}
              class="edge"
              d={drawn.paths[at]}
            />
          ))}
        </svg>
        {vertexList.map((vertex, at) => {
          const { vertexId, vertexType, displayName } = vertex
          const place = drawn.boxes[at]!
          const isRoot = vertexId === state.id && vertexType === state.type
          const more = boundary.get(keyOf(vertex))
          return (
            <a
              key={keyOf(vertex)}
              class={`box ${vertexType.toLowerCase()}${isRoot ? ' root' : ''}`}
              href={hrefOf({
                page: 'lineage',
                state: { ...state, type: vertexType, id: vertexId },
              })}
              aria-current={isRoot ? 'true' : undefined}
              style={{ left: `${place.x}px`, top: `${place.y}px` }}
              title={vertexId}
            >
              <span class="name">{displayName ?? vertexId}</span>
              <span class="kind">{texts.value.kinds[vertexType] ?? vertexType}</span>
              {more !== undefined && <More upstream={more.upstream} downstream={more.downstream} />}
            </a>
          )
        })}
      </div>
    </section>
  )
}

/** How many further assets feed a box and are fed by it. */
function More({ upstream, downstream }: { upstream: number; downstream: number }): JSX.Element {
  const { lineage } = texts.value
  const badge = (side: string, count: number) =>
    count > 0 && (
      <span class={`badge ${side}`} title={lineage.more(numbers.value.count(count))}>
        +{numbers.value.count(count)}
      </span>
    )
  return (
    <>
      {badge('upstream', upstream)}
      {badge('downstream', downstream)}
    </>
  )
}

interface Drawing {
  readonly width: number
  readonly height: number
  /** The top left corner of each box. */
  readonly boxes: readonly { readonly x: number; readonly y: number }[]
  readonly paths: readonly string[]
}

function draw({ vertexList, edgeList }: VertexLineageData): Drawing {
  const index = new Map(vertexList.map((vertex, at) => [keyOf(vertex), at]))
  const edges = edgeList.map(
    ({ srcVertex, dstVertex }) =>
      [index.get(keyOf(srcVertex))!, index.get(keyOf(dstVertex))!] as const,
  )
  const graph = { size: vertexList.length, edges }
  const { places, bends } = layOut(graph, { heights: vertexList.map(() => BOX.height), gap: GAP })
  const top = Math.min(...places.map(({ y }) => y)) - BOX.height / 2
  const x = ({ layer }: Place) => MARGIN + layer * COLUMN
  const y = (place: Place) => place.y - top + MARGIN
  const layers = Math.max(...places.map(({ layer }) => layer)) + 1
  return {
    width: 2 * MARGIN + layers * COLUMN - (COLUMN - BOX.width),
    height: Math.max(...places.map(y)) + BOX.height / 2 + MARGIN,
    boxes: places.map((place) => ({ x: x(place), y: y(place) - BOX.height / 2 })),
    paths: edges.map(([from, to], edge) => {
      const [start, end] = [places[from]!, places[to]!]
      const points = [
        { x: x(start) + BOX.width, y: y(start) },
        ...bends[edge]!.flatMap((bend) => [
          { x: x(bend), y: y(bend) },
          { x: x(bend) + BOX.width, y: y(bend) },
        ]),
        { x: x(end), y: y(end) },
      ]
      return curve(points)
    }),
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Level curves from gap to gap, straight lines where an edge passes a layer. */
function curve([first, ...rest]: readonly Point[]): string {
  let path = `M${first!.x} ${first!.y}`
  let last = first!
  rest.forEach((point, at) => {
    const middle = (last.x + point.x) / 2
    const isPassing = at % 2 === 1
    path += isPassing
      ? `L${point.x} ${point.y}`
      : `C${middle} ${last.y} ${middle} ${point.y} ${point.x} ${point.y}`
    last = point
  })
  return path
}
