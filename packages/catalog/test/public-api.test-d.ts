import { type AttributionRequest, attribute } from '@tributary/attribution'
import {
  type AttributionQuestion,
  type AvailableDimension,
  type Catalog,
  CatalogError,
  type CatalogErrorCode,
  type CatalogLineage,
  collectCatalogLineage,
  createCatalog,
  dimensionsOfMetric,
  loadWorkspace,
  type MetricDefinition,
  parseWorkspace,
  planAttribution,
  type SourceText,
  type TemporaryMetric,
  type Workspace,
  type WorkspaceReading,
  writeWorkspace,
} from '@tributary/catalog'
import { describe, expectTypeOf, test } from 'vitest'

declare const catalog: Catalog
declare const question: AttributionQuestion
declare const workspace: Workspace
declare const dimension: AvailableDimension
declare const metric: MetricDefinition

describe('workspaces', () => {
  test('are complete when loaded from a folder, and come with their problems when parsed from texts', () => {
    expectTypeOf(loadWorkspace('.')).resolves.toEqualTypeOf<Workspace>()
    expectTypeOf(parseWorkspace([{ file: 'a.yaml', text: '' }])).toEqualTypeOf<WorkspaceReading>()
    expectTypeOf(writeWorkspace(workspace, '.')).toEqualTypeOf<readonly SourceText[]>()
    // @ts-expect-error a reading has no workspace when there are problems
    createCatalog(parseWorkspace([]).workspace)
  })

  test('cannot be changed', () => {
    // @ts-expect-error readonly
    workspace.tenant = 'other'
    // @ts-expect-error readonly
    workspace.metrics.push(metric)
  })
})

describe('definitions', () => {
  test('are told apart by their type', () => {
    if (metric.type === 'ATOMIC') expectTypeOf(metric.dataset).toEqualTypeOf<string>()
    if (metric.type === 'COMPOSITE') expectTypeOf(metric.dataset).toEqualTypeOf<string | null>()
    // @ts-expect-error a DERIVED metric has no expression
    if (metric.type === 'DERIVED') metric.expr
    if (dimension.kind === 'metric_time')
      expectTypeOf(dimension.name).toEqualTypeOf<'metric_time'>()
  })

  test('are found by name', () => {
    expectTypeOf(catalog.metric('sales')).toEqualTypeOf<MetricDefinition>()
    expectTypeOf(catalog.metrics.byName('sales')).toEqualTypeOf<MetricDefinition | undefined>()
    expectTypeOf(dimensionsOfMetric(catalog, 'sales')).items.toEqualTypeOf<AvailableDimension>()
    expectTypeOf(collectCatalogLineage(catalog)).toEqualTypeOf<CatalogLineage>()
  })
})

describe('questions', () => {
  test('become what attribute takes', () => {
    const request = planAttribution(catalog, question)
    expectTypeOf(request).toEqualTypeOf<AttributionRequest>()
    expectTypeOf(attribute).parameter(1).toEqualTypeOf<AttributionRequest>()
  })

  test('have a known calculation, and texts with their places', () => {
    // @ts-expect-error neither ALL nor AVG
    planAttribution(catalog, { ...question, calculation: 'SUM' })
    // @ts-expect-error a text without its place
    planAttribution(catalog, { ...question, metric: 'sales' })
    expectTypeOf<{
      refMetric: { text: string; path: string }
      filters: []
    }>().toExtend<TemporaryMetric>()
  })

  test('report the resources that they are based on', () => {
    planAttribution(catalog, question, {
      basedOn: ({ type, name }) => {
        expectTypeOf(name).toEqualTypeOf<string>()
        // @ts-expect-error no such kind of resource
        return type === 'COLUMN'
      },
    })
  })
})

test('errors have a code of the union', () => {
  const error = new CatalogError('CATALOG_METRIC_CYCLE', 'Metric a refers to itself: a → a')
  expectTypeOf(error.code).toEqualTypeOf<CatalogErrorCode>()
  // @ts-expect-error no such code
  new CatalogError('CATALOG_LOST', 'lost')
})
