import type { LineageDifferenceData, VertexType } from '@tributary/contract'
import type { JSX } from 'preact'
import type { LineageState } from '../../address/lineage-state.ts'
import { keyOf } from '../../analysis/merge-lineage.ts'
import { client } from '../../answers/client.ts'
import { useAnswer } from '../../answers/use-answer.ts'
import { Frame } from '../../parts/frame.tsx'
import { texts } from '../../text/language.ts'
import { countText } from '../../text/numbers.ts'

/** What came, went and changed in the neighbourhood since a day. */
export function Changes({ state }: { state: LineageState }): JSX.Element {
  const { type, id, up, down, asOf, since } = state
  const query = {
    from: since!,
    ...(asOf !== null && { to: asOf }),
    vertex_id: id,
    vertex_type: type as VertexType,
    input_step: up,
    output_step: down,
  }
  const asked = useAnswer({
    key: `difference ${JSON.stringify(query)}`,
    ask: (signal) => client.value!.lineageDifference(query, { signal }),
  })
  return (
    <section class="card" aria-label={texts.value.lineage.changes(since!)}>
      <h2>{texts.value.lineage.changes(since!)}</h2>
      <Frame asked={asked} height={80}>
        {(found) => <Difference found={found} />}
      </Frame>
    </section>
  )
}

const LISTED = 50

function Difference({ found: { vertices, edges } }: { found: LineageDifferenceData }): JSX.Element {
  const { lineage, kinds } = texts.value
  const rows = [
    ...vertices.added.map((one) => ({ sign: '+', one })),
    ...vertices.removed.map((one) => ({ sign: '−', one })),
    ...vertices.changed.map(({ after }) => ({ sign: '~', one: after })),
  ]
  const counts = [edges.added.length, edges.removed.length] as const
  if (rows.length + counts[0] + counts[1] === 0) return <p class="hint">{lineage.noChanges}</p>
  return (
    <>
      <ul class="changed">
        {rows.slice(0, LISTED).map(({ sign, one }) => (
          <li key={`${sign} ${keyOf(one)}`}>
            <strong>{sign}</strong>{' '}
            <span class="kind">{kinds[one.vertexType] ?? one.vertexType}</span>{' '}
            {one.displayName ?? one.vertexId}
          </li>
        ))}
      </ul>
      {rows.length > LISTED && <p class="hint">{lineage.more(countText(rows.length - LISTED))}</p>}
      <p class="hint">{lineage.edgeChanges(countText(counts[0]), countText(counts[1]))}</p>
    </>
  )
}
