import type { CatalogItemData } from '@tributary/contract'
import type { JSX } from 'preact'
import { ALL_OPERATIONS } from '../address/operations-state.ts'
import { type CatalogState, lineagePage, type Page } from '../address/page.ts'
import { getClient } from '../answers/client.ts'
import { go, toPageHref } from '../answers/place.ts'
import { useAnswer } from '../answers/use-answer.ts'
import { Frame } from '../parts/frame.tsx'
import { usePageTitle } from '../parts/page-title.ts'
import { texts } from '../text/language.ts'
import { countText } from '../text/numbers.ts'

const PAGE = 100

/** Searches everything that is defined. */
export function CatalogPage({ search }: { search: CatalogState }): JSX.Element {
  const { catalog } = texts.value
  const { text, type } = search
  const query = {
    q: text,
    limit: PAGE,
    ...(type !== null && { types: [type as CatalogItemData['type']] }),
  }
  const answerState = useAnswer({
    key: `catalog ${JSON.stringify(query)}`,
    ask: (signal) => getClient().searchCatalog(query, { signal }),
  })
  usePageTitle(catalog.title)
  return (
    <>
      <form
        class="titlebar"
        onSubmit={(event) => {
          event.preventDefault()
          const wanted = String(new FormData(event.currentTarget).get('q'))
          go({ page: 'catalog', search: { text: wanted, type } })
        }}
      >
        <h1>{catalog.title}</h1>
        <input
          key={text}
          name="q"
          type="search"
          aria-label={catalog.hint}
          placeholder={catalog.hint}
          value={text}
        />
      </form>
      <Frame answerState={answerState} height={400}>
        {({ items, totals }) => (
          <>
            <Types search={search} totals={totals} />
            {items.length === 0 && <p class="note">{catalog.none(text)}</p>}
            <ul class="results">
              {items.map((item) => (
                <Result key={`${item.type} ${item.dataset} ${item.name}`} item={item} />
              ))}
            </ul>
          </>
        )}
      </Frame>
    </>
  )
}

interface TypesProps {
  readonly search: CatalogState
  readonly totals: Readonly<Record<string, number | undefined>>
}

function Types({ search, totals }: TypesProps): JSX.Element {
  const { catalog } = texts.value
  const all = Object.values(totals).reduce<number>((sum, count) => sum + (count ?? 0), 0)
  const link = (type: string | null, label: string, count: number) => (
    <a
      key={type}
      href={toPageHref({ page: 'catalog', search: { ...search, type } })}
      aria-current={search.type === type ? 'true' : undefined}
    >
      {label} <span class="hint">{countText(count)}</span>
    </a>
  )
  return (
    <p class="facets">
      {link(null, catalog.all, all)}
      {Object.entries(totals).map(([type, count]) =>
        link(type, catalog.types[type] ?? type, count ?? 0),
      )}
    </p>
  )
}

function Result({ item }: { item: CatalogItemData }): JSX.Element {
  const { kinds } = texts.value
  return (
    <li class={`result ${item.type.toLowerCase()}`}>
      <span class="kind">{kinds[item.type] ?? item.type}</span>
      <a href={toPageHref(toItemPage(item))}>
        <HighlightedText item={item} field="displayName" />
      </a>
      <code>
        <HighlightedText item={item} field="name" />
      </code>
      <p class="hint">
        <HighlightedText item={item} field="description" />
      </p>
    </li>
  )
}

/** A text of a result with the part marked for which it was found. */
function HighlightedText({
  item,
  field,
}: {
  item: CatalogItemData
  field: 'displayName' | 'name' | 'description'
}): JSX.Element {
  const text = item[field]
  const { matched } = item
  if (matched?.field !== field) return <>{text}</>
  return (
    <>
      {text.slice(0, matched.from)}
      <mark>{text.slice(matched.from, matched.to)}</mark>
      {text.slice(matched.to)}
    </>
  )
}

function toItemPage({ type, name, dataset, code }: CatalogItemData): Page {
  switch (type) {
    case 'METRIC':
      return { page: 'metric', name }
    case 'DIMENSION':
      return { page: 'dimension', name }
    case 'DATASET':
      return { page: 'dataset', name }
    case 'ANALYSIS_VIEW':
      return { page: 'view', name }
    case 'PLAN':
      return { page: 'operations', state: { ...ALL_OPERATIONS, plan: code } }
    case 'DATASET_COLUMN':
      return lineagePage(type, `${dataset}.${name}`)
  }
}
