import { runToEnd, type SlicedWork } from '@tributary/core/internal'
import type { DatasetDefinition } from '../../definitions/dataset.ts'
import type { DatasourceDefinition } from '../../definitions/datasource.ts'
import type { DimensionDefinition } from '../../definitions/dimension.ts'
import { ambiguousName, type NamedKind, unknownName } from '../../definitions/errors.ts'
import type { MetricDefinition } from '../../definitions/metric.ts'
import { hasRowConditions, type Workspace } from '../../definitions/workspace.ts'
import {
  type Named,
  type NameIndex,
  nameIndexInSlices,
  restrictIndex,
} from '../names/name-index.ts'
import { type CompiledDefinitions, createCompiledDefinitions } from './compiled-definitions.ts'
import { computeReach, type Reach } from './relations.ts'

/**
 * The definitions of a workspace with lookup by name. Immutable. A text is looked up as a name, then as a code, then as
 * a display name; `path` is its place in a request, for error messages.
 */
export interface Catalog {
  readonly workspace: Workspace
  readonly datasources: NameIndex<DatasourceDefinition>
  readonly datasets: NameIndex<DatasetDefinition>
  readonly dimensions: NameIndex<DimensionDefinition>
  readonly metrics: NameIndex<MetricDefinition>
  /** Throws `CATALOG_UNKNOWN_METRIC` with near names, or `CATALOG_AMBIGUOUS_NAME`. */
  metric(text: string, path?: string): MetricDefinition
  /** Throws `CATALOG_UNKNOWN_DIMENSION` with near names, or `CATALOG_AMBIGUOUS_NAME`. */
  dimension(text: string, path?: string): DimensionDefinition
  /** Looks up by code only. Throws `CATALOG_UNKNOWN_DIMENSION`. */
  dimensionByCode(code: string): DimensionDefinition
  /** Throws `CATALOG_UNKNOWN_DATASET` with near names, or `CATALOG_AMBIGUOUS_NAME`. */
  dataset(text: string, path?: string): DatasetDefinition
  /**
   * The catalog of all definitions, which refer to one another whoever asks; this very catalog unless {@link showOnly}
   * made it.
   */
  readonly unrestricted: Catalog
  /** The datasets that each row of `dataset` leads to through relations; computed once per dataset. */
  reach(dataset: DatasetDefinition): Reach
  /** Whether any definition has a row condition, so that a question needs the attributes of the user. */
  readonly hasRowConditions: boolean
  /** Whether any dimension is a condition on metrics, so that a question may need other questions first. */
  readonly hasMemberships: boolean
  /** The compiled expressions of the definitions. */
  readonly compiled: CompiledDefinitions
}

/** The fields of a catalog that its lookup methods are made from. */
type Parts = Omit<Catalog, 'metric' | 'dimension' | 'dimensionByCode' | 'dataset' | 'unrestricted'>

/**
 * Creates the catalog of a workspace: its definitions with lookup by name.
 * @example
 * ```ts
 * import { createCatalog, parseWorkspace } from '@tributary/platform/catalog'
 * const text = `
 * tenant: demo
 * datasources: [{ name: shop, type: FILES, root: . }]
 * datasets:
 *   - name: orders
 *     source: { datasource: shop, file: orders.csv }
 *     time: { column: day, grain: DAY }
 *     columns: [{ name: day, type: DATE }, { name: town, type: VARCHAR }, { name: amount, type: INT }]
 * dimensions: [{ name: city, dataset: orders, column: town }]
 * metrics: [{ name: sales, displayName: Net sales, type: ATOMIC, dataset: orders, aggregate: SUM, expr: "[amount]" }]
 * `
 * const { workspace } = parseWorkspace([{ file: 'shop.yaml', text }])
 * const catalog = createCatalog(workspace!)
 * catalog.metric('Net sales').name // => 'sales'
 * catalog.metrics.near('slaes') // => ['sales']
 * ```
 */
export function createCatalog(workspace: Workspace): Catalog {
  return runToEnd(catalogInSlices(workspace))
}

/** {@link createCatalog} as work in slices. */
export function* catalogInSlices(workspace: Workspace): SlicedWork<Catalog> {
  const datasets = yield* nameIndexInSlices(workspace.datasets)
  const reaches = new Map<DatasetDefinition, Reach>()
  const parts: Parts = {
    workspace,
    datasources: yield* nameIndexInSlices(workspace.datasources),
    datasets,
    dimensions: yield* nameIndexInSlices(workspace.dimensions),
    metrics: yield* nameIndexInSlices(workspace.metrics),
    hasRowConditions: hasRowConditions(workspace),
    hasMemberships: workspace.dimensions.some(({ value }) => value.type === 'HAVING'),
    compiled: createCompiledDefinitions(),
    reach(dataset) {
      const cachedReach = reaches.get(dataset)
      if (cachedReach !== undefined) return cachedReach
      const reach = computeReach(datasets, dataset)
      reaches.set(dataset, reach)
      return reach
    },
  }
  return assemble(parts, null)
}

/** Which definitions a caller may see. */
export interface Visibility {
  metric(metric: MetricDefinition): boolean
  dimension(dimension: DimensionDefinition): boolean
  dataset(dataset: DatasetDefinition): boolean
  datasource(datasource: DatasourceDefinition): boolean
  /** The calendar as the caller may know it. @defaultValue that of the workspace */
  readonly calendar?: Workspace['calendar']
}

/**
 * The catalog as a restricted caller sees it: what is not visible is not found, by lookup and by expressions, and is in
 * no list, suggestion or message. What a visible definition refers to is looked up in {@link Catalog.unrestricted}. It keeps compiled
 * conditions of its own, because a text may mean something else in another catalog.
 */
export function showOnly(catalog: Catalog, visibility: Visibility): Catalog {
  const { datasources, datasets, dimensions, metrics, workspace } = catalog
  const { calendar = workspace.calendar } = visibility
  return assemble(
    {
      ...catalog,
      workspace: calendar === workspace.calendar ? workspace : { ...workspace, calendar },
      datasources: restrictIndex(datasources, visibility.datasource),
      datasets: restrictIndex(datasets, visibility.dataset),
      dimensions: restrictIndex(dimensions, visibility.dimension),
      metrics: restrictIndex(metrics, visibility.metric),
      compiled: createCompiledDefinitions(),
    },
    catalog.unrestricted,
  )
}

/** The name of a dataset in messages; its part in the question if the name is not shown. */
export function datasetInWords(catalog: Catalog, { name }: DatasetDefinition): string {
  return catalog.datasets.byName(name) === undefined
    ? 'the dataset of the metric'
    : `the dataset "${name}"`
}

function assemble(parts: Parts, unrestrictedCatalog: Catalog | null): Catalog {
  const { datasets, dimensions, metrics } = parts
  const catalog: Catalog = {
    ...parts,
    get unrestricted() {
      return unrestrictedCatalog ?? catalog
    },
    metric: (text, path) => only('metric', metrics, text, path),
    dimension: (text, path) => only('dimension', dimensions, text, path),
    dimensionByCode(code) {
      const dimension = dimensions.byCode(code)
      if (dimension !== undefined) return dimension
      throw unknownName('dimension', code, null, { near: dimensions.nearCodes })
    },
    dataset: (text, path) => only('dataset', datasets, text, path),
  }
  return catalog
}

function only<T extends Named>(
  kind: NamedKind,
  index: NameIndex<T>,
  text: string,
  path: string | undefined,
): T {
  const candidates = index.find(text)
  const first = candidates[0]
  if (first === undefined) throw unknownName(kind, text, path ?? null, index)
  if (candidates.length > 1) {
    throw ambiguousName(
      kind,
      text,
      path ?? null,
      candidates.map((candidate) => candidate.name),
    )
  }
  return first
}
