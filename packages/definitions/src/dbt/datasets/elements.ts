import { type Catalog, type DimensionDefinition, METRIC_TIME } from '@tributary/catalog'
import type { Expr, ValueType } from '@tributary/expression'
import { print, rewrite } from '@tributary/expression'
import { createDatasetCatalog } from '../../draft/create-dataset-catalog.ts'
import { PLAIN_DIMENSION, toTexts } from '../../draft/draft.ts'
import { parseGrain } from '../../draft/spans.ts'
import type { DbtDimension, DbtEntity, DbtModel } from '../manifest/manifest.ts'
import type { ElementReference } from '../manifest/template.ts'
import type { DatasetSource, ModelDataset, ModelDatasets } from './datasets.ts'
import { readModelExpression } from './datasets.ts'

/** A dimension that an element of a query means for the rows of a dataset. */
export interface Element {
  /** Its name in the workspace. */
  readonly name: string
  /** The name that it shares with the same dimension of other datasets. */
  readonly root: string
  readonly type: ValueType
  /** The usual grain of a time. */
  readonly grain: string | null
}

/** The dimensions of a manifest. */
export interface Elements {
  /** The dimension that a reference means for the rows of a dataset; a reason where there is none. */
  find(dataset: ModelDataset, parts: readonly string[]): Element | { readonly refused: string }
  /** The dimension that is a part of a time of a dataset itself, such as its month from 1 to 12; a reason where there is none. */
  findPart(dataset: ModelDataset, reference: DatePart): Element | { readonly refused: string }
}

/** A part of a time. */
export interface DatePart {
  readonly parts: readonly string[]
  readonly datePart: string
}

/** The dimension or entity of a model that an element names. */
type ElementDefinition = (DbtDimension | DbtEntity) & { readonly at: DbtDimension['at'] }

/** Where an element is: the model at the end of relations from a dataset. */
interface Spot {
  readonly path: readonly string[]
  readonly target: ModelDataset
  readonly definition: ElementDefinition
}

/** Adds the dimensions of all models; those through several relations at their first use. */
export function makeElements(source: DatasetSource, datasets: ModelDatasets): Elements {
  const maker = new ElementMaker(source, datasets)
  maker.addDimensions()
  maker.makeRoles()
  return maker
}

class ElementMaker implements Elements {
  readonly #source: DatasetSource
  readonly #datasets: ModelDatasets
  readonly #catalog: Catalog
  readonly #datasetsByName: ReadonlyMap<string, ModelDataset>
  readonly #elements = new Map<string, Element | { readonly refused: string }>()
  /** By the name of an element in queries and its type: the dimension that others are the same as. */
  readonly #roots = new Map<string, string>()

  constructor(source: DatasetSource, datasets: ModelDatasets) {
    this.#source = source
    this.#datasets = datasets
    this.#catalog = createDatasetCatalog(source.draft.datasets)
    this.#datasetsByName = new Map(
      Array.from(datasets.values(), (dataset) => [dataset.name, dataset]),
    )
  }

  /** The dimensions and entities of each dataset itself. Facts come first, so that others are the same as theirs. */
  addDimensions(): void {
    const datasets = [...this.#datasets.values()]
    const isFact = ({ model }: ModelDataset): boolean =>
      model.entities.some(({ type }) => type === 'foreign')
    for (const modelDataset of [
      ...datasets.filter(isFact),
      ...datasets.filter((dataset) => !isFact(dataset)),
    ]) {
      for (const member of listModelMembers(modelDataset.model))
        this.#define(modelDataset, { path: [], target: modelDataset, definition: member })
    }
  }

  /** The dimensions of datasets that one relation leads to, where several ways lead there. */
  makeRoles(): void {
    for (const dataset of this.#datasets.values()) {
      for (const { entity, to } of dataset.relations) {
        if (this.#catalog.reach(dataset.dataset).get(to) !== 'ambiguous') continue
        const target = this.#requireDataset(to)
        for (const member of target.model.dimensions.values())
          this.find(dataset, [entity, member.name])
      }
    }
  }

  find(dataset: ModelDataset, parts: readonly string[]): Element | { readonly refused: string } {
    const spot = this.#findSpot(dataset, parts)
    if (spot === null)
      return { refused: `${parts.join('__')} is no dimension of ${dataset.model.name}` }
    return this.#define(dataset, spot)
  }

  findPart(
    dataset: ModelDataset,
    { parts, datePart }: DatePart,
  ): Element | { readonly refused: string } {
    const isOfMetric = parts.join('__') === METRIC_TIME
    const time = dataset.otherTime === null ? dataset.model.time : null
    const timeParts = isOfMetric ? (time === null ? [] : [time]) : parts
    const spot = this.#findSpot(dataset, timeParts)
    if (spot === null || spot.path.length > 0 || !('grain' in spot.definition)) {
      return { refused: `${parts.join('__')} is no time of ${dataset.model.name}` }
    }
    const query = isOfMetric ? METRIC_TIME : toQueryName(dataset.model, spot)
    const key = `${dataset.name} ${query} extract ${datePart}`
    const cachedElement = this.#elements.get(key)
    if (cachedElement !== undefined) return cachedElement
    const [name, ...alternativeNames] = listPreferredNames(dataset, spot)
    const suffix = `_${datePart.toLowerCase()}`
    const element = this.#make(dataset, spot, {
      query: toPartName(query, datePart),
      names: [
        `${name}${suffix}`,
        ...alternativeNames.map((alternative) => `${alternative}${suffix}`),
      ],
      read: (tree) => createPartTree(tree, datePart),
    })
    this.#elements.set(key, element)
    return element
  }

  #requireDataset(name: string): ModelDataset {
    return this.#datasetsByName.get(name)!
  }

  #findSpot(dataset: ModelDataset, parts: readonly string[]): Spot | null {
    const name = parts.at(-1)!
    const localNames = new Set(
      dataset.model.entities.flatMap((entity) => (entity.type === 'foreign' ? [] : [entity.name])),
    )
    if (dataset.model.primaryEntity !== null) localNames.add(dataset.model.primaryEntity)
    const isLocal = parts.length === 1 || (parts.length === 2 && localNames.has(parts[0]!))
    const member = isLocal
      ? listModelMembers(dataset.model).find((candidate) => candidate.name === name)
      : undefined
    if (member !== undefined) return { path: [], target: dataset, definition: member }
    return this.#follow(dataset, parts.slice(0, -1), name, [])
  }

  /** Follows entities; of several models with an entity, the first that has the member. */
  #follow(
    dataset: ModelDataset,
    entities: readonly string[],
    name: string,
    path: readonly string[],
  ): Spot | null {
    const [entity, ...remainingEntities] = entities
    if (entity === undefined) {
      const member = listModelMembers(dataset.model).find((candidate) => candidate.name === name)
      return member === undefined || path.length === 0
        ? null
        : { path, target: dataset, definition: member }
    }
    for (const relation of dataset.relations.filter((candidate) => candidate.entity === entity)) {
      const spot = this.#follow(this.#requireDataset(relation.to), remainingEntities, name, [
        ...path,
        relation.name,
      ])
      if (spot !== null) return spot
    }
    return null
  }

  #define(
    modelDataset: ModelDataset,
    { path, target, definition: member }: Spot,
  ): Element | { readonly refused: string } {
    const { dataset } = modelDataset
    const reached = path.length === 0 ? null : this.#catalog.reach(dataset).get(target.name)
    // The only way there is a relation of the catalog already.
    if (reached !== null && reached !== 'ambiguous') {
      return this.#define(target, { path: [], target, definition: member })
    }
    const key = [modelDataset.name, ...path, member.name].join(' ')
    const cachedElement = this.#elements.get(key)
    if (cachedElement !== undefined) return cachedElement
    const element = this.#make(modelDataset, { path, target, definition: member })
    this.#elements.set(key, element)
    return element
  }

  #make(
    dataset: ModelDataset,
    spot: Spot,
    {
      query = toQueryName(dataset.model, spot),
      names = listPreferredNames(dataset, spot),
      read = (tree: Expr): Expr => tree,
    } = {},
  ): Element | { readonly refused: string } {
    const { path, target, definition: member } = spot
    const { draft, dialect } = this.#source
    const subject = { kind: 'dimension' as const, name: member.name, at: member.at }
    const table = { name: target.name, model: target.model, table: target.dataset }
    const reading = readModelExpression(member.expr, table, dialect)
    if (reading.tree === null) {
      draft.findings.add('LEFT_OUT', subject, `${member.expr}: ${reading.refusal.message}`)
      return { refused: `the dimension ${member.name} is left out` }
    }
    for (const { message } of reading.notes) draft.findings.add('NOTE', subject, message)
    const rootKey = `${query} ${reading.type}`
    const root = this.#roots.get(rootKey)
    const name = draft.names.dimensions.take(...names)
    if (root === undefined) this.#roots.set(rootKey, name)
    const isTime = 'grain' in member && member.type === 'time'
    const definition: DimensionDefinition = {
      ...toTexts(name, member),
      ...PLAIN_DIMENSION,
      dataset: dataset.name,
      via: path,
      value: toDimensionValue(read(reading.tree)),
      ...(root !== undefined && { sameAs: root }),
      code: draft.takeCode(query),
      originDataType: 'VARCHAR',
    }
    draft.add('dimensions', definition, subject)
    return {
      name,
      root: root ?? name,
      type: reading.type,
      grain: isTime ? (member.grain ?? 'DAY') : null,
    }
  }
}

function listModelMembers({ dimensions, entities }: DbtModel): readonly ElementDefinition[] {
  return [...dimensions.values(), ...entities.filter((entity) => !dimensions.has(entity.name))]
}

/** The name that queries of dbt have for an element: `listing__country`, and `listing` for an entity. */
function toQueryName(model: DbtModel, { path, target, definition: member }: Spot): string {
  const isEntity = !('grain' in member)
  if (path.length === 0) {
    return isEntity || model.primaryEntity === null
      ? member.name
      : `${model.primaryEntity}__${member.name}`
  }
  return [...path, member.name].join('__').replaceAll(`_${target.name}__`, '__')
}

/** Shorter names first; the name of an entity or of the dataset is put before one that is taken. */
function listPreferredNames(
  dataset: ModelDataset,
  { path, definition: member }: Spot,
): readonly [string, ...string[]] {
  const { name, model } = dataset
  if (path.length > 0) {
    const role = [...path, member.name].join('_')
    return [role, `${name}_${role}`]
  }
  const primary = model.primaryEntity
  const isEntity = !('grain' in member)
  const ofEntity = primary === null || isEntity ? [] : [`${primary}_${member.name}`]
  return [member.name, ...ofEntity, `${name}_${member.name}`]
}

function toDimensionValue(tree: Expr): DimensionDefinition['value'] {
  if (tree.kind === 'column') return { type: 'COLUMN_BIND', column: tree.column }
  const expr = rewrite(tree, (node) =>
    node.kind === 'column' ? { kind: 'field', name: node.column, span: node.span } : node,
  )
  return { type: 'CUSTOM', expr: print(expr) }
}

/** The name that queries have for a part of a time: `metric_time__extract_month`. */
export function toPartName(query: string, datePart: string): string {
  return `${query}__extract_${datePart.toLowerCase()}`
}

function createPartTree(time: Expr, datePart: string): Expr {
  const span = { start: 0, end: 0 }
  const written = datePart.toUpperCase()
  const part = written === 'DOW' ? 'DAYOFWEEK' : written === 'DOY' ? 'DAYOFYEAR' : written
  const args: readonly Expr[] = [time, { kind: 'string', value: part, span }]
  return { kind: 'call', name: 'Extract', nameSpan: span, args, span }
}

/** The tree of a reference: the dimension, perhaps by a grain, or a part of it. */
export function createElementTree(
  { kind, parts, grain, datePart }: Omit<ElementReference, 'groupBy'>,
  find: (parts: readonly string[]) => Element | { readonly refused: string },
): { readonly tree: Expr; readonly type: ValueType } | { readonly refused: string } {
  const span = { start: 0, end: 0 }
  const name = parts.join('__')
  const element =
    name === METRIC_TIME ? { name, type: 'TIMESTAMP' as const, grain: 'DAY' } : find(parts)
  if ('refused' in element) return element
  if (datePart !== null) {
    const time: Expr = { kind: 'field', name: element.name, span }
    return { tree: createPartTree(time, datePart), type: 'INT' }
  }
  const by = grain ?? (kind === 'TimeDimension' ? element.grain : null)
  // Theirs is the label of the period, ours its first day.
  if (by !== null && typeof parseGrain(by) !== 'string') {
    return {
      refused: `a filter by ${by}, which is a granularity of its own (custom_granularities)`,
    }
  }
  const suffix = by === null ? '' : `__${by.toLowerCase()}`
  return { tree: { kind: 'field', name: `${element.name}${suffix}`, span }, type: element.type }
}
