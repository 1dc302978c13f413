import type { Expr } from '@tributary/expression'
import type { Place } from '../draft/place.ts'
import { equalitiesIn } from '../sql-model/equalities.ts'
import { memberNamed } from '../sql-model/members.ts'
import type { SqlRelationship } from '../sql-model/sql-model.ts'
import type { SqlTextDialect } from '../sql-text/dialects.ts'
import { readSql } from '../sql-text/read-sql.ts'

/** How many rows a join leads from and to, in the words of all versions. */
const CARDINALITIES = [
  ...['many_to_one', 'one_to_one', 'one_to_many', 'belongs_to', 'has_one', 'has_many'],
  ...['manytoone', 'onetoone', 'onetomany', 'belongsto', 'hasone', 'hasmany'],
] as const

/** Reads a join of a cube; `names` has the cubes of the model. */
export function readJoin(
  at: Place,
  from: string,
  { names, dialect }: { readonly names: ReadonlySet<string>; readonly dialect: SqlTextDialect },
): SqlRelationship {
  const to = at.key('name').name(255)
  const ends = { from, to }
  const thing = { name: to, label: null, description: null, at, ...ends }
  const none = (refused: string): SqlRelationship => ({ ...thing, pairs: [], refused })
  const cardinality = at.key('relationship').word(CARDINALITIES)
  const sql = at.key('sql')
  const text = sql.scalarText() ?? sql.wrong('an expression')
  if (!names.has(to)) return none(`the model has no cube ${to}`)
  if (/many$/.test(cardinality)) {
    return none(
      `${cardinality}: a row would count once for each row of ${to}; write it into ${to} as many_to_one`,
    )
  }
  const reading = readSql(text, {
    ...{ dialect, hasBraces: true },
    resolve: (parts) => {
      const member = memberNamed(parts)
      if ('refused' in member) return member
      const column = member.isColumn ? member.name : `{${member.name}}`
      const tree: Expr = { kind: 'column', dataset: member.of ?? from, column, span: NO_PLACE }
      return { tree, type: 'UNKNOWN' }
    },
  })
  return { ...thing, ...equalitiesIn(text, reading, ends) }
}

const NO_PLACE = { start: 0, end: 0 }
