import { type MetricQueryData, readExactColumn, type ViewDetailData } from '@tributary/contract'
import type { NumberStyle } from '@tributary/core/numbers'
import type { JSX } from 'preact'
import { lineagePage } from '../address/page.ts'
import { newWhyState } from '../address/why-state.ts'
import { getClient } from '../answers/client.ts'
import { go, toPageHref } from '../answers/place.ts'
import { forgetAnswers, useAnswer } from '../answers/use-answer.ts'
import { useRights } from '../answers/use-rights.ts'
import { ActionButton } from '../parts/action-button.tsx'
import { Facts } from '../parts/facts.tsx'
import { Frame } from '../parts/frame.tsx'
import { usePageTitle } from '../parts/page-title.ts'
import { texts } from '../text/language.ts'
import { countText, createNumberStyle, unitText } from '../text/numbers.ts'
import { exactly } from './why/words.ts'

/** One saved metric view: what it asks, and what is answered now. */
export function ViewPage({ name }: { name: string }): JSX.Element {
  const answerState = useAnswer({
    key: `view ${name}`,
    ask: (signal) => getClient().viewDetail({ viewName: name }, { signal }),
  })
  return (
    <Frame answerState={answerState} height={400}>
      {(view) => <Detail view={view} />}
    </Frame>
  )
}

const SHOWN = 100

function Detail({ view }: { view: ViewDetailData }): JSX.Element {
  const { detail: words, home } = texts.value
  const name = view.viewName
  usePageTitle(view.displayName)
  const rights = useRights('ANALYSIS_VIEW', name)
  const body = { viewName: name, limit: SHOWN }
  const answerState = useAnswer({
    key: `query ${JSON.stringify(body)}`,
    ask: (signal) => getClient().queryMetrics(body, { signal }),
  })
  const metrics = view.metrics.map((metric) =>
    metric in view.metricDefinitions ? (
      <code key={metric}>{metric}</code>
    ) : (
      <a
        key={metric}
        href={toPageHref({ page: 'why', state: { ...newWhyState(metric), where: view.filters } })}
      >
        {metric}
        <span class="visually-hidden"> {home.why}</span>
      </a>
    ),
  )
  const conditions = [view.timeConstraint, ...view.filters, ...view.resultFilters]
  return (
    <>
      <div class="titlebar">
        <h1>
          <span class="kind">{texts.value.kinds.ANALYSIS_VIEW}</span> {view.displayName}
        </h1>
        <a class="button" href={toPageHref(lineagePage('ANALYSIS_VIEW', name))}>
          {texts.value.metric.seeLineage}
        </a>
        {rights.canDelete && (
          <ActionButton
            typed={name}
            act={() => getClient().deleteView({ viewName: name })}
            done={() => {
              forgetAnswers()
              go({ page: 'catalog', search: { text: '', type: 'ANALYSIS_VIEW' } })
            }}
          >
            {words.deleteView}
          </ActionButton>
        )}
      </div>
      <Facts
        facts={[
          [words.name, <code key="name">{name}</code>],
          [
            texts.value.pages.home,
            <span key="metrics" class="links">
              {metrics}
            </span>,
          ],
          [words.by, view.dimensions.join(', ')],
          [
            words.conditions,
            conditions.some((condition) => condition !== null) ? (
              <code>{conditions.filter((condition) => condition !== null).join(' AND ')}</code>
            ) : null,
          ],
          [words.created, view.createdAt],
        ]}
      />
      <Frame answerState={answerState} height={240}>
        {(answer) => <Values answer={answer} />}
      </Frame>
    </>
  )
}

function Values({ answer }: { answer: MetricQueryData }): JSX.Element {
  const { columns, table, total } = answer
  const { detail: words, why } = texts.value
  const rows = table[columns[0]?.name ?? '']?.length ?? 0
  const styles = columns.map(({ name, unit = null, format = null }) =>
    createNumberStyle({ unit, format }, { values: readExactColumn(answer, name), changes: [] }),
  )
  return (
    <section class="card scroll" aria-label={words.values}>
      <table>
        <caption>{why.rows(countText(total))}</caption>
        <thead>
          <tr>
            {columns.map(({ name, role, unit, format }) => (
              <th key={name} scope="col" class={role === 'DIMENSION' ? 'text' : ''}>
                {name}
                {unitText({ unit: unit ?? null, format: format ?? null }).replace(' ', ', ')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={`${row}`}>
              {columns.map(({ name, role }, at) => (
                <Cell
                  key={name}
                  value={readExactColumn(answer, name)[row] ?? null}
                  style={role === 'DIMENSION' ? null : styles[at]!}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface CellProps {
  readonly value: string | number | null
  /** How the value of a metric is written; null for that of a dimension. */
  readonly style: NumberStyle | null
}

function Cell({ value, style }: CellProps): JSX.Element {
  const { why } = texts.value
  if (style !== null) return <td {...exactly(value)}>{style.value(value)}</td>
  if (value === null) return <td class="text missing">{why.noValue}</td>
  return (
    <td class="text" title={String(value)}>
      {value}
    </td>
  )
}
