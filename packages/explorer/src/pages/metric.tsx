import type { MetricDetailData } from '@tributary/contract'
import type { JSX } from 'preact'
import { lineagePage } from '../address/page.ts'
import { newWhyState, type WhyState } from '../address/why-state.ts'
import { createComparison, resolveWindows } from '../analysis/why-question.ts'
import { getClient } from '../answers/client.ts'
import { go, toPageHref } from '../answers/place.ts'
import { useAnswer } from '../answers/use-answer.ts'
import { Facts } from '../parts/facts.tsx'
import { Frame } from '../parts/frame.tsx'
import { usePageTitle } from '../parts/page-title.ts'
import { texts } from '../text/language.ts'
import { useSubject } from './why/question/subject.ts'
import { Series } from './why/series.tsx'

/** One metric: what it means, what it is computed from, what names it. */
export function MetricPage({ name }: { name: string }): JSX.Element {
  const answerState = useAnswer({
    key: `metric ${name}`,
    ask: (signal) => getClient().metricDetail({ metricName: name }, { signal }),
  })
  return (
    <Frame answerState={answerState} height={400}>
      {(metric) => <Detail metric={metric} />}
    </Frame>
  )
}

function Detail({ metric }: { metric: MetricDetailData }): JSX.Element {
  const words = texts.value.metric
  const {
    name,
    displayName,
    description,
    dataset,
    definition,
    refMetrics,
    usedBy,
    attributable,
    reason,
  } = metric
  usePageTitle(displayName)
  return (
    <>
      <div class="titlebar">
        <h1>{displayName}</h1>
        {attributable && (
          <a class="button" href={toPageHref({ page: 'why', state: newWhyState(name) })}>
            {texts.value.home.why}
          </a>
        )}
        <a class="button" href={toPageHref(lineagePage('METRIC', name))}>
          {words.seeLineage}
        </a>
      </div>
      <p>{description}</p>
      {reason !== null && <p class="note">{reason}</p>}
      <Facts
        facts={[
          [words.name, <code key="name">{name}</code>],
          [words.formula, definition && <code>{formatDefinitionFormula(definition)}</code>],
          [words.unit, metric.unit],
          [words.format, metric.format],
          [
            words.dataset,
            dataset && <a href={toPageHref({ page: 'dataset', name: dataset })}>{dataset}</a>,
          ],
          [
            words.reads,
            renderNameLinks(refMetrics.map((metricName) => ({ type: 'METRIC', name: metricName }))),
          ],
          [words.usedBy, renderNameLinks(usedBy)],
        ]}
      />
      {attributable && <OverTime name={name} />}
    </>
  )
}

/** Links to what is named; null for nothing. */
function renderNameLinks(
  named: readonly { readonly type: string; readonly name: string }[],
): JSX.Element | null {
  if (named.length === 0) return null
  return (
    <span class="links">
      {named.map(({ type, name }) => {
        const page = type === 'METRIC' ? 'metric' : type === 'ANALYSIS_VIEW' ? 'view' : null
        return page === null ? (
          <span key={name}>{name}</span>
        ) : (
          <a key={name} href={toPageHref({ page, name })}>
            {name}
          </a>
        )
      })}
    </span>
  )
}

/** The metric over time. A window that is moved is asked for on the page about the change. */
function OverTime({ name }: { name: string }): JSX.Element {
  const answerState = useSubject(name)
  return (
    <Frame answerState={answerState} height={200}>
      {(subject) => {
        const state = newWhyState(name)
        const windows = resolveWindows(state, subject.reach)
        if (windows === null) return null
        const comparison = createComparison(state, {
          windows,
          types: subject.types,
          missing: texts.value.why.noValue,
        })!
        const change = (part: Partial<WhyState>) =>
          go({ page: 'why', state: { ...state, ...part } })
        return (
          <section class="card">
            <Series
              state={state}
              subject={subject}
              windows={windows}
              comparison={comparison}
              change={change}
              style={null}
            />
          </section>
        )
      }}
    </Frame>
  )
}

function formatDefinitionFormula(definition: NonNullable<MetricDetailData['definition']>): string {
  const { aggregate, expr, metric, filters } = definition
  const what = aggregate === null ? (expr ?? `[${metric}]`) : `${aggregate}(${expr ?? '*'})`
  return filters.length === 0 ? what : `${what} WHERE ${filters.join(' AND ')}`
}
