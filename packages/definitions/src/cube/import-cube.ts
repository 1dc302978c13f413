import { indexByName, type Place } from '../draft/place.ts'
import { parseTableReference, type TableReference } from '../draft/tables.ts'
import { refuseAccessRules } from '../sql-model/access-rules.ts'
import { toModelDocument } from '../sql-model/document.ts'
import type {
  SqlDataset,
  SqlMetric,
  SqlModelDocument,
  SqlRelationship,
  SqlTexts,
} from '../sql-model/sql-model.ts'
import type { SqlTextDialect } from '../sql-text/syntax/dialects.ts'
import { findCubeKey, isPublic } from './cube-keys.ts'
import { readDimension, readSegment, readTexts } from './dimensions.ts'
import { collectDeclarations, collectMembers, type Declared } from './extends.ts'
import { dropRedundantJoins, readJoin } from './joins.ts'
import { readMeasure } from './measures.ts'
import { type Included, readViews } from './views.ts'

/** Whether a document looks like a model of Cube. */
export function isCubeModel(value: object): boolean {
  return Object.hasOwn(value, 'cubes') || ('views' in value && Array.isArray(value.views))
}

/** Whether a file is a model of Cube in JavaScript. */
export function isCubeScript({
  file,
  text,
}: {
  readonly file: string
  readonly text: string
}): boolean {
  return /\.[cm]?[jt]sx?$/i.test(file) || /^(cube|view)\s*\(\s*[`'"]/m.test(text.slice(0, 100_000))
}

/** Reads the cubes of a model, which may be in several files. Throws `DEFINITIONS_INVALID_IMPORT` where it is none. */
export function readCubeModel(
  documents: readonly Place[],
  {
    dialect,
    withoutAccessRules,
  }: { readonly dialect: SqlTextDialect | null; readonly withoutAccessRules: boolean },
): SqlModelDocument {
  const listed = documents.flatMap((document) => document.key('cubes').items())
  const views = documents.flatMap((document) => document.key('views').items())
  if (listed.length === 0) {
    const [first] = documents
    const documentKind = first!.document.isOfSeveral ? 'folder' : 'file'
    first!.key('cubes').fail(`expected cubes; give the ${documentKind} that has them`)
  }
  const declared = collectDeclarations(listed, views)
  const included = readViews(declared, withoutAccessRules)
  const names = new Set(declared.cubes.map((cube) => cube.name))
  const dimensions = declared.cubes.flatMap(({ at }) => at.key('dimensions').items())
  const hasCalendar = dimensions.some((dimension) => !findCubeKey(dimension, 'time_shift').isAbsent)
  const options = { names, included, withoutAccessRules, hasCalendar, dialect: dialect ?? 'ANSI' }
  const cubes = new Map(declared.cubes.map((cube) => [cube.name, readCube(cube, options)] as const))
  return toModelDocument({
    dialect: options.dialect,
    datasets: new Map(Array.from(cubes, ([name, { dataset }]) => [name, dataset])),
    relationships: dropRedundantJoins([...cubes.values()].flatMap(({ joins }) => joins)),
    metrics: [...cubes.values()].flatMap(({ metrics }) => metrics),
    names: { fields: 'IN_BRACES', metrics: 'NEVER', isOneSet: false },
  })
}

interface CubeOptions {
  /** Of all cubes of the model. */
  readonly names: ReadonlySet<string>
  readonly included: Included
  readonly withoutAccessRules: boolean
  /** Whether a dimension defines earlier times itself. */
  readonly hasCalendar: boolean
  readonly dialect: SqlTextDialect
}

interface Cube extends SqlTexts {
  readonly dataset: SqlDataset
  readonly joins: readonly SqlRelationship[]
  readonly metrics: readonly SqlMetric[]
}

function readCube({ at, line, refused }: Declared, options: CubeOptions): Cube {
  const base = readTexts(...line)
  refuseAccessRules(findCubeKey(at, 'access_policy'), options.withoutAccessRules)
  const isAll = isPublic(...line)
  const isOpen = (name: string): boolean => isAll || options.included.has(base.name, name)
  const fields = [
    ...collectMembers(line, 'dimensions').map((dimension) => readDimension(dimension, isOpen)),
    ...collectMembers(line, 'segments').map((segment) => readSegment(segment, isOpen)),
  ]
  const metrics = collectMembers(line, 'measures').map((measure) =>
    readMeasure(measure, base.name, { isOpen, hasCalendar: options.hasCalendar }),
  )
  indexByName<SqlTexts>([...fields, ...metrics], line.length > 1 ? `, in ${base.name}` : '')
  const keys = fields.filter((field) => findCubeKey(field.at, 'primary_key').flag())
  return {
    ...base,
    metrics,
    joins: collectMembers(line, 'joins').map((join) =>
      readJoin(join, { at, name: base.name }, options),
    ),
    dataset: {
      ...base,
      ...(refused === null ? resolveCubeTable(line) : { table: null, refused }),
      filter: null,
      primaryKey: keys.map(({ name }) => `{${name}}`),
      fields: indexByName(fields),
      ...(!isAll && { note: HIDDEN }),
    },
  }
}

const HIDDEN =
  'not public; imported are the members that a view of the model includes, and the measures that those need'

const WHOLE_TABLE = /^select\s+\*\s+from\s+([^\s;()]+)\s*;?$/i

/** The table of a cube, its own or that of the nearest that it extends, or why it has none. */
function resolveCubeTable(line: Declared['line']): {
  readonly table: TableReference | null
  readonly refused: string
} {
  const none = (refused: string) => ({ table: null, refused })
  const [sourcePlaces] = line
    .map((at) => [findCubeKey(at, 'sql_table'), at.key('sql')] as const)
    .filter(isGiven)
  if (sourcePlaces?.every((place) => !place.isAbsent)) return none('it has both sql_table and sql')
  const query = sourcePlaces?.[1].scalarText()?.trim() ?? null
  const text = sourcePlaces?.[0].scalarText()?.trim() ?? WHOLE_TABLE.exec(query ?? '')?.[1] ?? null
  if (text === null) {
    return none(
      query === null ? 'it has no sql_table' : 'its sql is a query; make it a table or a file',
    )
  }
  const table = /[{}]/.test(text) ? null : parseTableReference(text)
  return table === null ? none(`${text} is no name of a table`) : { table, refused: '' }
}

function isGiven(places: readonly Place[]): boolean {
  return places.some((place) => !place.isAbsent)
}
