import type { MetricDetailData } from '@tributary/contract'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { lineagePage } from '../address/page.ts'
import { newWhyState } from '../address/why-state.ts'
import { client } from '../answers/client.ts'
import { hrefOf } from '../answers/place.ts'
import { useAnswer } from '../answers/use-answer.ts'
import { Frame } from '../parts/frame.tsx'
import { texts } from '../text/language.ts'

/** One metric: what it means, what it is computed from, what names it. */
export function MetricPage({ name }: { name: string }): JSX.Element {
  const asked = useAnswer({
    key: `metric ${name}`,
    ask: (signal) => client.value!.metricDetail({ metricName: name }, { signal }),
  })
  return (
    <Frame asked={asked} height={400}>
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
  useEffect(() => {
    document.title = `${displayName} – Tributary`
  }, [displayName])
  const link = (metricName: string) => (
    <a key={metricName} href={hrefOf({ page: 'metric', name: metricName })}>
      {metricName}
    </a>
  )
  return (
    <>
      <div class="titlebar">
        <h1>{displayName}</h1>
        {attributable && (
          <a class="button" href={hrefOf({ page: 'why', state: newWhyState(name) })}>
            {texts.value.home.why}
          </a>
        )}
        <a class="button" href={hrefOf(lineagePage('METRIC', name))}>
          {words.seeLineage}
        </a>
      </div>
      <p>{description}</p>
      {reason !== null && <p class="note">{reason}</p>}
      <dl class="card">
        <dt>{words.name}</dt>
        <dd>
          <code>{name}</code>
        </dd>
        {definition !== null && (
          <>
            <dt>{words.formula}</dt>
            <dd>
              <code>{formulaOf(definition)}</code>
            </dd>
          </>
        )}
        {dataset !== null && (
          <>
            <dt>{words.dataset}</dt>
            <dd>
              <a href={hrefOf({ page: 'dataset', name: dataset })}>{dataset}</a>
            </dd>
          </>
        )}
        {refMetrics.length > 0 && (
          <>
            <dt>{words.reads}</dt>
            <dd class="links">{refMetrics.map(link)}</dd>
          </>
        )}
        {usedBy.length > 0 && (
          <>
            <dt>{words.usedBy}</dt>
            <dd class="links">
              {usedBy.map((one) =>
                one.type === 'METRIC' ? (
                  link(one.name)
                ) : one.type === 'ANALYSIS_VIEW' ? (
                  <a key={one.name} href={hrefOf({ page: 'view', name: one.name })}>
                    {one.name}
                  </a>
                ) : (
                  <span key={one.name}>{one.name}</span>
                ),
              )}
            </dd>
          </>
        )}
      </dl>
    </>
  )
}

function formulaOf(definition: NonNullable<MetricDetailData['definition']>): string {
  const { aggregate, expr, metric, filters } = definition
  const what = aggregate === null ? (expr ?? `[${metric}]`) : `${aggregate}(${expr ?? '*'})`
  return filters.length === 0 ? what : `${what} WHERE ${filters.join(' AND ')}`
}
