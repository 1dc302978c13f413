import { ROUTES } from '../routes.ts'
import { catalogSearchData, catalogSearchQuery } from '../schemas/catalog.ts'
import { datasetData, datasetNameQuery } from '../schemas/dataset.ts'
import {
  cancelImportRequest,
  DEFINITIONS_BODY_LIMIT,
  definitionsBody,
  definitionsImportQuery,
  definitionsImportStateQuery,
  importedDefinitionsData,
} from '../schemas/definitions-import.ts'
import {
  dimensionData,
  dimensionName,
  dimensionNameAnywhere,
  dimensionsOfMetricsData,
  metricNamesQuery,
  queryByHeader,
} from '../schemas/dimension.ts'
import { metricDetailData, metricNameQuery } from '../schemas/metric.ts'
import type { OperationGroup } from './operation.ts'

/** Operations about metrics, dimensions, datasets and the caller. */
export const DEFINITIONS_OPERATIONS = {
  dimensionDetail: {
    ...ROUTES.dimensionDetail,
    tag: 'definitions',
    summary: 'Dimension detail',
    header: queryByHeader,
    query: dimensionName,
    queryOrBody: dimensionNameAnywhere,
    data: dimensionData,
    meaning: 'The dimension.',
  },
  dimensionsOfMetrics: {
    ...ROUTES.dimensionsOfMetrics,
    tag: 'definitions',
    summary: 'All available dimensions of metrics',
    query: metricNamesQuery,
    data: dimensionsOfMetricsData,
    meaning: 'The dimensions of each metric.',
  },
  metricDetail: {
    ...ROUTES.metricDetail,
    tag: 'definitions',
    summary: 'Metric detail',
    query: metricNameQuery,
    data: metricDetailData,
    meaning: 'The metric.',
  },
  searchCatalog: {
    ...ROUTES.searchCatalog,
    tag: 'definitions',
    summary: 'Search of the catalog',
    query: catalogSearchQuery,
    data: catalogSearchData,
    meaning: 'A page of what was found, best first.',
  },
  datasetDetail: {
    ...ROUTES.datasetDetail,
    tag: 'definitions',
    summary: 'Dataset detail',
    query: datasetNameQuery,
    data: datasetData,
    meaning: 'The dataset.',
  },
  importDefinitions: {
    ...ROUTES.importDefinitions,
    long: true,
    tag: 'definitions',
    summary: 'Import definitions of another tool',
    description:
      'The body is the file: a semantic manifest of dbt, or the YAML of Ossie, Databricks, Snowflake, Rill or Cube. An import is stored completely or not at all. It needs the role `OWNER`.',
    query: definitionsImportQuery,
    body: definitionsBody,
    data: importedDefinitionsData,
    meaning: 'What became of everything in the file, and what changed.',
    bodyLimit: DEFINITIONS_BODY_LIMIT,
  },
  definitionsImport: {
    ...ROUTES.definitionsImport,
    long: true,
    tag: 'definitions',
    summary: 'State of an import of definitions',
    query: definitionsImportStateQuery,
    data: importedDefinitionsData,
    meaning: 'Whether the import goes on, what it did, or why it failed.',
  },
  cancelDefinitionsImport: {
    ...ROUTES.cancelDefinitionsImport,
    tag: 'definitions',
    summary: 'Cancel an import of definitions',
    body: cancelImportRequest,
    data: importedDefinitionsData,
    meaning: 'The import, which has ended.',
  },
} as const satisfies OperationGroup
