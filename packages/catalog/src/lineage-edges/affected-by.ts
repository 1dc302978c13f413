import type { SlicedWork } from '@tributary/core/internal'
import { vertexKey } from '@tributary/lineage/internal'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import type { DimensionDefinition } from '../definitions/dimension.ts'
import type { MetricDefinition } from '../definitions/metric.ts'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import type { SomeDefinitions } from './collect-lineage.ts'
import { datasetColumnRef, sourceColumnRef, sourceRef } from './lineage-set.ts'

/** A definition that appears in the lineage. */
export interface DefinitionRef {
  readonly kind: 'dataset' | 'dimension' | 'metric'
  readonly name: string
}

/**
 * The definitions whose lineage may be another when some have changed, appeared or gone: those, whatever mentions
 * them by any text that leads to them, whatever mentions that, and so on. `before` and `after` are the catalogs
 * around the change. Work in slices.
 */
export function* affectedBy(
  before: Catalog,
  after: Catalog,
  changed: readonly DefinitionRef[],
): SlicedWork<SomeDefinitions> {
  const affected = {
    dataset: new Set<string>(),
    dimension: new Set<string>(),
    metric: new Set<string>(),
  }
  const mentions = yield* mentionsIn(after)
  const sharing = sharingIn(before, after)
  const waiting = [...changed]
  let visitedCount = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (++visitedCount % AT_ONCE === 0) yield
    const { kind, name } = next
    if (affected[kind].has(name)) continue
    affected[kind].add(name)
    for (const catalog of [before, after]) {
      for (const text of listReferenceTexts(catalog, next))
        waiting.push(...(mentions.get(text) ?? []))
      const dataset = kind === 'dataset' ? catalog.datasets.byName(name) : undefined
      if (dataset === undefined) continue
      for (const key of listSharedKeys(dataset)) waiting.push(...(sharing().get(key) ?? []))
    }
  }
  return { datasets: affected.dataset, dimensions: affected.dimension, metrics: affected.metric }
}

/** Definitions between two yields: less than a millisecond of work. */
const AT_ONCE = 64

/** The texts that lead to a definition. */
function* listReferenceTexts(catalog: Catalog, { kind, name }: DefinitionRef): Generator<string> {
  const definition = catalog[`${kind}s`].byName(name)
  if (definition === undefined) return
  yield definition.name
  yield definition.displayName
  if ('code' in definition && definition.code !== null) yield definition.code
}

/** By text the definitions that may look others up by it. */
function* mentionsIn({
  workspace,
}: Catalog): SlicedWork<ReadonlyMap<string, readonly DefinitionRef[]>> {
  const index = new Map<string, DefinitionRef[]>()
  const note = (kind: DefinitionRef['kind'], name: string, texts: Iterable<string>): void => {
    const ref = { kind, name }
    for (const text of texts) {
      const definitionRefs = index.get(text)
      if (definitionRefs === undefined) index.set(text, [ref])
      else if (definitionRefs.at(-1) !== ref) definitionRefs.push(ref)
    }
  }
  const each = function* each<Definition extends { readonly name: string }>(
    kind: DefinitionRef['kind'],
    all: readonly Definition[],
    textsOf: (definition: Definition) => Iterable<string>,
  ): SlicedWork<void> {
    for (const [place, definition] of all.entries()) {
      if (place % AT_ONCE === 0) yield
      note(kind, definition.name, textsOf(definition))
    }
  }
  yield* each('dataset', workspace.datasets, ofDataset)
  yield* each('dimension', workspace.dimensions, ofDimension)
  yield* each('metric', workspace.metrics, ofMetric)
  return index
}

function* ofDataset({ relations, filter }: DatasetDefinition): Generator<string> {
  for (const { to } of relations) yield to
  if (filter !== null) yield* listMentionedNames(filter)
}

function* ofDimension({ dataset, value, sameAs }: DimensionDefinition): Generator<string> {
  yield dataset
  if (sameAs !== undefined) yield sameAs
  if (value.type === 'CUSTOM') yield* listMentionedNames(value.expr)
  if (value.type === 'HAVING') {
    yield value.per
    yield* listMentionedNames(value.condition)
  }
}

function* ofMetric(metric: MetricDefinition): Generator<string> {
  if (metric.type === 'DERIVED') yield metric.metric
  else if (metric.dataset !== null) yield metric.dataset
  if (metric.type !== 'DERIVED' && metric.expr !== null) yield* listMentionedNames(metric.expr)
  if (metric.type === 'COMPOSITE') return
  for (const filter of metric.filters) yield* listMentionedNames(filter)
}

/**
 * By vertex the datasets that state it, made when it is first needed; the vertices of datasets on one file are theirs
 * together.
 */
function sharingIn(...catalogs: readonly Catalog[]): () => Map<string, DefinitionRef[]> {
  let refsByKey: Map<string, DefinitionRef[]> | null = null
  return () => {
    if (refsByKey !== null) return refsByKey
    refsByKey = new Map()
    for (const { datasets } of catalogs) {
      for (const dataset of datasets.all) {
        const ref: DefinitionRef = { kind: 'dataset', name: dataset.name }
        for (const key of listSharedKeys(dataset)) {
          const keyRefs = refsByKey.get(key)
          if (keyRefs === undefined) refsByKey.set(key, [ref])
          else keyRefs.push(ref)
        }
      }
    }
    return refsByKey
  }
}

function* listSharedKeys(dataset: DatasetDefinition): Generator<string> {
  yield vertexKey(sourceRef(dataset))
  for (const column of dataset.columns) {
    yield vertexKey(sourceColumnRef(dataset, column))
    yield vertexKey(datasetColumnRef(dataset, column.name))
  }
}

// The language's own tokens: texts come first, because what is inside them is no name.
const TOKENS =
  /"[^"\\]*(?:(?:\\[\s\S]|"")[^"\\]*)*"|'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*'|\['([^']*(?:''[^']*)*)'[ \t\r\n]*\/[ \t\r\n]*'[^']*(?:''[^']*)*'\]|\['([^']*(?:''[^']*)*)'\]|\[([^\]]*(?:\]\][^\]]*)*)\]/g

/**
 * By what an expression without mistakes may look other definitions up: its names with and without what may be a grain, of
 * `['dataset'/'column']` the dataset. Far quicker than parsing it.
 */
function* listMentionedNames(expression: string): Generator<string, void, undefined> {
  for (const [, dataset, quoted, plain] of expression.matchAll(TOKENS)) {
    if (dataset !== undefined) {
      yield dataset.replaceAll("''", "'")
      continue
    }
    const name = plain === undefined ? quoted?.replaceAll("''", "'") : plain.replaceAll(']]', ']')
    if (name === undefined) continue
    const trimmed = name.trim()
    for (const text of new Set([name, trimmed])) {
      yield text
      const at = text.lastIndexOf('__')
      if (at > 0) yield text.slice(0, at)
    }
  }
}
