import type { VertexType } from '@tributary/contract'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { type LineageState, MOST_HOPS } from '../address/page.ts'
import { newWhyState } from '../address/why-state.ts'
import { client } from '../answers/client.ts'
import { go, hrefOf } from '../answers/place.ts'
import { useAnswer } from '../answers/use-answer.ts'
import { Frame } from '../parts/frame.tsx'
import { numbers, texts } from '../text/language.ts'
import { LineageGraph } from './lineage/graph.tsx'
import { LineageList } from './lineage/list.tsx'

const LISTED = 200
const COLUMNS = ['FILE_COLUMN', 'PHYSICAL_TABLE_COLUMN', 'DATASET_COLUMN']
const OTHERS: readonly VertexType[] = [
  'FILE',
  'PHYSICAL_TABLE',
  'DATASET',
  'DIMENSION',
  'METRIC',
  'ANALYSIS_VIEW',
]

/** What an asset comes from and what depends on it, a few hops each way. */
export function LineagePage({ state }: { state: LineageState }): JSX.Element {
  const { lineage } = texts.value
  const { type, id, up, down, columns } = state
  const query = {
    vertex_id: id,
    vertex_type: type as VertexType,
    input_step: up,
    output_step: down,
    limit: LISTED,
    extras: 'true' as const,
    ...(!columns && { vertex_types: typesFor(type), collapse: 'true' as const }),
  }
  const asked = useAnswer({
    key: `lineage ${JSON.stringify(query)}`,
    ask: (signal) => client.value!.vertexLineage(query, { signal }),
  })
  const change = (part: Partial<LineageState>) =>
    go({ page: 'lineage', state: { ...state, ...part } })
  useEffect(() => {
    document.title = `${id} – ${lineage.title} – Tributary`
  }, [id, lineage.title])
  return (
    <>
      <div class="titlebar">
        <h1>
          <span class="kind">{texts.value.kinds[type] ?? type}</span> {id}
        </h1>
        {type === 'METRIC' && (
          <a class="button" href={hrefOf({ page: 'why', state: newWhyState(id) })}>
            {texts.value.home.why}
          </a>
        )}
      </div>
      <p class="controls">
        <Hops label={lineage.upstream} value={up} set={(hops) => change({ up: hops })} />
        <Hops label={lineage.downstream} value={down} set={(hops) => change({ down: hops })} />
        <label>
          <input type="checkbox" checked={columns} onChange={() => change({ columns: !columns })} />{' '}
          {lineage.columns}
        </label>
      </p>
      <Frame asked={asked} height={480}>
        {(answer) => (
          <>
            <LineageGraph answer={answer} state={state} />
            {(answer.extras?.hidden ?? 0) > 0 && (
              <p class="hint">{lineage.hidden(numbers.value.count(answer.extras!.hidden))}</p>
            )}
            <LineageList answer={answer} state={state} />
          </>
        )}
      </Frame>
    </>
  )
}

/** Without columns the way goes through them; a column that is asked for stands among the others. */
function typesFor(type: string): VertexType[] {
  return COLUMNS.includes(type) ? [...OTHERS, type as VertexType] : [...OTHERS]
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
