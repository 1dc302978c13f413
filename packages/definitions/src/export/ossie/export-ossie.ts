import type {
  Catalog,
  DatasetDefinition,
  DimensionDefinition,
  MetricDefinition,
  Workspace,
} from '@tributary/catalog'
import { writeYaml } from '@tributary/catalog/internal'
import { type ExtendedList, hashElement, VENDOR } from '../../extras/extension.ts'
import { collectOssieElements } from '../../ossie/elements.ts'
import { findDependencies } from '../exporter/dependencies.ts'
import type { ExportedDefinitions } from '../exporter/exporter.ts'
import { type Data, Exporter } from '../exporter/exporter.ts'
import { flatten, lowerRows } from '../formula/flatten.ts'
import { printSql, quoteName } from '../formula/print-sql.ts'
import { refuseExport } from '../formula/refusal.ts'

const VERSION = '0.2.0.dev0'

/** A workspace as a model of Ossie, version 0.2.0.dev0. */
export async function exportOssie(workspace: Workspace): Promise<ExportedDefinitions> {
  return new OssieExporter(workspace).run()
}

class OssieExporter {
  readonly #base: Exporter
  readonly #workspace: Workspace
  readonly #catalog: Catalog

  constructor(workspace: Workspace) {
    this.#base = new Exporter(workspace, 'ossie')
    this.#workspace = workspace
    this.#catalog = this.#base.catalog
  }

  async run(): Promise<ExportedDefinitions> {
    const fullModel = this.#exportModel()
    const imported = (model: Data) => this.#base.importDocument(toOssieDocument(model))
    const first = await imported(fullModel)
    const lostMetrics = this.#base.findDifferentMetrics(first)
    for (const [name, why] of lostMetrics) this.#base.leave('metrics', name, why)
    const metrics = (fullModel.metrics as readonly Data[]).filter(
      ({ name }) => !lostMetrics.has(String(name)),
    )
    const model = { ...fullModel, metrics }
    const extended = this.#addExtensions(
      model,
      lostMetrics.size > 0 ? await imported(model) : first,
    )
    this.#base.noteDifferences(await imported(extended))
    const datasets = extended.datasets as readonly Data[]
    return {
      text: writeYaml(toOssieDocument(extended)),
      findings: this.#base.findings,
      counts: {
        datasets: datasets.length,
        dimensions: datasets.flatMap(({ fields }) => (fields ?? []) as unknown[]).length,
        metrics: metrics.length,
      },
    }
  }

  #exportModel(): Data {
    const { datasets, dimensions, metrics, tenant } = this.#workspace
    const there = datasets.filter(({ name }) => this.#base.tables.has(name))
    const fields = Map.groupBy(dimensions, ({ dataset }) => dataset)
    return {
      name: tenant,
      datasets: there.map((dataset) =>
        this.#exportDataset(dataset, fields.get(dataset.name) ?? []),
      ),
      relationships: there.flatMap((dataset) => this.#exportRelationships(dataset)),
      metrics: metrics.flatMap((metric) => {
        const entry = this.#base.attempt('metrics', metric.name, () => this.#exportMetric(metric))
        return entry === null ? [] : [entry]
      }),
    }
  }

  #exportDataset(dataset: DatasetDefinition, dimensions: readonly DimensionDefinition[]): Data {
    const keys = dataset.columns.filter(({ isPrimaryKey }) => isPrimaryKey)
    const fields = dimensions.flatMap((dimension) => {
      const field = this.#base.attempt('dimensions', dimension.name, () =>
        this.#exportField(dimension, dataset),
      )
      return field === null ? [] : [field]
    })
    return {
      ...toOssieTexts(dataset),
      source: this.#base.tables.get(dataset.name)!.text,
      ...(keys.length === 1 && { primary_key: [keys[0]!.sourceColumn] }),
      ...(fields.length > 0 && { fields }),
    }
  }

  #exportField(dimension: DimensionDefinition, dataset: DatasetDefinition): Data {
    if (dimension.via.length > 0) refuseExport('it names the relation that leads to its value')
    const tree = lowerRows(dimension.value, dataset, this.#catalog)
    const time = dataset.time?.via === undefined ? dataset.time?.column : undefined
    const isTime = tree.kind === 'column' && tree.dataset === dataset.name && tree.column === time
    return {
      ...toOssieTexts(dimension),
      expression: toExpression(
        printSql(tree, (columnDataset, column) =>
          this.#printColumn(columnDataset, column, dataset.name),
        ),
      ),
      dimension: { is_time: isTime },
    }
  }

  #printColumn(columnDataset: string, name: string, rowDataset: string | null = null): string {
    const dataset = this.#catalog.datasets.byName(columnDataset)!
    if (!this.#base.tables.has(columnDataset))
      refuseExport(`it stands on ${columnDataset}, which is left out`)
    const { sourceColumn } = dataset.columns.find((candidate) => candidate.name === name)!
    return rowDataset === columnDataset
      ? quoteName(sourceColumn)
      : `${quoteName(columnDataset)}.${quoteName(sourceColumn)}`
  }

  #exportRelationships({ name: from, relations, columns }: DatasetDefinition): readonly Data[] {
    return relations.flatMap(({ name, to, on }) => {
      if (!this.#base.tables.has(to)) return []
      const target = this.#catalog.datasets.byName(to)!
      const source = (list: DatasetDefinition['columns'], columnName: string): string =>
        list.find((candidate) => candidate.name === columnName)!.sourceColumn
      return [
        {
          name,
          from,
          to,
          from_columns: on.map(({ column }) => source(columns, column)),
          to_columns: on.map(({ toColumn }) => source(target.columns, toColumn)),
        },
      ]
    })
  }

  #exportMetric(metric: MetricDefinition): Data {
    const flat = flatten(metric, this.#catalog)
    const text = printSql(flat, (columnDataset, column) => this.#printColumn(columnDataset, column))
    this.#base.flat.set(metric.name, flat)
    const written = isZeroWhenEmpty(metric, this.#catalog) ? `COALESCE(${text}, 0)` : text
    return { ...toOssieTexts(metric), expression: toExpression(written) }
  }

  /** The model with an extension for each definition that its text alone does not give. */
  #addExtensions(model: Data, bare: Workspace): Data {
    const elements = collectOssieElements(model)
    const needed = this.#base.findNeededExtensions(bare)
    const addExtension = (list: ExtendedList, entry: Data): Data => {
      const name = String(entry.name)
      const definition = needed(list, name)
      if (definition === null) return entry
      const on = findDependencies(`${list}/${name}`, this.#catalog)
      const columnDataset = hashElement(`${list}/${name}`, on, elements)
      const data = JSON.stringify({ v: 1, of: columnDataset, on, definition })
      return { ...entry, custom_extensions: [{ vendor_name: VENDOR, data }] }
    }
    return {
      ...model,
      datasets: (model.datasets as readonly Data[]).map((dataset) => {
        const fields = (dataset.fields ?? []) as readonly Data[]
        return {
          ...addExtension('datasets', dataset),
          ...(fields.length > 0 && {
            fields: fields.map((field) => addExtension('dimensions', field)),
          }),
        }
      }),
      metrics: (model.metrics as readonly Data[]).map((metric) => addExtension('metrics', metric)),
    }
  }
}

/** Whether a metric is a sum that is 0 over no rows, where one of SQL is NULL. */
function isZeroWhenEmpty(metric: MetricDefinition, catalog: Catalog): boolean {
  let leaf = metric
  while (leaf.type === 'DERIVED') leaf = catalog.metrics.byName(leaf.metric)!
  return leaf.type === 'ATOMIC' && leaf.aggregate === 'SUM' && leaf.nullWhenEmpty !== true
}

function toOssieDocument(model: Data): Data {
  return { version: VERSION, semantic_model: [model] }
}

function toOssieTexts(definition: {
  name: string
  displayName: string
  description: string
}): Data {
  const { name, displayName, description } = definition
  return {
    name,
    ...(displayName !== name && { label: displayName }),
    ...(description !== '' && { description }),
  }
}

function toExpression(text: string): Data {
  return { dialects: [{ dialect: 'ANSI_SQL', expression: text }] }
}
