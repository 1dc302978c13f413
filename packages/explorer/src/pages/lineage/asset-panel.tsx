import type { ImpactData, VertexType } from '@tributary/contract'
import type { JSX } from 'preact'
import { type AssetName, type LineageState, newLineageState } from '../../address/lineage-state.ts'
import type { Page } from '../../address/page.ts'
import { type LineageGraphData, toAssetKey } from '../../analysis/merge-lineage.ts'
import { getClient } from '../../answers/client.ts'
import { toPageHref } from '../../answers/place.ts'
import { useAnswer } from '../../answers/use-answer.ts'
import { Frame } from '../../parts/frame.tsx'
import { texts } from '../../text/language.ts'
import { countText } from '../../text/numbers.ts'

interface PanelProps {
  readonly pick: AssetName
  readonly graph: LineageGraphData
  readonly state: LineageState
  readonly change: (part: Partial<LineageState>) => void
}

/** One asset of the graph: what it is, what its loss would break, how it is connected with the asset in the middle. */
export function AssetPanel(props: PanelProps): JSX.Element {
  const { pick, graph, state } = props
  const { lineage } = texts.value
  const vertex = graph.vertices.find(
    ({ vertexId, vertexType }) => vertexId === pick.id && vertexType === pick.type,
  )
  const page = toAssetPage(pick)
  const isRoot = pick.id === state.id && pick.type === state.type
  return (
    <section class="card panel-beside" aria-label={lineage.asset}>
      <span class="kind">{texts.value.kinds[pick.type] ?? pick.type}</span>
      <h2>{vertex?.displayName ?? pick.id}</h2>
      <p class="hint">
        <code>{pick.id}</code>
      </p>
      {vertex?.description && <p>{vertex.description}</p>}
      <p class="links">
        {page !== null && <a href={toPageHref(page)}>{lineage.open}</a>}
        {!isRoot && (
          <a href={toPageHref({ page: 'lineage', state: newLineageState(pick.type, pick.id) })}>
            {lineage.centre}
          </a>
        )}
      </p>
      {pick.type === 'DATASET' && <Columns {...props} />}
      <Impact pick={pick} />
      {!isRoot && <Evidence {...props} />}
    </section>
  )
}

function toAssetPage({ type, id }: AssetName): Page | null {
  switch (type) {
    case 'METRIC':
      return { page: 'metric', name: id }
    case 'DIMENSION':
      return { page: 'dimension', name: id }
    case 'DATASET':
      return { page: 'dataset', name: id }
    case 'ANALYSIS_VIEW':
      return { page: 'view', name: id }
    default:
      return null
  }
}

/** The columns of a dataset; the way of one can be followed. */
function Columns({ pick, state, change }: PanelProps): JSX.Element {
  const { lineage, detail } = texts.value
  const answerState = useAnswer({
    key: `columns ${pick.id}`,
    ask: (signal) => getClient().datasetDetail({ name: pick.id }, { signal }),
  })
  return (
    <Frame answerState={answerState} height={80}>
      {({ columns }) => (
        <>
          <h3>{detail.columns}</h3>
          <p class="chips">
            {columns.map(({ name }) => {
              const id = `${pick.id}.${name}`
              const isFollowed = state.column?.id === id
              return (
                <button
                  key={name}
                  type="button"
                  aria-pressed={isFollowed}
                  aria-label={lineage.follow(name)}
                  onClick={() =>
                    change({ column: isFollowed ? null : { type: 'DATASET_COLUMN', id } })
                  }
                >
                  {name}
                </button>
              )
            })}
          </p>
        </>
      )}
    </Frame>
  )
}

/** The assets that break and those that degrade without the asset. */
function Impact({ pick }: { pick: AssetName }): JSX.Element {
  const { lineage } = texts.value
  const query = { vertex_id: pick.id, vertex_type: pick.type as VertexType }
  const answerState = useAnswer({
    key: `impact ${JSON.stringify(query)}`,
    ask: (signal) => getClient().lineageImpact(query, { signal }),
  })
  return (
    <Frame answerState={answerState} height={120}>
      {({ breaks, degrades, hidden }) => (
        <>
          <h3>{lineage.ifGone}</h3>
          {breaks.length + degrades.length === 0 && <p class="hint">{lineage.nothingBreaks}</p>}
          <ImpactList list={breaks} word={lineage.breaks} kind="less" />
          <ImpactList list={degrades} word={lineage.degrades} kind="hint" />
          {hidden > 0 && <p class="hint">{lineage.hidden(countText(hidden))}</p>}
        </>
      )}
    </Frame>
  )
}

const LISTED = 12

function ImpactList({
  list,
  word,
  kind,
}: {
  list: ImpactData['breaks']
  word: string
  kind: string
}): JSX.Element {
  return (
    <>
      <ul class="impacted">
        {list.slice(0, LISTED).map((vertex) => (
          <li key={toAssetKey(vertex)}>
            <span title={vertex.vertexId}>{vertex.displayName ?? vertex.vertexId}</span>
            <span class={kind}>{word}</span>
          </li>
        ))}
      </ul>
      {list.length > LISTED && (
        <p class="hint">{texts.value.lineage.more(countText(list.length - LISTED))}</p>
      )}
    </>
  )
}

/** A shortest way between the asset and the one in the middle, whichever way data flows. */
function Evidence({ pick, state }: PanelProps): JSX.Element {
  const { lineage, kinds } = texts.value
  const ends = [pick, { type: state.type, id: state.id }] as const
  const query = ([from, to]: readonly [AssetName, AssetName]) => ({
    from_id: from.id,
    from_type: from.type as VertexType,
    to_id: to.id,
    to_type: to.type as VertexType,
  })
  const answerState = useAnswer({
    key: `evidence ${JSON.stringify(ends)}`,
    ask: (signal) =>
      Promise.all(
        [query(ends), query([ends[1], ends[0]])].map((evidenceQuery) =>
          getClient().lineageEvidence(evidenceQuery, { signal }),
        ),
      ),
  })
  return (
    <Frame answerState={answerState} height={80}>
      {(answers) => {
        const way = answers.find(({ path }) => path.length > 0)
        return (
          <>
            <h3>{lineage.evidence}</h3>
            {way === undefined ? (
              <p class="hint">{lineage.noWay}</p>
            ) : (
              <ol class="way">
                {way.path.map((vertex) => (
                  <li key={toAssetKey(vertex)}>
                    <span class="kind">{kinds[vertex.vertexType] ?? vertex.vertexType}</span>{' '}
                    {vertex.vertexId}
                  </li>
                ))}
              </ol>
            )}
            {way !== undefined && way.paths !== null && (
              <p class="hint">{lineage.ways(way.paths)}</p>
            )}
          </>
        )
      }}
    </Frame>
  )
}
