import { MOST_NODES } from '@tributary/catalog/internal'
import type { TreeTimeComparisonRequest } from '@tributary/contract'
import { nearNames } from '@tributary/core'
import { compile, type Scope, type TypedExpr, typedReferences } from '@tributary/expression'
import { invalidRequestError } from '../../model/errors.ts'

const PATH = 'metricTreeDef'

/** A tree of a request, whose nodes hang together. */
export interface TreeDefinition {
  readonly root: string
  /** By node: its metric, as the request names it. */
  readonly metrics: ReadonlyMap<string, string>
  /** By node with children: a formula over the names of the children, parents first. */
  readonly formulas: ReadonlyMap<string, TypedExpr>
}

/**
 * Reads the tree of a request. Throws `PLATFORM_INVALID_REQUEST` when its nodes are not one tree, and an `ExpressionError`
 * for a wrong expression.
 */
export function readTree(definition: TreeTimeComparisonRequest['metricTreeDef']): TreeDefinition {
  const { rootNode: root } = definition
  const metrics = new Map(Object.entries(definition.metricTreeNodes))
  const texts = new Map(Object.entries(definition.metricTree))
  if (metrics.size > MOST_NODES) {
    throw createTreeError(
      'metricTreeNodes',
      `has ${metrics.size} nodes; a tree has ${MOST_NODES} at most`,
    )
  }
  if (!metrics.has(root)) throw unknownNode('rootNode', root, metrics)
  for (const node of texts.keys()) {
    if (!metrics.has(node)) throw unknownNode(`metricTree.${node}`, node, metrics)
  }
  const parents = new Map<string, string | null>([[root, null]])
  const formulas = new Map<string, TypedExpr>()
  for (const node of parents.keys()) {
    const text = texts.get(node)
    if (text === undefined) continue
    const path = `metricTree.${node}`
    const formula = compile(text, createTreeScope(metrics), {
      path: `${PATH}.${path}`,
      expect: 'NUMBER',
    })
    const children = new Set(typedReferences(formula).map(({ name }) => name))
    if (children.size === 0)
      throw createTreeError(path, `names no node; leave it out to make "${node}" a leaf`)
    for (const child of children) addChild(parents, child, node)
    formulas.set(node, formula)
  }
  const loose = [...metrics.keys()].filter((node) => !parents.has(node))
  if (loose.length > 0) {
    const names = loose.map((node) => `"${node}"`).join(', ')
    throw createTreeError(
      'metricTreeNodes',
      `has ${names}, which no expression below the root names`,
    )
  }
  return { root, metrics, formulas }
}

function addChild(parents: Map<string, string | null>, child: string, node: string): void {
  const above = parents.get(child)
  if (above === null) {
    throw createTreeError(`metricTree.${node}`, `names the root "${child}", which is above it`)
  }
  if (above !== undefined) {
    const message = `names "${child}", which is below "${above}" already; give it a node of its own with the same metric`
    throw createTreeError(`metricTree.${node}`, message)
  }
  parents.set(child, node)
}

function createTreeScope(metrics: ReadonlyMap<string, string>): Scope {
  return {
    resolve: (reference) =>
      reference.kind === 'field' && metrics.has(reference.name)
        ? { found: { kind: 'reference', type: 'DOUBLE', table: null, name: reference.name } }
        : { problem: { kind: 'unknown' } },
    names: () => metrics.keys(),
  }
}

function unknownNode(path: string, node: string, metrics: ReadonlyMap<string, string>) {
  const [near] = nearNames(node, metrics.keys())
  const hint = near === undefined ? '' : `; did you mean "${near}"?`
  return createTreeError(
    path,
    `names the node "${node}", which metricTreeNodes does not have${hint}`,
  )
}

function createTreeError(path: string, what: string) {
  return invalidRequestError(`${PATH}.${path}`, `${PATH}.${path} ${what}.`)
}
