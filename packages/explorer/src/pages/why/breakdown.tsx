import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { VIEWS } from '../../address/why-state.ts'
import { addsUp } from '../../analysis/waterfall.ts'
import { save, svgFile } from '../../charts/export-chart.ts'
import { numbers, texts } from '../../text/language.ts'
import type { BreakdownProps } from './breakdown-props.ts'
import { CopyButtons } from './copy-buttons.tsx'
import { Executed } from './executed.tsx'
import { Bars, Waterfall } from './group-charts.tsx'
import { csvOf } from './group-csv.ts'
import { GroupTableView } from './group-table-view.tsx'
import { displayNameOf } from './ranking.tsx'

/** The change by the groups of one dimension: as a chart, as a table, as files. */
export function Breakdown(props: BreakdownProps): JSX.Element {
  const { state, subject, table, total, change, asked } = props
  const { why } = texts.value
  const place = useRef<HTMLElement>(null)
  const name = displayNameOf(table.dimensions.join(','), subject)
  const fileName = `${subject.name}-${table.dimensions.join('-')}`
  return (
    <section class="card breakdown" aria-label={name} ref={place}>
      <div class="toolbar">
        <div class="tabs" role="tablist" aria-label={name}>
          {VIEWS.map((view) => (
            <button
              key={view}
              type="button"
              role="tab"
              aria-selected={state.view === view}
              onClick={() => change({ view })}
            >
              {why.views[view]}
            </button>
          ))}
        </div>
        <AddsUp table={table} total={total} />
        <button
          type="button"
          class="plain"
          onClick={() => save(new Blob([csvOf(props)], { type: 'text/csv' }), `${fileName}.csv`)}
        >
          {why.csv}
        </button>
        {state.view !== 'sql' && (
          <button
            type="button"
            class="plain"
            onClick={() => {
              const chart = place.current?.querySelector<SVGSVGElement>('svg[data-chart]')
              if (chart) save(svgFile(chart), `${fileName}.svg`)
            }}
          >
            {why.svg}
          </button>
        )}
        <CopyButtons {...props} />
      </div>
      {state.view === 'waterfall' && <Waterfall {...props} name={name} />}
      {state.view === 'bars' && <Bars {...props} name={name} />}
      {state.view === 'sql' && <Executed {...props} />}
      <GroupTableView {...props} name={name} />
      <p class="hint">
        {why.rows(numbers.value.count(table.rows.length))}
        {asked.took !== null && ` · ${why.answered(numbers.value.count(Math.round(asked.took)))}`}
      </p>
    </section>
  )
}

function AddsUp({ table, total }: Pick<BreakdownProps, 'table' | 'total'>): JSX.Element | null {
  const { current, compare } = total
  if (typeof current !== 'number' || typeof compare !== 'number') return null
  return addsUp(table.rows, { current, compare }) ? (
    <span class="adds">✓ {texts.value.why.adds}</span>
  ) : null
}
