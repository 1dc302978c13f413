import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { VIEWS, type View } from '../../address/why-state.ts'
import { toNumber } from '../../analysis/group-table.ts'
import { addsUp } from '../../analysis/waterfall.ts'
import { pngFile, save, svgFile } from '../../charts/export-chart.ts'
import { texts } from '../../text/language.ts'
import { countText } from '../../text/numbers.ts'
import type { BreakdownProps } from './breakdown-props.ts'
import { Causes } from './causes.tsx'
import { CopyButtons } from './copy-buttons.tsx'
import { DrillPath } from './drill-path.tsx'
import { ExecutedStatements } from './executed.tsx'
import { Bars, Waterfall } from './group-charts.tsx'
import { toGroupCsv } from './group-csv.ts'
import { GroupTableView } from './group-table-view.tsx'
import { Heat } from './heat.tsx'
import { MetricTree } from './metric-tree.tsx'
import { formatDimensionName } from './question/dimension-name.ts'

/** Views that say something of the metric as a whole and not of one dimension. */
const WHOLE: readonly View[] = ['tree', 'causes']

/** The change by the groups of one dimension: as a chart, as a table, as files. */
export function Breakdown(props: BreakdownProps): JSX.Element {
  const { state, subject, table, total, change, answerState } = props
  const { why } = texts.value
  const place = useRef<HTMLElement>(null)
  const name = formatDimensionName(table.dimensions.join(','), subject)
  const isWhole = WHOLE.includes(state.view)
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
        {!isWhole && <AddsUp table={table} total={total} />}
      </div>
      <Shown {...props} name={name} />
      {!isWhole && (
        <>
          <GroupTableView {...props} name={name} />
          <p class="hint">
            {why.rows(countText(table.rows.length + (table.remainder?.groups ?? 0)))}
            {answerState.took !== null &&
              ` · ${why.answered(countText(Math.round(answerState.took)))}`}
          </p>
        </>
      )}
      <div class="toolbar">
        <FileButtons
          {...props}
          chart={() => place.current?.querySelector('svg[data-chart]') ?? null}
        />
        <CopyButtons {...props} />
      </div>
    </section>
  )
}

function Shown(props: BreakdownProps & { readonly name: string }): JSX.Element {
  switch (props.state.view) {
    case 'waterfall':
      return <Waterfall {...props} />
    case 'bars':
      return <Bars {...props} />
    case 'heat':
      return <Heat {...props} />
    case 'path':
      return <DrillPath {...props} />
    case 'tree':
      return <MetricTree {...props} />
    case 'causes':
      return <Causes {...props} />
    case 'sql':
      return <ExecutedStatements {...props} />
  }
}

/** Views that are one drawing. */
const DRAWN: readonly View[] = ['waterfall', 'bars']

interface FileButtonsProps extends BreakdownProps {
  chart(): SVGSVGElement | null
}

function FileButtons({ chart, ...props }: FileButtonsProps): JSX.Element {
  const { state, subject, table } = props
  const { why } = texts.value
  const name = `${subject.name}-${table.dimensions.join('-')}`
  const button = (label: string, file: () => Blob | Promise<Blob> | null) => (
    <button
      type="button"
      class="plain"
      onClick={async () => {
        const blob = await file()
        if (blob !== null) save(blob, `${name}.${label.toLowerCase()}`)
      }}
    >
      {label}
    </button>
  )
  const exportChart = (write: (svg: SVGSVGElement) => Blob | Promise<Blob>) => () => {
    const svg = chart()
    return svg === null ? null : write(svg)
  }
  return (
    <>
      {!WHOLE.includes(state.view) &&
        button(why.csv, () => new Blob([toGroupCsv(props)], { type: 'text/csv' }))}
      {DRAWN.includes(state.view) && button(why.svg, exportChart(svgFile))}
      {DRAWN.includes(state.view) && button(why.png, exportChart(pngFile))}
    </>
  )
}

function AddsUp({ table, total }: Pick<BreakdownProps, 'table' | 'total'>): JSX.Element | null {
  const [current, compare] = [toNumber(total.current), toNumber(total.compare)]
  if (current === null || compare === null) return null
  return addsUp(table, { current, compare }) ? (
    <span class="adds">✓ {texts.value.why.adds}</span>
  ) : null
}
