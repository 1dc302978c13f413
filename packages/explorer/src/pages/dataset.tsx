import type { DatasetData, DatasetExtentData } from '@tributary/contract'
import type { JSX } from 'preact'
import { lineagePage } from '../address/page.ts'
import { getClient } from '../answers/client.ts'
import { toPageHref } from '../answers/place.ts'
import { useAnswer } from '../answers/use-answer.ts'
import { Facts } from '../parts/facts.tsx'
import { Frame } from '../parts/frame.tsx'
import { usePageTitle } from '../parts/page-title.ts'
import { texts } from '../text/language.ts'
import { countText } from '../text/numbers.ts'

/** One dataset: where its rows come from, its columns, what it is related to. */
export function DatasetPage({ name }: { name: string }): JSX.Element {
  const answerState = useAnswer({
    key: `dataset ${name}`,
    ask: async (signal) => {
      const [dataset, extent] = await Promise.all([
        getClient().datasetDetail({ name }, { signal }),
        getClient().datasetExtent({ datasetName: name }, { signal }),
      ])
      return { dataset, extent }
    },
  })
  return (
    <Frame answerState={answerState} height={400}>
      {(detail) => <Detail {...detail} />}
    </Frame>
  )
}

interface DetailProps {
  readonly dataset: DatasetData
  readonly extent: DatasetExtentData
}

function Detail({ dataset, extent }: DetailProps): JSX.Element {
  const words = texts.value.detail
  const { name, displayName, description, sourceInfo, filterExpr, owner, tags } = dataset
  usePageTitle(displayName)
  const time = [extent.min, extent.max].filter((bound) => bound !== null).join(' – ')
  return (
    <>
      <div class="titlebar">
        <h1>
          <span class="kind">{texts.value.kinds.DATASET}</span> {displayName}
        </h1>
        <a class="button" href={toPageHref(lineagePage('DATASET', name))}>
          {texts.value.metric.seeLineage}
        </a>
      </div>
      <p>{description}</p>
      <Facts
        facts={[
          [words.name, <code key="name">{name}</code>],
          [
            words.source,
            <span key="source">
              {sourceInfo.type} <code>{sourceInfo.content}</code>
            </span>,
          ],
          [words.time, time],
          [words.rows, extent.rows === null ? null : countText(extent.rows)],
          [words.filter, filterExpr && <code>{filterExpr}</code>],
          [words.owner, owner.nickname],
          [words.tags, tags.join(', ')],
        ]}
      />
      <Columns dataset={dataset} />
      <Relations dataset={dataset} />
    </>
  )
}

function Columns({ dataset }: { dataset: DatasetData }): JSX.Element {
  const words = texts.value.detail
  return (
    <section class="card scroll" aria-label={words.columns}>
      <table>
        <caption>{words.columns}</caption>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col" class="text">
              {words.type}
            </th>
            <th scope="col" class="text">
              {words.meaning}
            </th>
            <th scope="col" class="text">
              {texts.value.kinds.DIMENSION}
            </th>
          </tr>
        </thead>
        <tbody>
          {dataset.columns.map((column) => (
            <tr key={column.name}>
              <th scope="row">
                {column.displayName}{' '}
                <a
                  href={toPageHref(lineagePage('DATASET_COLUMN', `${dataset.name}.${column.name}`))}
                >
                  <code>{column.name}</code>
                </a>
              </th>
              <td class="text">{column.originDataType}</td>
              <td class="text">{column.description}</td>
              <td class="text">
                {column.dimension && (
                  <a href={toPageHref({ page: 'dimension', name: column.dimension.name })}>
                    {column.dimension.displayName}
                  </a>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Relations({ dataset }: { dataset: DatasetData }): JSX.Element | null {
  const words = texts.value.detail
  const { relations, relationFroms, hidden = 0 } = dataset
  if (relations.length + relationFroms.length + hidden === 0) return null
  const link = (name: string, label: string) => (
    <a href={toPageHref({ page: 'dataset', name })}>{label}</a>
  )
  return (
    <section class="card" aria-label={words.relations}>
      <h2>{words.relations}</h2>
      <ul>
        {relations.map((relation) => (
          <li key={relation.relationName}>
            {relation.relationDisplayName}: {relation.type} →{' '}
            {link(relation.dstDatasetName, relation.dstDatasetDisplayName)}
          </li>
        ))}
        {relationFroms.map((relation) => (
          <li key={relation.id}>
            {link(relation.srcDatasetName, relation.srcDatasetName)} → {relation.type}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p class="hint">{texts.value.lineage.hidden(countText(hidden))}</p>}
    </section>
  )
}
