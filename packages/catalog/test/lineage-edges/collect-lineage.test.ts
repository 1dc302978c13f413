import { collectCatalogLineage, createCatalog } from '@tributary/catalog'
import { createLineageGraph, neighbourhood, type VertexRef } from '@tributary/lineage'
import { describe, expect, test } from 'vitest'
import { flightsCatalog, workspaceOf } from '../flights.ts'

const FLIGHTS = 'FILE vega.files.flights-3m_parquet'
const AIRPORTS = 'FILE vega.files.airports_csv'

/** What leads into each metric and dimension of the sample, written by hand. */
const INTO: Readonly<Record<string, readonly string[]>> = {
  'METRIC flight_count': ['DATASET flights'],
  'METRIC total_delay': ['DATASET flights', 'DATASET_COLUMN flights.delay'],
  'METRIC total_distance': ['DATASET flights', 'DATASET_COLUMN flights.distance'],
  'METRIC longest_delay': ['DATASET flights', 'DATASET_COLUMN flights.delay'],
  'METRIC origin_airports': ['DATASET flights', 'DIMENSION origin'],
  'METRIC late_flights': ['DATASET_COLUMN flights.delay', 'METRIC flight_count'],
  'METRIC average_delay': ['METRIC flight_count', 'METRIC total_delay'],
  'METRIC late_rate': ['METRIC flight_count', 'METRIC late_flights'],
  'DIMENSION origin': ['DATASET_COLUMN flights.origin'],
  'DIMENSION destination': ['DATASET_COLUMN flights.destination'],
  'DIMENSION origin_city': [
    'DATASET_COLUMN airports.city',
    'DATASET_COLUMN airports.iata',
    'DATASET_COLUMN flights.origin',
  ],
  'DIMENSION origin_state': [
    'DATASET_COLUMN airports.iata',
    'DATASET_COLUMN airports.state',
    'DATASET_COLUMN flights.origin',
  ],
  'DIMENSION destination_state': [
    'DATASET_COLUMN airports.iata',
    'DATASET_COLUMN airports.state',
    'DATASET_COLUMN flights.destination',
  ],
  'DIMENSION distance_band': ['DATASET_COLUMN flights.distance'],
}

describe('the lineage of the sample workspace', () => {
  const { vertices, edges } = collectCatalogLineage(flightsCatalog())

  test('leads into metrics and dimensions from what they name', () => {
    const into: Record<string, string[]> = {}
    for (const { src, dst } of edges) {
      if (dst.vertexType !== 'METRIC' && dst.vertexType !== 'DIMENSION') continue
      into[named(dst)] = [...(into[named(dst)] ?? []), named(src)].toSorted()
    }
    expect(into).toEqual(INTO)
  })

  test('leads from each file and its columns into datasets and theirs', () => {
    const below = edges.filter(({ dst }) => dst.vertexType.startsWith('DATASET'))
    const texts = below.map(({ src, dst, edgeType }) => `${named(src)} → ${named(dst)} ${edgeType}`)
    expect(texts).toHaveLength(2 + 2 * (5 + 7))
    expect(texts).toContain(`${FLIGHTS} → DATASET flights TABLE_IMPACT`)
    expect(texts).toContain(`${AIRPORTS} → DATASET airports TABLE_IMPACT`)
    expect(texts).toContain(
      'FILE_COLUMN vega.files.flights-3m_parquet.delay → DATASET_COLUMN flights.delay COLUMN_IMPACT',
    )
    expect(texts).toContain('DATASET flights → DATASET_COLUMN flights.delay TABLE_IMPACT')
  })

  test('marks edges that come from a whole table', () => {
    for (const { src, edgeType } of edges) {
      const isTable = src.vertexType === 'FILE' || src.vertexType === 'DATASET'
      expect(edgeType).toBe(isTable ? 'TABLE_IMPACT' : 'COLUMN_IMPACT')
    }
  })

  test('has each vertex and each edge once, and every end of an edge', () => {
    const ids = vertices.map(named)
    expect(new Set(ids).size).toBe(ids.length)
    const keys = edges.map(({ src, dst }) => `${named(src)} → ${named(dst)}`)
    expect(new Set(keys).size).toBe(keys.length)
    for (const { src, dst } of edges)
      expect(ids).toEqual(expect.arrayContaining([named(src), named(dst)]))
  })

  test('tells the type and the category of a metric', () => {
    const types = vertices
      .filter((one) => one.vertexType === 'METRIC')
      .map((one) => [one.vertexId, one.custom?.originDataType, one.custom?.type])
    expect(types).toEqual([
      ['flight_count', 'BIGINT', 'ATOMIC'],
      ['total_delay', 'BIGINT', 'ATOMIC'],
      ['total_distance', 'BIGINT', 'ATOMIC'],
      ['longest_delay', 'BIGINT', 'ATOMIC'],
      ['origin_airports', 'BIGINT', 'ATOMIC'],
      ['late_flights', 'BIGINT', 'DERIVED'],
      ['average_delay', 'DOUBLE', 'COMPOSITE'],
      ['late_rate', 'DOUBLE', 'COMPOSITE'],
    ])
    const average = vertices.find((one) => one.vertexId === 'average_delay')
    expect(average?.displayName).toBe('Average delay')
    expect(average?.custom?.category).toEqual([{ name: 'Delays', id: 'delays' }])
  })

  test('reaches the flights file and its column three hops above the average delay', () => {
    const above = upstream({ vertexType: 'METRIC', vertexId: 'average_delay' }, 3)
    expect(above).toContain(FLIGHTS)
    expect(above).toContain('FILE_COLUMN vega.files.flights-3m_parquet.delay')
    expect(above).not.toContain(AIRPORTS)
  })

  test('reaches the airports file three hops above the state of departure', () => {
    const root: VertexRef = { vertexType: 'DIMENSION', vertexId: 'origin_state' }
    expect(upstream(root, 3)).toContain(AIRPORTS)
    expect(upstream(root, 2)).not.toContain(AIRPORTS)
    expect(upstream(root, 0)).toEqual(['DIMENSION origin_state'])
  })
})

test('dimensions, columns at the end of relations and the time in filters lead into a metric', () => {
  const { edges } = collectCatalogLineage(
    flightsCatalog({
      metrics: [
        '  - name: texan',
        '    type: DERIVED',
        '    metric: flight_count',
        `    filters: ['[origin_state] = "TX" AND DateTrunc([metric_time], "MONTH") > Date("2001-02-01", "yyyy-MM-dd")']`,
      ].join('\n'),
    }),
  )
  const into = edges.filter(({ dst }) => dst.vertexId === 'texan').map(({ src }) => named(src))
  expect(into.toSorted()).toEqual([
    'DATASET_COLUMN flights.date',
    'DIMENSION origin_state',
    'METRIC flight_count',
  ])
})

test('the keys that lead to a dimension of another dataset lead into the metric', () => {
  const workspace = workspaceOf(`tenant: shop
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    columns: [{ name: customer, type: INT }]
    relations: [{ name: buyer, to: customers, on: { customer: id } }]
  - name: customers
    source: { datasource: local, file: customers.csv }
    columns: [{ name: id, type: INT }, { name: country, type: VARCHAR }]
dimensions: [{ name: country, dataset: customers, column: country }]
metrics:
  - { name: german, type: ATOMIC, dataset: orders, aggregate: COUNT, filters: ['[country] = "DE"'] }
`)
  const { edges } = collectCatalogLineage(createCatalog(workspace))
  const into = edges.filter(({ dst }) => dst.vertexId === 'german').map(({ src }) => named(src))
  expect(into.toSorted()).toEqual([
    'DATASET orders',
    'DATASET_COLUMN customers.id',
    'DATASET_COLUMN orders.customer',
    'DIMENSION country',
  ])
})

function named(ref: VertexRef): string {
  return `${ref.vertexType} ${ref.vertexId}`
}

function upstream(root: VertexRef, hops: number): readonly string[] {
  const { vertices, edges } = collectCatalogLineage(flightsCatalog())
  const graph = createLineageGraph()
  for (const vertex of vertices) graph.setVertex(vertex)
  for (const edge of edges) graph.addEdge(edge)
  return neighbourhood(graph, { root, upstream: hops, downstream: 0 }).vertices.map((one) =>
    named('vertex' in one ? (one.vertex as VertexRef) : one),
  )
}

test('a metric whose time comes through a relation depends on the column of the time and the keys of the relation', () => {
  const workspace = workspaceOf(`tenant: demo
datasources: [{ name: d, type: FILES, root: . }]
datasets:
  - name: sales
    source: { datasource: d, file: sales.csv }
    time: { via: sold_on, column: day, grain: DAY }
    columns: [{ name: sold, type: BIGINT }]
    relations: [{ name: sold_on, to: dates, on: { sold: no } }]
  - name: dates
    source: { datasource: d, file: dates.csv }
    columns: [{ name: no, type: BIGINT }, { name: day, type: DATE }]
metrics: [{ name: late, type: ATOMIC, dataset: sales, aggregate: COUNT, filters: ['[metric_time] > "2024"'] }]
`)
  const { edges } = collectCatalogLineage(createCatalog(workspace))
  const into = edges.flatMap(({ src, dst }) => (dst.vertexType === 'METRIC' ? [named(src)] : []))
  expect(into.toSorted()).toEqual([
    'DATASET sales',
    'DATASET_COLUMN dates.day',
    'DATASET_COLUMN dates.no',
    'DATASET_COLUMN sales.sold',
  ])
})

test('a metric whose relation is joined as of a time depends on its keys and its time columns', () => {
  const workspace = workspaceOf(`tenant: demo
datasources: [{ name: d, type: FILES, root: . }]
datasets:
  - name: buys
    source: { datasource: d, file: buys.csv }
    time: { via: visit, column: seen, grain: DAY }
    columns: [{ name: user, type: BIGINT }, { name: bought, type: DATE }]
    relations:
      - { name: visit, to: visits, on: { user: visitor }, asOf: { column: bought, toColumn: began, untilColumn: ended } }
  - name: visits
    source: { datasource: d, file: visits.csv }
    columns: [{ name: visitor, type: BIGINT }, { name: seen, type: DATE }, { name: began, type: DATE }, { name: ended, type: DATE }]
metrics: [{ name: conversions, type: ATOMIC, dataset: buys, aggregate: COUNT, filters: ['IsNotNull([metric_time])'] }]
`)
  const { edges } = collectCatalogLineage(createCatalog(workspace))
  const into = edges.flatMap(({ src, dst }) => (dst.vertexType === 'METRIC' ? [named(src)] : []))
  expect(into.toSorted()).toEqual([
    'DATASET buys',
    'DATASET_COLUMN buys.bought',
    'DATASET_COLUMN buys.user',
    'DATASET_COLUMN visits.began',
    'DATASET_COLUMN visits.ended',
    'DATASET_COLUMN visits.seen',
    'DATASET_COLUMN visits.visitor',
  ])
})
