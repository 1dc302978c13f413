import type { LineageDifferenceData } from '@tributary/contract'
import type { JSX } from 'preact'
import { toAssetKey } from '../../analysis/merge-lineage.ts'
import type { AnswerState } from '../../answers/use-answer.ts'
import { Frame } from '../../parts/frame.tsx'
import { texts } from '../../text/language.ts'
import { countText } from '../../text/numbers.ts'

/** The assets and edges of the neighbourhood that were added, removed or changed since a day. */
export function Changes({
  answerState,
  since,
}: {
  readonly answerState: AnswerState<LineageDifferenceData>
  readonly since: string
}): JSX.Element {
  const { lineage } = texts.value
  return (
    <section class="card" aria-label={lineage.changes(since)}>
      <h2>{lineage.changes(since)}</h2>
      <Frame answerState={answerState} height={80}>
        {(difference) => <Difference difference={difference} />}
      </Frame>
    </section>
  )
}

const LISTED = 50

function Difference({
  difference: { vertices, edges },
}: {
  difference: LineageDifferenceData
}): JSX.Element {
  const { lineage, kinds } = texts.value
  const rows = [
    ...vertices.added.map((vertex) => ({ sign: '+', one: vertex })),
    ...vertices.removed.map((vertex) => ({ sign: '−', one: vertex })),
    ...vertices.changed.map(({ after }) => ({ sign: '~', one: after })),
  ]
  const counts = [edges.added.length, edges.removed.length] as const
  if (rows.length + counts[0] + counts[1] === 0) return <p class="hint">{lineage.noChanges}</p>
  return (
    <>
      <ul class="changed">
        {rows.slice(0, LISTED).map(({ sign, one: vertex }) => (
          <li key={`${sign} ${toAssetKey(vertex)}`}>
            <strong>{sign}</strong>{' '}
            <span class="kind">{kinds[vertex.vertexType] ?? vertex.vertexType}</span>{' '}
            {vertex.displayName ?? vertex.vertexId}
          </li>
        ))}
      </ul>
      {rows.length > LISTED && <p class="hint">{lineage.more(countText(rows.length - LISTED))}</p>}
      <p class="hint">{lineage.edgeChanges(countText(counts[0]), countText(counts[1]))}</p>
    </>
  )
}
