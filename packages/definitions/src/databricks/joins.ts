import { type Expr, walk } from '@tributary/expression'
import type { Place } from '../draft/place.ts'
import type { SqlRelationship } from '../sql-model/sql-model.ts'
import { readUnresolved } from './names-in.ts'

/** What texts call the rows that a view measures. */
export const SOURCE = 'source'

/** A joined table with the relation that leads to it. */
export interface Join {
  readonly name: string
  readonly source: string
  readonly at: Place
  readonly relationship: SqlRelationship
}

/** Joins within joins are read so deep. */
const DEEPEST = 50

/** The joins of a view with those below them, each after the one that it stands on. */
export function readJoins(at: Place, parent: string = SOURCE, depth = 0): readonly Join[] {
  if (depth > DEEPEST) at.fail(`expected joins of at most ${DEEPEST} levels`)
  return at.items().flatMap((one) => {
    const name = one.key('name').name()
    if (name.toLowerCase() === SOURCE) {
      one.key('name').fail(`"${name}" is the name of the rows that the view measures`)
    }
    const relationship = relationOf(one, name, parent)
    const join = { name, source: one.key('source').text(), at: one, relationship }
    return [join, ...readJoins(one.key('joins'), name, depth + 1)]
  })
}

function relationOf(at: Place, name: string, parent: string): SqlRelationship {
  const thing = { name, label: null, description: null, at, from: parent, to: name }
  const none = (refused: string): SqlRelationship => ({ ...thing, pairs: [], refused })
  const cardinality = at.key('cardinality').optionalText()
  at.key('rely').key('at_most_one_match')
  if (cardinality !== null && !/^(many|one)_to_one$/i.test(cardinality)) {
    return none(`${cardinality}: a relation leads to at most one row`)
  }
  const using = at.key('using').items()
  if (using.length > 0) {
    const pairs = using.map((one) => one.name()).map((column) => ({ from: column, to: column }))
    return { ...thing, pairs, refused: null }
  }
  const text = at.key('on').text()
  const reading = readUnresolved(text)
  if (reading.tree === null) return none(`${text}: ${reading.refusal.message}`)
  const parts =
    reading.tree.kind === 'logical' && reading.tree.op === 'AND'
      ? reading.tree.operands
      : [reading.tree]
  const pairs = parts.map((part) => pairOf(part, parent, name))
  return pairs.every((pair) => pair !== null)
    ? { ...thing, pairs, refused: null }
    : none(`${text}: a relation is equalities of columns of ${parent} and ${name}`)
}

function pairOf(part: Expr, parent: string, name: string): SqlRelationship['pairs'][number] | null {
  if (part.kind !== 'comparison' || part.op !== '=') return null
  const { left, right } = part
  if (left.kind !== 'column' || right.kind !== 'column') return null
  const is = (column: typeof left, of: string): boolean =>
    column.dataset.toLowerCase() === of.toLowerCase()
  if (is(left, parent) && is(right, name)) return { from: left.column, to: right.column }
  if (is(right, parent) && is(left, name)) return { from: right.column, to: left.column }
  return null
}

/** The one join all of whose names a text has; `source` where there is none. */
export function ownerOf(text: string, joins: readonly Join[]): string {
  const owners = ownersIn(text)
  const [only = '', ...others] = owners
  const found = joins.find(({ name }) => name.toLowerCase() === only.toLowerCase())
  return others.length > 0 || found === undefined ? SOURCE : found.name
}

/** What stands before the names in a text: `""` for nothing. Empty where it cannot be read. */
export function ownersIn(text: string): ReadonlySet<string> {
  const { tree } = readUnresolved(text)
  const owners = new Set<string>()
  if (tree !== null) {
    walk(tree, (node) => void (node.kind === 'column' && owners.add(node.dataset)))
  }
  return owners
}
