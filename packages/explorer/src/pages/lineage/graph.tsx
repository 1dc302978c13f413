import type { VertexRefData } from '@tributary/contract'
import type { JSX } from 'preact'
import type { AssetName, Expansion, LineageState } from '../../address/lineage-state.ts'
import { edgeKey, type MarkedGraph } from '../../analysis/mark-changes.ts'
import { type GraphEdge, type GraphVertex, toAssetKey } from '../../analysis/merge-lineage.ts'
import { texts } from '../../text/language.ts'
import { countText } from '../../text/numbers.ts'
import { BOX } from './drawing.ts'
import { useDrawing } from './use-drawing.ts'
import { useSight } from './use-sight.ts'

interface GraphProps {
  readonly marked: MarkedGraph
  readonly state: LineageState
  readonly change: (part: Partial<LineageState>) => void
  /** Whether an asset is on the way of the column that is followed; null when none is. */
  readonly isOnWay: ((asset: VertexRefData) => boolean) | null
}

/** The neighbourhood as boxes in layers, sources on the left. Only what is in sight is drawn. */
export function LineageGraph(props: GraphProps): JSX.Element {
  const { marked, state } = props
  const { graph } = marked
  const drawing = useDrawing(graph)
  const { ref, sees } = useSight(drawing?.root(state) ?? null)
  const { lineage } = texts.value
  return (
    <section
      class="card graph"
      ref={ref}
      aria-label={lineage.graph}
      aria-busy={drawing === null}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
      tabIndex={0}
    >
      {drawing !== null && (
        <div class="canvas" style={{ width: `${drawing.width}px`, height: `${drawing.height}px` }}>
          <svg width={drawing.width} height={drawing.height} aria-hidden="true">
            {drawing.paths.map(({ path, edge, ends }) =>
              sees(ends) ? (
                <path
                  key={`${toAssetKey(edge.srcVertex)} ${toAssetKey(edge.dstVertex)}`}
                  class={edgeClass(props, edge)}
                  d={path}
                />
              ) : null,
            )}
          </svg>
          {drawing.boxes.map(({ vertex, x, y }) =>
            sees({ left: x, right: x + BOX.width, top: y, bottom: y + BOX.height }) ? (
              <Box key={toAssetKey(vertex)} vertex={vertex} x={x} y={y} {...props} />
            ) : null,
          )}
        </div>
      )}
    </section>
  )
}

const CLASSES = { '+': 'came', '−': 'went', '~': 'changed' } as const

function edgeClass({ isOnWay, marked }: GraphProps, edge: GraphEdge): string {
  const { srcVertex, dstVertex } = edge
  const mark = marked.edges.get(edgeKey(edge))
  if (isOnWay === null) return mark === undefined ? 'edge' : `edge ${CLASSES[mark]}`
  return isOnWay(srcVertex) && isOnWay(dstVertex) ? 'edge on-way' : 'edge off-way'
}

interface BoxProps extends GraphProps {
  readonly vertex: GraphVertex
  readonly x: number
  readonly y: number
}

function Box({ vertex, x, y, marked, state, change, isOnWay }: BoxProps): JSX.Element {
  const { vertexId: id, vertexType: type, displayName } = vertex
  const isRoot = id === state.id && type === state.type
  const isPicked = state.pick !== null && id === state.pick.id && type === state.pick.type
  const further = marked.graph.further.get(toAssetKey(vertex))
  const mark = marked.assets.get(toAssetKey(vertex))
  const kinds = [
    'box',
    type.toLowerCase(),
    isRoot ? 'root' : '',
    mark === undefined ? '' : CLASSES[mark],
    isOnWay !== null && !isOnWay(vertex) && !isRoot ? 'off-way' : '',
  ]
  return (
    <div class="place" style={{ left: `${x}px`, top: `${y}px` }}>
      <button
        type="button"
        class={kinds.join(' ')}
        aria-pressed={isPicked}
        title={id}
        onClick={() => change({ pick: isPicked ? null : { type, id } })}
      >
        <span class="name">{displayName ?? id}</span>
        <span class="kind">
          {texts.value.kinds[type] ?? type}
          {mark !== undefined && ` · ${texts.value.lineage.marks[mark]}`}
        </span>
      </button>
      <More side="up" count={further?.up ?? 0} type={type} id={id} state={state} change={change} />
      <More
        side="down"
        count={further?.down ?? 0}
        type={type}
        id={id}
        state={state}
        change={change}
      />
    </div>
  )
}

interface MoreProps extends AssetName, Pick<GraphProps, 'state' | 'change'> {
  readonly side: Expansion['side']
  readonly count: number
}

/** How many further assets feed a box or are fed by it; pressing it shows them. */
function More({ side, count, type, id, state, change }: MoreProps): JSX.Element | null {
  const { lineage } = texts.value
  const isOpen = (expansion: Expansion) =>
    expansion.side === side && expansion.type === type && expansion.id === id
  const opened = state.open.some(isOpen)
  if (count === 0 && !opened) return null
  const text = opened && count === 0 ? '−' : `+${countText(count)}`
  const label = opened ? lineage.fold[side](id) : lineage.unfold[side](countText(count), id)
  return (
    <button
      type="button"
      class={`badge ${side}`}
      aria-label={label}
      aria-expanded={opened}
      title={label}
      onClick={() =>
        change({
          open: opened
            ? state.open.filter((expansion) => !isOpen(expansion))
            : [...state.open, { side, type, id }],
        })
      }
    >
      {text}
    </button>
  )
}
