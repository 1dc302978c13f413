import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { type LineageState, MOST_HOPS } from '../../address/lineage-state.ts'
import { newWhyState } from '../../address/why-state.ts'
import { createUnmarkedGraph, markChanges } from '../../analysis/mark-changes.ts'
import { wayThrough } from '../../analysis/merge-lineage.ts'
import {
  columnQuestion,
  differenceQuestion,
  MOST_ASSETS,
  neighbourhoodQuestion,
} from '../../answers/ask-lineage.ts'
import { go, toPageHref } from '../../answers/place.ts'
import { useAnswer } from '../../answers/use-answer.ts'
import { Frame } from '../../parts/frame.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { texts } from '../../text/language.ts'
import { countText } from '../../text/numbers.ts'
import { AssetPanel } from './asset-panel.tsx'
import { Changes } from './changes.tsx'
import { ExportButtons } from './export-buttons.tsx'
import { Findings } from './findings.tsx'
import { LineageGraph } from './graph.tsx'
import { LineageList } from './list.tsx'
import { SelectorField } from './selector-field.tsx'

/** The upstream and downstream assets of an asset, a few hops each way. */
export function LineagePage({ state }: { state: LineageState }): JSX.Element {
  const { lineage } = texts.value
  const { type, id, column } = state
  const answerState = useAnswer(neighbourhoodQuestion(state))
  const followed = useAnswer(column && columnQuestion(column))
  const changes = useAnswer(state.since === null ? null : differenceQuestion(state, state.since))
  const difference = state.since === null || changes.isOld ? null : changes.answer
  const marked = useMemo(() => {
    if (answerState.answer === null) return null
    return difference === null
      ? createUnmarkedGraph(answerState.answer)
      : markChanges(answerState.answer, difference)
  }, [answerState.answer, difference])
  const way = column && followed.answer && wayThrough(followed.answer)
  const root = answerState.answer?.vertices.find(
    (vertex) => vertex.vertexId === id && vertex.vertexType === type,
  )
  const name = root?.displayName ?? id
  const change = (part: Partial<LineageState>) =>
    go({ page: 'lineage', state: { ...state, ...part } })
  usePageTitle(`${name} – ${lineage.title}`)
  return (
    <>
      <div class="titlebar">
        <h1>
          <span class="kind">{texts.value.kinds[type] ?? type}</span> {name}
        </h1>
        {type === 'METRIC' && (
          <a class="button" href={toPageHref({ page: 'why', state: newWhyState(id) })}>
            {texts.value.home.why}
          </a>
        )}
      </div>
      <SelectorField state={state} change={change} />
      <Controls state={state} change={change} />
      <Frame answerState={answerState} height={480}>
        {(graph) => (
          <>
            <div class={state.pick === null ? '' : 'columns beside'}>
              <LineageGraph marked={marked!} state={state} change={change} isOnWay={way} />
              {state.pick !== null && (
                <AssetPanel pick={state.pick} graph={graph} state={state} change={change} />
              )}
            </div>
            <p class="hint">
              {lineage.shown(countText(graph.vertices.length))}
              {graph.hidden > 0 && ` ${lineage.hidden(countText(graph.hidden))}`}
              {graph.isCut && ` ${lineage.cut(countText(MOST_ASSETS))}`}
            </p>
            {state.since !== null && <Changes answerState={changes} since={state.since} />}
            <ExportButtons graph={graph} name={id} />
            <LineageList graph={graph} state={state} />
          </>
        )}
      </Frame>
      <Findings state={state} change={change} />
    </>
  )
}

interface ControlsProps {
  readonly state: LineageState
  readonly change: (part: Partial<LineageState>) => void
}

function Controls({ state, change }: ControlsProps): JSX.Element {
  const { lineage, why } = texts.value
  const { up, down, columns, asOf, since, column } = state
  return (
    <p class="controls">
      <Hops label={lineage.upstream} value={up} set={(hops) => change({ up: hops })} />
      <Hops label={lineage.downstream} value={down} set={(hops) => change({ down: hops })} />
      <label>
        <input type="checkbox" checked={columns} onChange={() => change({ columns: !columns })} />{' '}
        {lineage.columns}
      </label>
      <Day label={lineage.asOf} value={asOf} set={(day) => change({ asOf: day })} />
      <Day label={lineage.since} value={since} set={(day) => change({ since: day })} />
      {column !== null && (
        <span class="chip">
          {lineage.follows(column.id)}
          <button
            type="button"
            aria-label={why.remove(column.id)}
            onClick={() => change({ column: null })}
          >
            ×
          </button>
        </span>
      )}
    </p>
  )
}

function Hops({
  label,
  value,
  set,
}: {
  label: string
  value: number
  set(hops: number): void
}): JSX.Element {
  return (
    <label>
      {label}{' '}
      <input
        type="number"
        min={0}
        max={MOST_HOPS}
        value={value}
        onChange={(event) =>
          set(Math.min(MOST_HOPS, Math.max(0, Math.trunc(event.currentTarget.valueAsNumber || 0))))
        }
      />
    </label>
  )
}

function Day({
  label,
  value,
  set,
}: {
  label: string
  value: string | null
  set(day: string | null): void
}): JSX.Element {
  return (
    <label>
      {label}{' '}
      <input
        type="date"
        value={value ?? ''}
        onChange={(event) => set(event.currentTarget.value || null)}
      />
    </label>
  )
}
