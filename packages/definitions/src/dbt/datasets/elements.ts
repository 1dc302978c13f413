import { type Catalog, type DimensionDefinition, METRIC_TIME } from '@tributary/catalog'
import type { Expr, ValueType } from '@tributary/expression'
import { print, rewrite } from '@tributary/expression'
import { createDatasetCatalog } from '../../draft/create-dataset-catalog.ts'
import { texts } from '../../draft/draft.ts'
import { parseGrain } from '../../draft/spans.ts'
import type { DbtDimension, DbtEntity, DbtModel } from '../manifest/manifest.ts'
import type { ElementReference } from '../manifest/template.ts'
import type { DatasetSource, ModelDataset, ModelDatasets } from './datasets.ts'
import { readOfModel } from './datasets.ts'

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
  find(of: ModelDataset, parts: readonly string[]): Element | { readonly refused: string }
  /** The dimension that is a part of a time of a dataset itself, such as its month from 1 to 12; a reason where there is none. */
  findPart(of: ModelDataset, reference: DatePart): Element | { readonly refused: string }
}

/** A part of a time. */
export interface DatePart {
  readonly parts: readonly string[]
  readonly datePart: string
}

/** The dimension or entity of a model that an element names. */
type Thing = (DbtDimension | DbtEntity) & { readonly at: DbtDimension['at'] }

/** Where an element is: the model at the end of relations from a dataset. */
interface Spot {
  readonly path: readonly string[]
  readonly target: ModelDataset
  readonly thing: Thing
}

/** Makes the dimensions of all models; those through several relations when they are asked for. */
export function makeElements(source: DatasetSource, datasets: ModelDatasets): Elements {
  const maker = new ElementMaker(source, datasets)
  maker.makeOwn()
  maker.makeRoles()
  return maker
}

class ElementMaker implements Elements {
  readonly #source: DatasetSource
  readonly #datasets: ModelDatasets
  readonly #catalog: Catalog
  readonly #named: ReadonlyMap<string, ModelDataset>
  readonly #made = new Map<string, Element | { readonly refused: string }>()
  /** By the name of an element in queries and its type: the dimension that others are the same as. */
  readonly #roots = new Map<string, string>()

  constructor(source: DatasetSource, datasets: ModelDatasets) {
    this.#source = source
    this.#datasets = datasets
    this.#catalog = createDatasetCatalog(source.draft.datasets)
    this.#named = new Map(Array.from(datasets.values(), (dataset) => [dataset.name, dataset]))
  }

  /** The dimensions and entities of each dataset itself. Facts come first, so that others are the same as theirs. */
  makeOwn(): void {
    const all = [...this.#datasets.values()]
    const isFact = ({ model }: ModelDataset): boolean =>
      model.entities.some(({ type }) => type === 'foreign')
    for (const of of [...all.filter(isFact), ...all.filter((dataset) => !isFact(dataset))]) {
      for (const member of listModelMembers(of.model))
        this.#define(of, { path: [], target: of, thing: member })
    }
  }

  /** The dimensions of datasets that one relation leads to, where several ways lead there. */
  makeRoles(): void {
    for (const of of this.#datasets.values()) {
      for (const { entity, to } of of.relations) {
        if (this.#catalog.reach(of.dataset).get(to) !== 'ambiguous') continue
        const target = this.#byName(to)
        for (const member of target.model.dimensions.values()) this.find(of, [entity, member.name])
      }
    }
  }

  find(of: ModelDataset, parts: readonly string[]): Element | { readonly refused: string } {
    const spot = this.#spotOf(of, parts)
    if (spot === null) return { refused: `${parts.join('__')} is no dimension of ${of.model.name}` }
    return this.#define(of, spot)
  }

  findPart(
    of: ModelDataset,
    { parts, datePart }: DatePart,
  ): Element | { readonly refused: string } {
    const isOfMetric = parts.join('__') === METRIC_TIME
    const time = of.otherTime === null ? of.model.time : null
    const timeParts = isOfMetric ? (time === null ? [] : [time]) : parts
    const spot = this.#spotOf(of, timeParts)
    if (spot === null || spot.path.length > 0 || !('grain' in spot.thing)) {
      return { refused: `${parts.join('__')} is no time of ${of.model.name}` }
    }
    const query = isOfMetric ? METRIC_TIME : queryName(of.model, spot)
    const key = `${of.name} ${query} extract ${datePart}`
    const cachedElement = this.#made.get(key)
    if (cachedElement !== undefined) return cachedElement
    const [name, ...alternativeNames] = wantedNames(of, spot)
    const suffix = `_${datePart.toLowerCase()}`
    const element = this.#make(of, spot, {
      query: partName(query, datePart),
      names: [
        `${name}${suffix}`,
        ...alternativeNames.map((alternative) => `${alternative}${suffix}`),
      ],
      read: (tree) => partTree(tree, datePart),
    })
    this.#made.set(key, element)
    return element
  }

  #byName(name: string): ModelDataset {
    return this.#named.get(name)!
  }

  #spotOf(of: ModelDataset, parts: readonly string[]): Spot | null {
    const name = parts.at(-1)!
    const ownNames = new Set(
      of.model.entities.flatMap((entity) => (entity.type === 'foreign' ? [] : [entity.name])),
    )
    if (of.model.primaryEntity !== null) ownNames.add(of.model.primaryEntity)
    const isOwn = parts.length === 1 || (parts.length === 2 && ownNames.has(parts[0]!))
    const member = isOwn
      ? listModelMembers(of.model).find((candidate) => candidate.name === name)
      : undefined
    if (member !== undefined) return { path: [], target: of, thing: member }
    return this.#follow(of, parts.slice(0, -1), name, [])
  }

  /** Follows entities; of several models with an entity the first that has what is asked for. */
  #follow(
    here: ModelDataset,
    entities: readonly string[],
    name: string,
    path: readonly string[],
  ): Spot | null {
    const [entity, ...remainingEntities] = entities
    if (entity === undefined) {
      const member = listModelMembers(here.model).find((candidate) => candidate.name === name)
      return member === undefined || path.length === 0
        ? null
        : { path, target: here, thing: member }
    }
    for (const relation of here.relations.filter((candidate) => candidate.entity === entity)) {
      const spot = this.#follow(this.#byName(relation.to), remainingEntities, name, [
        ...path,
        relation.name,
      ])
      if (spot !== null) return spot
    }
    return null
  }

  #define(
    of: ModelDataset,
    { path, target, thing: member }: Spot,
  ): Element | { readonly refused: string } {
    const { dataset } = of
    const reached = path.length === 0 ? null : this.#catalog.reach(dataset).get(target.name)
    // The only way there is a relation of the catalog already.
    if (reached !== null && reached !== 'ambiguous') {
      return this.#define(target, { path: [], target, thing: member })
    }
    const key = [of.name, ...path, member.name].join(' ')
    const cachedElement = this.#made.get(key)
    if (cachedElement !== undefined) return cachedElement
    const element = this.#make(of, { path, target, thing: member })
    this.#made.set(key, element)
    return element
  }

  #make(
    of: ModelDataset,
    spot: Spot,
    {
      query = queryName(of.model, spot),
      names = wantedNames(of, spot),
      read = (tree: Expr): Expr => tree,
    } = {},
  ): Element | { readonly refused: string } {
    const { path, target, thing: member } = spot
    const { draft, dialect } = this.#source
    const subject = { kind: 'dimension' as const, name: member.name, at: member.at }
    const table = { name: target.name, model: target.model, table: target.dataset }
    const reading = readOfModel(member.expr, table, dialect)
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
      ...texts(name, member),
      ...{ dataset: of.name, via: path, value: dimensionValue(read(reading.tree)) },
      ...(root !== undefined && { sameAs: root }),
      ...{ code: draft.takeCode(query), category: { id: '-1', name: 'Uncategorized' } },
      ...{ originDataType: 'VARCHAR', valueList: [] },
      attributes: { basic: {}, business: {}, technical: {}, management: {} },
    }
    draft.add('dimensions', definition, subject)
    return {
      ...{ name, root: root ?? name, type: reading.type },
      grain: isTime ? (member.grain ?? 'DAY') : null,
    }
  }
}

function listModelMembers({ dimensions, entities }: DbtModel): readonly Thing[] {
  return [...dimensions.values(), ...entities.filter((entity) => !dimensions.has(entity.name))]
}

/** The name that queries of dbt have for an element: `listing__country`, and `listing` for an entity. */
function queryName(model: DbtModel, { path, target, thing: member }: Spot): string {
  const isEntity = !('grain' in member)
  if (path.length === 0) {
    return isEntity || model.primaryEntity === null
      ? member.name
      : `${model.primaryEntity}__${member.name}`
  }
  return [...path, member.name].join('__').replaceAll(`_${target.name}__`, '__')
}

/** Shorter names first; the name of an entity or of the dataset is put before one that is taken. */
function wantedNames(
  of: ModelDataset,
  { path, thing: member }: Spot,
): readonly [string, ...string[]] {
  const { name, model } = of
  if (path.length > 0) {
    const role = [...path, member.name].join('_')
    return [role, `${name}_${role}`]
  }
  const primary = model.primaryEntity
  const isEntity = !('grain' in member)
  const ofEntity = primary === null || isEntity ? [] : [`${primary}_${member.name}`]
  return [member.name, ...ofEntity, `${name}_${member.name}`]
}

function dimensionValue(tree: Expr): DimensionDefinition['value'] {
  if (tree.kind === 'column') return { type: 'COLUMN_BIND', column: tree.column }
  const expr = rewrite(tree, (node) =>
    node.kind === 'column' ? { kind: 'field', name: node.column, span: node.span } : node,
  )
  return { type: 'CUSTOM', expr: print(expr) }
}

/** The name that queries have for a part of a time: `metric_time__extract_month`. */
export function partName(query: string, datePart: string): string {
  return `${query}__extract_${datePart.toLowerCase()}`
}

function partTree(time: Expr, datePart: string): Expr {
  const span = { start: 0, end: 0 }
  const written = datePart.toUpperCase()
  const part = written === 'DOW' ? 'DAYOFWEEK' : written === 'DOY' ? 'DAYOFYEAR' : written
  const args: readonly Expr[] = [time, { kind: 'string', value: part, span }]
  return { kind: 'call', name: 'Extract', nameSpan: span, args, span }
}

/** The tree of a reference: the dimension, perhaps by a grain, or a part of it. */
export function elementTree(
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
    return { tree: partTree(time, datePart), type: 'INT' }
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
