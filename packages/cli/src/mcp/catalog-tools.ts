import { CATALOG_TYPES, type CatalogType } from '@tributary/contract'
import { TributaryError } from '@tributary/core'
import { type Static, Type } from 'typebox'
import { defineTool, type Tool, type ToolSession } from './tool.ts'

const closed = { additionalProperties: false }
const text = (description: string) => Type.String({ description })
const texts = (description: string) => Type.Array(Type.String(), { description })
const optionalText = (description: string) => Type.Optional(text(description))

/** Finds metrics, dimensions and other definitions. */
export const searchTool: Tool = defineTool({
  name: 'search',
  title: 'Search the catalog',
  description:
    'Finds metrics, dimensions, datasets, columns, plans and saved views by words, also misspelt ones. Call it first to learn the exact names that the other tools take. Without q it lists everything.',
  input: Type.Object(
    {
      q: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'Words to search for; without it, everything.',
        }),
      ),
      types: Type.Optional(
        Type.Array(Type.Enum(CATALOG_TYPES), { minItems: 1, description: 'Only these kinds.' }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'The most items; 20 without it.' }),
      ),
    },
    closed,
  ),
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        type: text('What it is.'),
        name: text('The name that other tools take.'),
        displayName: text('What people call it.'),
        description: optionalText('What it means.'),
        dataset: optionalText('The dataset it belongs to.'),
      }),
    ),
    total: Type.Integer({ description: 'How many fit in all.' }),
  }),
  answer: async ({ operations, signal }, { q, types, limit }) => {
    const query = { ...(q !== undefined && { q }), ...(types && { types }), limit: limit ?? 20 }
    const { items, totals } = await operations.searchCatalog(query, { signal })
    const counted: readonly CatalogType[] = types ?? CATALOG_TYPES
    return {
      items: items.map(({ type, name, displayName, description, dataset }) => ({
        type,
        name,
        displayName,
        ...(description !== '' && { description }),
        ...(dataset !== null && { dataset }),
      })),
      total: counted.reduce<number>((sum, type) => sum + (totals[type] ?? 0), 0),
    }
  },
})

const KINDS = ['METRIC', 'DIMENSION', 'DATASET'] as const

const described = Type.Object({
  type: Type.Enum(KINDS, { description: 'What it is.' }),
  name: text('Its name.'),
  displayName: text('What people call it.'),
  description: text('What it means; empty when nothing says.'),
  dataType: optionalText('Type of its values.'),
  dataset: optionalText('The dataset it belongs to.'),
  unit: optionalText('Of a metric: what it counts or measures.'),
  format: optionalText('Of a metric: how people read it.'),
  timeGrain: optionalText('Of a metric: the finest grain of metric_time.'),
  formula: optionalText('How it is computed.'),
  filters: Type.Optional(texts('Of a metric: conditions on its rows.')),
  dimensions: Type.Optional(texts('Of a metric: what it can be split and filtered by.')),
  usedMetrics: Type.Optional(texts('Of a metric: the metrics in its formula.')),
  usedBy: Type.Optional(texts('Of a metric: the metrics, plans and views that name it.')),
  values: Type.Optional(texts('Of a dimension: values that have names.')),
  columns: Type.Optional(texts('Of a dataset: its columns with their types.')),
})

type Described = Static<typeof described>

/** Says what a definition is. */
export const describeTool: Tool = defineTool({
  name: 'describe',
  title: 'Describe a definition',
  description:
    'Says what a metric, a dimension or a dataset is: meaning, formula, type, and, for a metric, the dimensions that query and explain accept for it.',
  input: Type.Object(
    {
      name: Type.String({ minLength: 1, description: 'Name, code or display name.' }),
      type: Type.Optional(
        Type.Enum(KINDS, {
          description: 'What is meant; without it they are tried in this order.',
        }),
      ),
    },
    closed,
  ),
  output: described,
  answer: async (session, { name, type }) => {
    if (type !== undefined) return DESCRIBE[type](session, name)
    let first: unknown = null
    for (const kind of KINDS) {
      try {
        return await DESCRIBE[kind](session, name)
      } catch (error) {
        if (!(error instanceof TributaryError) || !error.code.includes('UNKNOWN')) throw error
        first ??= error
      }
    }
    throw first
  },
})

const DESCRIBE: Readonly<
  Record<(typeof KINDS)[number], (session: ToolSession, name: string) => Promise<Described>>
> = { METRIC: describeMetric, DIMENSION: describeDimension, DATASET: describeDataset }

async function describeMetric({ operations }: ToolSession, text: string): Promise<Described> {
  const metric = await operations.metricDetail({ metricName: text })
  const { name, definition } = metric
  const byMetric = await operations.dimensionsOfMetrics({ metricNames: [name] })
  const dimensions = byMetric[name] ?? []
  return {
    type: 'METRIC',
    name,
    displayName: metric.displayName,
    description: metric.description,
    dataType: metric.originDataType,
    ...(metric.dataset !== null && { dataset: metric.dataset }),
    ...(metric.unit !== null && { unit: metric.unit }),
    ...(metric.format !== null && { format: metric.format }),
    ...(metric.grain !== null && { timeGrain: metric.grain }),
    ...(definition !== null && {
      formula: describeFormula(definition),
      filters: [...definition.filters],
    }),
    dimensions: dimensions.map(({ dimName }) => dimName),
    usedMetrics: [...metric.refMetrics],
    usedBy: metric.usedBy.map((reference) => `${reference.type} ${reference.name}`),
  }
}

function describeFormula({
  aggregate,
  expr,
  metric,
}: {
  readonly aggregate: string | null
  readonly expr: string | null
  readonly metric: string | null
}): string {
  if (metric !== null) return `[${metric}]`
  return aggregate === null ? (expr ?? '') : `${aggregate}(${expr ?? 'rows'})`
}

async function describeDimension({ operations }: ToolSession, text: string): Promise<Described> {
  const dimension = await operations.dimensionDetail({ dimName: text })
  return {
    type: 'DIMENSION',
    name: dimension.dimName,
    displayName: dimension.dimDisplayName,
    description: dimension.dimDescription,
    dataType: dimension.originDataType,
    ...(dimension.datasetName !== null && { dataset: dimension.datasetName }),
    ...(dimension.config !== null && { formula: dimension.config.value }),
    values: dimension.valueList.map(({ value }) => value),
  }
}

async function describeDataset({ operations }: ToolSession, text: string): Promise<Described> {
  const dataset = await operations.datasetDetail({ name: text })
  return {
    type: 'DATASET',
    name: dataset.name,
    displayName: dataset.displayName,
    description: dataset.description,
    columns: dataset.columns.map(({ name, originDataType }) => `${name} ${originDataType}`),
  }
}
