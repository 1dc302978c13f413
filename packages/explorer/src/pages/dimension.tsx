import type { DimensionData } from '@tributary/contract'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { lineagePage } from '../address/page.ts'
import { getClient } from '../answers/client.ts'
import { toPageHref } from '../answers/place.ts'
import { useAnswer } from '../answers/use-answer.ts'
import { Facts } from '../parts/facts.tsx'
import { Frame } from '../parts/frame.tsx'
import { NarrowField } from '../parts/narrow-field.tsx'
import { usePageTitle } from '../parts/page-title.ts'
import { texts } from '../text/language.ts'
import { countText } from '../text/numbers.ts'

/** One dimension: what it means, where it comes from, which values it has. */
export function DimensionPage({ name }: { name: string }): JSX.Element {
  const answerState = useAnswer({
    key: `dimension ${name}`,
    ask: (signal) => getClient().dimensionDetail({ dimName: name }, { signal }),
  })
  return (
    <Frame answerState={answerState} height={400}>
      {(dimension) => <Detail dimension={dimension} />}
    </Frame>
  )
}

function Detail({ dimension }: { dimension: DimensionData }): JSX.Element {
  const words = texts.value.detail
  const { name, dimDisplayName, dimDescription, dimCode, datasetName, config } = dimension
  usePageTitle(dimDisplayName)
  return (
    <>
      <div class="titlebar">
        <h1>
          <span class="kind">{texts.value.kinds.DIMENSION}</span> {dimDisplayName}
        </h1>
        <a class="button" href={toPageHref(lineagePage('DIMENSION', name))}>
          {texts.value.metric.seeLineage}
        </a>
      </div>
      <p>{dimDescription}</p>
      <Facts
        facts={[
          [words.name, <code key="name">{name}</code>],
          [words.code, dimCode],
          [
            words.dataset,
            datasetName && (
              <a href={toPageHref({ page: 'dataset', name: datasetName })}>{datasetName}</a>
            ),
          ],
          [words.type, dimension.originDataType],
          [words.definition, config && <code>{config.value}</code>],
        ]}
      />
      <Values dimension={name} />
    </>
  )
}

const LISTED = 50

/** The values, the most frequent first; a text narrows them. */
function Values({ dimension }: { dimension: string }): JSX.Element {
  const { detail: words, peers, why } = texts.value
  const [prefix, setPrefix] = useState('')
  const body = { dimension, limit: LISTED, ...(prefix !== '' && { prefix }) }
  const answerState = useAnswer({
    key: `values ${JSON.stringify(body)}`,
    ask: (signal) => getClient().dimensionValues(body, { signal }),
  })
  return (
    <section class="card" aria-label={words.values}>
      <div class="titlebar">
        <h2>{words.values}</h2>
        <NarrowField label={peers.begins} value={prefix} change={setPrefix} />
      </div>
      <Frame answerState={answerState} height={240}>
        {({ values, hasMissing, more }) => (
          <>
            <table class="narrow">
              <thead>
                <tr>
                  <th scope="col">{words.value}</th>
                  <th scope="col">{words.rows}</th>
                </tr>
              </thead>
              <tbody>
                {values.map(({ value, label, rows }) => (
                  <tr key={value}>
                    <th scope="row">
                      {label} {label !== value && <code>{value}</code>}
                    </th>
                    <td>{rows === null ? '–' : countText(rows)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {values.length === 0 && <p class="note">{texts.value.home.noMatch(prefix)}</p>}
            <p class="hint">
              {hasMissing && `${words.hasMissing(why.noValue)} `}
              {more && words.moreValues}
            </p>
          </>
        )}
      </Frame>
    </section>
  )
}
