import type { VertexLineageData } from '@tributary/contract'
import type { JSX } from 'preact'
import type { LineageState } from '../../address/page.ts'
import { hrefOf } from '../../answers/place.ts'
import { texts } from '../../text/language.ts'
import { keyOf } from './vertex-key.ts'

interface ListProps {
  readonly answer: VertexLineageData
  readonly state: LineageState
}

/** The neighbourhood as a table, which says the same as the graph in words. */
export function LineageList({ answer, state }: ListProps): JSX.Element {
  const { lineage, kinds } = texts.value
  const { vertexList, edgeList } = answer
  const names = new Map(vertexList.map((one) => [keyOf(one), one.displayName ?? one.vertexId]))
  const namesOf = (keys: readonly string[]) => keys.map((key) => names.get(key) ?? key).join(', ')
  return (
    <details class="card">
      <summary>{lineage.list}</summary>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{lineage.asset}</th>
              <th scope="col">{lineage.kind}</th>
              <th scope="col">{lineage.upstream}</th>
              <th scope="col">{lineage.downstream}</th>
            </tr>
          </thead>
          <tbody>
            {vertexList.map((vertex) => {
              const key = keyOf(vertex)
              const { vertexType, vertexId, displayName } = vertex
              const into = edgeList.filter(({ dstVertex }) => keyOf(dstVertex) === key)
              const from = edgeList.filter(({ srcVertex }) => keyOf(srcVertex) === key)
              return (
                <tr key={key}>
                  <th scope="row">
                    <a
                      href={hrefOf({
                        page: 'lineage',
                        state: { ...state, type: vertexType, id: vertexId },
                      })}
                    >
                      {displayName ?? vertexId}
                    </a>
                  </th>
                  <td class="text">{kinds[vertexType] ?? vertexType}</td>
                  <td class="text">{namesOf(into.map(({ srcVertex }) => keyOf(srcVertex)))}</td>
                  <td class="text">{namesOf(from.map(({ dstVertex }) => keyOf(dstVertex)))}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </details>
  )
}
