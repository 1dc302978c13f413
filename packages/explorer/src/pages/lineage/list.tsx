import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { LineageState } from '../../address/lineage-state.ts'
import {
  collectNeighbors,
  type LineageGraphData,
  toAssetKey,
} from '../../analysis/merge-lineage.ts'
import { toPageHref } from '../../answers/place.ts'
import { texts } from '../../text/language.ts'

interface ListProps {
  readonly graph: LineageGraphData
  readonly state: LineageState
}

/** The neighbourhood as a table, which says the same as the graph in words. */
export function LineageList(props: ListProps): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.value.lineage.list}</summary>
      {isOpen && <Table {...props} />}
    </details>
  )
}

function Table({ graph, state }: ListProps): JSX.Element {
  const { lineage, kinds } = texts.value
  const { vertices, edges } = graph
  const names = new Map(
    vertices.map((vertex) => [toAssetKey(vertex), vertex.displayName ?? vertex.vertexId]),
  )
  const { up, down } = collectNeighbors(edges)
  const formatAssetNames = (keys: ReadonlySet<string> = new Set()) =>
    [...keys].map((key) => names.get(key) ?? key).join(', ')
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">{lineage.asset}</th>
            <th scope="col" class="text">
              {lineage.kind}
            </th>
            <th scope="col" class="text">
              {lineage.upstream}
            </th>
            <th scope="col" class="text">
              {lineage.downstream}
            </th>
          </tr>
        </thead>
        <tbody>
          {vertices.map((vertex) => {
            const key = toAssetKey(vertex)
            const { vertexType, vertexId, displayName } = vertex
            return (
              <tr key={key}>
                <th scope="row">
                  <a
                    href={toPageHref({
                      page: 'lineage',
                      state: { ...state, pick: { type: vertexType, id: vertexId } },
                    })}
                  >
                    {displayName ?? vertexId}
                  </a>
                </th>
                <td class="text">{kinds[vertexType] ?? vertexType}</td>
                <td class="text">{formatAssetNames(up.get(key))}</td>
                <td class="text">{formatAssetNames(down.get(key))}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
