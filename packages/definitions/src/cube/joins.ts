import type { Expr } from '@tributary/expression'
import type { Place } from '../draft/place.ts'
import { readEqualities } from '../sql-model/equalities.ts'
import { parseMemberName } from '../sql-model/members.ts'
import type { SqlRelationship, SqlTexts } from '../sql-model/sql-model.ts'
import { readSql } from '../sql-text/read-sql.ts'
import type { SqlTextDialect } from '../sql-text/syntax/dialects.ts'

/** How many rows a join leads from and to, in the words of all versions. */
const CARDINALITIES = [
  'many_to_one',
  'one_to_one',
  'one_to_many',
  'belongs_to',
  'has_one',
  'has_many',
  'manytoone',
  'onetoone',
  'onetomany',
  'belongsto',
  'hasone',
  'hasmany',
] as const

/** Reads a join of a cube, its own or one of what it extends; `names` has the cubes of the model. */
export function readJoin(
  at: Place,
  { name: from, at: cube }: Pick<SqlTexts, 'name' | 'at'>,
  { names, dialect }: { readonly names: ReadonlySet<string>; readonly dialect: SqlTextDialect },
): SqlRelationship {
  const to = at.key('name').name(255)
  const ends = { from, to }
  const isInCube = at.document === cube.document && at.path.startsWith(`${cube.path}.`)
  const base = {
    name: to,
    label: null,
    description: null,
    at,
    ...ends,
    ...(!isInCube && { displayName: `${from}.${to}` }),
  }
  const none = (refused: string): SqlRelationship => ({ ...base, pairs: [], refused })
  const cardinality = at.key('relationship').word(CARDINALITIES)
  const sql = at.key('sql')
  const text = sql.scalarText() ?? sql.wrong('an expression')
  if (!names.has(to)) return none(`the model has no cube ${to}`)
  const reading = readSql(text, {
    dialect,
    hasBraces: true,
    resolve: (parts) => {
      const member = parseMemberName(parts)
      if ('refused' in member) return member
      const column = member.isColumn ? member.name : `{${member.name}}`
      const tree: Expr = { kind: 'column', dataset: member.dataset ?? from, column, span: NO_PLACE }
      return { tree, type: 'UNKNOWN' }
    },
  })
  const joined: SqlRelationship = { ...base, ...readEqualities(text, reading, ends) }
  return /many$/.test(cardinality) ? invertJoin(joined) : joined
}

/** A join from one row to many as the relation of the other cube. */
function invertJoin(join: SqlRelationship): SqlRelationship {
  const { from, to } = join
  return {
    ...join,
    name: from,
    from: to,
    to: from,
    declaredBy: from,
    pairs: join.pairs.map((pair) => ({ from: pair.to, to: pair.from })),
    note: `a relation of ${to}; by a dimension of ${from}, rows of ${to} without one of ${from} are a group here and not in Cube, and rows of ${from} without one of ${to} are one in Cube and not here`,
  }
}

/** The joins of a model, without those from one row to many that the other cube declares itself. */
export function dropRedundantJoins(joins: readonly SqlRelationship[]): readonly SqlRelationship[] {
  const toJoinKey = ({ from, to }: SqlRelationship): string => JSON.stringify([from, to])
  const declared = new Set(
    joins.filter((join) => join.declaredBy === undefined && join.refused === null).map(toJoinKey),
  )
  return joins.filter((join) => join.declaredBy === undefined || !declared.has(toJoinKey(join)))
}

const NO_PLACE = { start: 0, end: 0 }
