import type { VertexType } from '@tributary/contract'
import type { ComponentChildren, JSX } from 'preact'
import { FINDINGS, type LineageState, newLineageState } from '../../address/lineage-state.ts'
import { toAssetKey } from '../../analysis/merge-lineage.ts'
import { getClient } from '../../answers/client.ts'
import { toPageHref } from '../../answers/place.ts'
import { type AnswerState, useAnswer } from '../../answers/use-answer.ts'
import { Frame } from '../../parts/frame.tsx'
import { texts } from '../../text/language.ts'
import { countText } from '../../text/numbers.ts'

interface FindingsProps {
  readonly state: LineageState
  readonly change: (part: Partial<LineageState>) => void
}

/** The searches of the whole lineage; the chosen list is asked for and shown. */
export function Findings({ state, change }: FindingsProps): JSX.Element {
  const { lineage } = texts.value
  const { find } = state
  return (
    <section class="card" aria-label={lineage.findings}>
      <fieldset class="switch">
        <legend>{lineage.findings}</legend>
        {FINDINGS.map((findingKind) => (
          <button
            key={findingKind}
            type="button"
            aria-pressed={find === findingKind}
            onClick={() => change({ find: find === findingKind ? null : findingKind })}
          >
            {lineage.find[findingKind]}
          </button>
        ))}
      </fieldset>
      {find === 'single-points' && <SinglePoints state={state} />}
      {find === 'loose-ends' && <LooseEnds />}
      {find === 'cycles' && <Cycles />}
    </section>
  )
}

interface Vertex {
  readonly vertexType: string
  readonly vertexId: string
  readonly displayName?: string | null
}

function SinglePoints({ state: { type, id } }: { state: LineageState }): JSX.Element {
  const { lineage } = texts.value
  const query = { vertex_id: id, vertex_type: type as VertexType }
  const answerState = useAnswer({
    key: `single points ${JSON.stringify(query)}`,
    ask: (signal) => getClient().lineageSinglePoints(query, { signal }),
  })
  return (
    <Found asked={answerState}>
      {({ vertexList }) => <Assets label={lineage.singlePoints(id)} list={vertexList} />}
    </Found>
  )
}

function LooseEnds(): JSX.Element {
  const { lineage } = texts.value
  const answerState = useAnswer({
    key: 'loose ends',
    ask: (signal) => getClient().lineageLooseEnds({ signal }),
  })
  return (
    <Found asked={answerState}>
      {({ unused, unsourced }) => (
        <>
          <Assets label={lineage.unused} list={unused} />
          <Assets label={lineage.unsourced} list={unsourced} />
        </>
      )}
    </Found>
  )
}

function Cycles(): JSX.Element {
  const { lineage } = texts.value
  const answerState = useAnswer({
    key: 'cycles',
    ask: (signal) => getClient().lineageCycles({ signal }),
  })
  return (
    <Found asked={answerState}>
      {({ cycleList }) => (
        <List label={lineage.cycles} heads={[lineage.asset, lineage.closedBy]} of={cycleList}>
          {({ vertexList, closedBy }) => (
            <tr key={vertexList.map(toAssetKey).join(' ')}>
              <th scope="row">
                {vertexList.map((vertex) => (
                  <div key={toAssetKey(vertex)}>
                    <AssetLink one={vertex} />
                  </div>
                ))}
              </th>
              <td class="text">
                {closedBy.map(({ srcVertex, dstVertex, edgeType }) => (
                  <div key={`${toAssetKey(srcVertex)} ${toAssetKey(dstVertex)} ${edgeType}`}>
                    {srcVertex.vertexId} → {dstVertex.vertexId}
                  </div>
                ))}
              </td>
            </tr>
          )}
        </List>
      )}
    </Found>
  )
}

/** An answer with how many assets it leaves out for the rights of the caller. */
function Found<Answer extends { readonly hidden: number }>({
  asked: answerState,
  children,
}: {
  readonly asked: AnswerState<Answer>
  readonly children: (answer: Answer) => ComponentChildren
}): JSX.Element {
  return (
    <Frame answerState={answerState} height={80}>
      {(answer) => (
        <>
          {children(answer)}
          {answer.hidden > 0 && (
            <p class="hint">{texts.value.lineage.hidden(countText(answer.hidden))}</p>
          )}
        </>
      )}
    </Frame>
  )
}

/** Assets as a table, each with a link that puts it into the middle. */
function Assets({ label, list }: { label: string; list: readonly Vertex[] }): JSX.Element {
  const { lineage, kinds } = texts.value
  return (
    <List label={label} heads={[lineage.asset, lineage.kind]} of={list}>
      {(vertex) => (
        <tr key={toAssetKey(vertex)}>
          <th scope="row">
            <AssetLink one={vertex} />
          </th>
          <td class="text">{kinds[vertex.vertexType] ?? vertex.vertexType}</td>
        </tr>
      )}
    </List>
  )
}

function AssetLink({ one: vertex }: { one: Vertex }): JSX.Element {
  const state = newLineageState(vertex.vertexType, vertex.vertexId)
  return (
    <a href={toPageHref({ page: 'lineage', state })}>{vertex.displayName ?? vertex.vertexId}</a>
  )
}

/** As many rows as are listed. */
const LISTED = 200

function List<Row>({
  label,
  heads,
  of,
  children,
}: {
  readonly label: string
  readonly heads: readonly string[]
  readonly of: readonly Row[]
  readonly children: (row: Row) => JSX.Element
}): JSX.Element {
  const { lineage } = texts.value
  return (
    <>
      <h3>{label}</h3>
      {of.length === 0 ? (
        <p class="hint">{lineage.noneFound}</p>
      ) : (
        <div class="scroll">
          <table aria-label={label}>
            <thead>
              <tr>
                {heads.map((head, at) => (
                  <th key={head} scope="col" class={at === 0 ? undefined : 'text'}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{of.slice(0, LISTED).map(children)}</tbody>
          </table>
        </div>
      )}
      {of.length > LISTED && <p class="hint">{lineage.more(countText(of.length - LISTED))}</p>}
    </>
  )
}
