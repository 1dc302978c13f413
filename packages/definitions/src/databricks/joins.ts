import { walk } from '@tributary/expression'
import type { Place } from '../draft/place.ts'
import { readEqualities } from '../sql-model/equalities.ts'
import type { SqlRelationship } from '../sql-model/sql-model.ts'
import { readUnresolvedSql } from './read-unresolved-sql.ts'

/** The name in texts of the rows that a view measures. */
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

/** The joins of a view with those below them, each after the join that it depends on. */
export function readJoins(at: Place, parent: string = SOURCE, depth = 0): readonly Join[] {
  if (depth > DEEPEST) at.fail(`expected joins of at most ${DEEPEST} levels`)
  return at.items().flatMap((joinPlace) => {
    const name = joinPlace.key('name').name()
    if (name.toLowerCase() === SOURCE) {
      joinPlace.key('name').fail(`"${name}" is the name of the rows that the view measures`)
    }
    const relationship = readJoinRelationship(joinPlace, name, parent)
    const join = { name, source: joinPlace.key('source').text(), at: joinPlace, relationship }
    return [join, ...readJoins(joinPlace.key('joins'), name, depth + 1)]
  })
}

function readJoinRelationship(at: Place, name: string, parent: string): SqlRelationship {
  const base = { name, label: null, description: null, at, from: parent, to: name }
  const none = (refused: string): SqlRelationship => ({ ...base, pairs: [], refused })
  const cardinality = at.key('cardinality').optionalText()
  at.key('rely').key('at_most_one_match')
  if (cardinality !== null && !/^(many|one)_to_one$/i.test(cardinality)) {
    return none(`${cardinality}: a relation leads to at most one row`)
  }
  const using = at.key('using').items()
  if (using.length > 0) {
    const pairs = using.map((place) => place.name()).map((column) => ({ from: column, to: column }))
    return { ...base, pairs, refused: null }
  }
  const text = at.key('on').text()
  return { ...base, ...readEqualities(text, readUnresolvedSql(text), base) }
}

/** The one join all of whose names a text has; `source` where there is none. */
export function findSoleOwner(text: string, joins: readonly Join[]): string {
  const owners = collectQualifiers(text)
  const [only = '', ...remainingOwners] = owners
  const owningJoin = joins.find(({ name }) => name.toLowerCase() === only.toLowerCase())
  return remainingOwners.length > 0 || owningJoin === undefined ? SOURCE : owningJoin.name
}

/** The qualifiers of the names in a text, `""` for names without; empty when the text cannot be read. */
export function collectQualifiers(text: string): ReadonlySet<string> {
  const { tree } = readUnresolvedSql(text)
  const owners = new Set<string>()
  if (tree !== null) {
    walk(tree, (node) => void (node.kind === 'column' && owners.add(node.dataset)))
  }
  return owners
}
