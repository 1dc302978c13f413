import type { Catalog, MetricDefinition, Workspace } from '@tributary/catalog'
import { writeYaml } from '@tributary/catalog/internal'
import { parse, rewrite } from '@tributary/expression'
import { collectElements, META_KEY } from '../../dbt/extras.ts'
import { readManifest } from '../../dbt/manifest/manifest.ts'
import { Place } from '../../draft/place.ts'
import { type ExtendedList, hashElement } from '../../extras/extension.ts'
import { findDependencies } from '../exporter/dependencies.ts'
import type { ExportedDefinitions } from '../exporter/exporter.ts'
import { type Data, Exporter } from '../exporter/exporter.ts'
import { type Flat, flatten, isAggregateCall } from '../formula/flatten.ts'
import { printSql } from '../formula/print-sql.ts'
import { refuseExport } from '../formula/refusal.ts'
import { Measures } from './dbt-measures.ts'
import { Models } from './dbt-models.ts'
import { assertMetricName, toDbtTexts } from './dbt-names.ts'

/** A workspace as semantic models and metrics of dbt, in the YAML that versions 1.6 and later read. */
export async function exportDbt(workspace: Workspace): Promise<ExportedDefinitions> {
  return new DbtExporter(workspace).run()
}

const SPAN = { start: 0, end: 0 }

class DbtExporter {
  readonly #base: Exporter
  readonly #catalog: Catalog
  readonly #models: Models
  readonly #measures: Measures
  readonly #metrics: Data[] = []
  readonly #helpers = new Set<string>()

  constructor(workspace: Workspace) {
    this.#base = new Exporter(workspace, 'dbt')
    this.#catalog = this.#base.catalog
    this.#models = new Models(this.#base)
    this.#measures = new Measures(this.#base, this.#models)
  }

  async run(): Promise<ExportedDefinitions> {
    const { metrics } = this.#base.workspace
    for (const metric of metrics) {
      const metricEntries = this.#base.attempt('metrics', metric.name, () =>
        this.#exportMetric(metric),
      )
      if (metricEntries !== null) this.#metrics.push(...metricEntries)
    }
    const fullManifest = {
      semantic_models: this.#models.toData((name) => this.#measures.list(name)),
      metrics: this.#metrics,
    }
    const first = await this.#base.importDocument(fullManifest)
    const lostMetrics = this.#findLost(this.#base.findDifferentMetrics(first))
    for (const [name, why] of lostMetrics) this.#base.leave('metrics', name, why)
    const remainingMetrics = this.#metrics.filter(({ name }) => !lostMetrics.has(String(name)))
    const manifest = {
      semantic_models: dropUnusedMeasures(remainingMetrics, fullManifest.semantic_models),
      metrics: remainingMetrics,
    }
    const bare = lostMetrics.size > 0 ? await this.#base.importDocument(manifest) : first
    const extended = this.#addExtensions(manifest, bare)
    this.#base.noteDifferences(await this.#base.importDocument(extended))
    return {
      text: writeYaml({ version: 2, ...toProjectFile(extended) }),
      findings: this.#base.findings,
      counts: {
        datasets: extended.semantic_models.length,
        dimensions: this.#models.dimensions,
        metrics: remainingMetrics.filter(({ name }) => !this.#helpers.has(String(name))).length,
      },
    }
  }

  /** The metrics whose import would differ, with the metrics that depend on them. */
  #findLost(differing: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const lostMetrics = new Map(differing)
    for (const { name } of this.#base.workspace.metrics) {
      const on = findDependencies(`metrics/${name}`, this.#catalog)
      const first = on.find((dependency) => differing.has(dependency.replace('metrics/', '')))
      if (first !== undefined && !lostMetrics.has(name) && this.#base.flat.has(name)) {
        lostMetrics.set(name, `it stands on ${first.replace('metrics/', '')}, which is left out`)
      }
    }
    return lostMetrics
  }

  /** The entries of a metric: its helper metrics, then the metric. */
  #exportMetric(metric: MetricDefinition): readonly Data[] {
    assertMetricName(metric.name)
    const flat = flatten(metric, this.#catalog, { periods: true })
    const entries = this.#toEntries(metric, flat)
    this.#base.flat.set(metric.name, flat)
    return entries
  }

  #toEntries(metric: MetricDefinition, flat: Flat): readonly Data[] {
    if (metric.type === 'DERIVED' && metric.period !== undefined) return this.#exportPeriod(metric)
    if (metric.type === 'COMPOSITE' && metric.dataset === null)
      return [this.#exportMetricFormula(metric)]
    if (isAggregateCall(flat)) return [this.#measures.addSimpleMetric(metric, flat, metric.name)]
    return this.#exportAggregateFormula(metric, flat)
  }

  /** A formula of metrics that are in the file. */
  #exportMetricFormula(metric: Extract<MetricDefinition, { type: 'COMPOSITE' }>): Data {
    const inputs = new Set<string>()
    const tree = rewrite(parse(metric.expr).ast ?? refuseExport('no expression'), (node) => {
      if (node.kind !== 'field') return node
      this.#assertExported(node.name)
      inputs.add(node.name)
      return { kind: 'column', dataset: '', column: node.name, span: SPAN }
    })
    return toDerivedMetric(
      metric,
      printSql(tree, (_, name) => name),
      [...inputs].map((name) => ({ name })),
    )
  }

  #assertExported(name: string): void {
    if (!this.#base.flat.has(name)) refuseExport(`it stands on ${name}, which is left out`)
  }

  /** A formula of aggregates: a metric for each, and one of them. */
  #exportAggregateFormula(metric: MetricDefinition, flat: Flat): readonly Data[] {
    const helpers = new Map<string, Data>()
    const tree = rewrite(flat, (node) => {
      if (!isAggregateCall(node)) return node
      const name = this.#models.names.take(`${metric.name}_part`)
      this.#helpers.add(name)
      const helperMetric = { ...metric, name, displayName: name, description: '' }
      helpers.set(name, this.#measures.addSimpleMetric(helperMetric, node, name))
      return { kind: 'column', dataset: '', column: name, span: SPAN }
    })
    const inputs = [...helpers.keys()].map((name) => ({ name }))
    return [
      ...helpers.values(),
      toDerivedMetric(
        metric,
        printSql(tree, (_, name) => name),
        inputs,
      ),
    ]
  }

  #exportPeriod(metric: Extract<MetricDefinition, { type: 'DERIVED' }>): readonly Data[] {
    if (metric.filters.length > 0) refuseExport('it has a period and filters')
    this.#assertExported(metric.metric)
    const period = metric.period!
    const toDbtGrain = (grain: string): string =>
      /^(SECOND|MINUTE|HOUR|DAY|WEEK|MONTH|QUARTER|YEAR)$/.test(grain)
        ? grain.toLowerCase()
        : refuseExport(`the period ${grain}`)
    if (period.kind === 'before' || period.kind === 'startOf') {
      const alias = this.#models.names.take(`${metric.name}_input`)
      const grain = toDbtGrain(period.grain)
      const offset =
        period.kind === 'before'
          ? { offset_window: `${period.count} ${grain}` }
          : { offset_to_grain: grain }
      return [toDerivedMetric(metric, alias, [{ name: metric.metric, alias, ...offset }])]
    }
    const measure = this.#measures.findMetricInput(metric.metric)
    const cumulative = {
      ...(period.kind === 'trailing' && { window: `${period.count} ${toDbtGrain(period.grain)}` }),
      ...(period.kind === 'toDate' && { grain_to_date: toDbtGrain(period.grain) }),
      period_agg: period.take === 'AVG' ? 'average' : period.take.toLowerCase(),
    }
    const params = { measure, cumulative_type_params: cumulative }
    return [{ ...toDbtTexts(metric), type: 'cumulative', type_params: params }]
  }

  /** The dependencies of a definition in the workspace, and the metrics that its text in the file names. */
  #findDependencies(list: ExtendedList, entry: Data): readonly string[] {
    const on = findDependencies(`${list}/${String(entry.name)}`, this.#catalog)
    const params = (entry.type_params ?? {}) as { readonly metrics?: readonly Data[] }
    const inputs = list === 'metrics' ? (params.metrics ?? []) : []
    return [...new Set([...on, ...inputs.map(({ name }) => `metrics/${String(name)}`)])].toSorted()
  }

  /** The manifest with an extension for each definition that its text alone does not give. */
  #addExtensions(manifest: Manifest, bare: Workspace): Manifest {
    const place = new Place(manifest, { file: 'export', findPosition: null, readKeys: new Set() })
    const elements = collectElements(readManifest(place))
    const needed = this.#base.findNeededExtensions(bare)
    const addExtension = (
      list: ExtendedList,
      entry: Data,
      keeps: readonly string[] | null,
    ): Data => {
      const name = String(entry.name)
      const definition = needed(list, name)
      const isHelper = list === 'metrics' && this.#helpers.has(name)
      if (definition === null && !isHelper && keeps === null) return entry
      const on = isHelper ? [] : this.#findDependencies(list, entry)
      const hash = hashElement(`${list}/${name}`, on, elements)
      const data = JSON.stringify({
        v: 1,
        of: hash,
        on,
        definition,
        ...(keeps !== null && { keeps }),
      })
      // The beginning of a template of dbt can only be within a string of the JSON.
      const safe = data.replaceAll(/\{(?=[{%#])/g, '\\u007b')
      return { ...entry, config: { meta: { [META_KEY]: safe } } }
    }
    return {
      semantic_models: manifest.semantic_models.map((model) => {
        const dimensions = model.dimensions as readonly Data[]
        const keeps = this.#models.listExportedDimensions(String(model.name))
        return {
          ...addExtension('datasets', model, keeps),
          dimensions: dimensions.map((entry) =>
            keeps.includes(String(entry.name)) ? addExtension('dimensions', entry, null) : entry,
          ),
        }
      }),
      metrics: manifest.metrics.map((metric) => addExtension('metrics', metric, null)),
    }
  }
}

type Manifest = {
  readonly semantic_models: readonly Data[]
  readonly metrics: readonly Data[]
}

/** Models without the measures of metrics that are left out. */
function dropUnusedMeasures(metrics: readonly Data[], models: readonly Data[]): readonly Data[] {
  const names = new Set(metrics.map(({ name }) => name))
  return models.map((model) => {
    const measures = model.measures as readonly Data[]
    return { ...model, measures: measures.filter(({ name }) => names.has(name)) }
  })
}

/** The YAML of a project names the model of a table, which a manifest has looked up. */
function toProjectFile({ semantic_models, metrics }: Manifest): Manifest {
  return {
    semantic_models: semantic_models.map(({ name, description, node_relation, ...fields }) => ({
      name,
      ...(description !== undefined && { description }),
      model: `ref('${(node_relation as { readonly alias: string }).alias}')`,
      ...fields,
    })),
    metrics,
  }
}

function toDerivedMetric(metric: MetricDefinition, expr: string, metrics: readonly Data[]): Data {
  return { ...toDbtTexts(metric), type: 'derived', type_params: { expr, metrics } }
}
