import type { ValueType } from '@tributary/expression'
import { toPlainName } from '../draft/names.ts'
import type { Place } from '../draft/place.ts'
import type { SqlField, SqlText, SqlTexts } from '../sql-model/sql-model.ts'
import { findCubeKey, findInheritedKey, isPublic } from './cube-keys.ts'

/** The name of a cube or a member, and its texts, which those that a cube extends may have. */
export function readTexts(...line: readonly [Place, ...Place[]]): SqlTexts {
  const [at] = line
  const name = at.key('name').name()
  const label =
    findInheritedKey(line, 'title').scalarText() ?? (toPlainName(name) === name ? null : name)
  return { name, label, description: findInheritedKey(line, 'description').optionalText(), at }
}

/** The text of `sql`. */
export function readSqlText(at: Place): SqlText {
  const text = at.scalarText() ?? at.wrong('an expression')
  return { text: text.trim() }
}

const TYPES = ['string', 'number', 'time', 'boolean', 'geo', 'switch'] as const

const FITS: Readonly<Record<string, readonly ValueType[]>> = {
  string: ['STRING'],
  number: ['INT', 'DECIMAL', 'DOUBLE'],
  time: ['DATE', 'TIMESTAMP'],
  boolean: ['BOOLEAN'],
}

/** Reads a dimension; one that is not public is a name in others. */
export function readDimension(at: Place, isOpen: (name: string) => boolean): SqlField {
  const base = readTexts(at)
  const word = at.key('type').word(TYPES)
  const fits = FITS[word]
  const isSeen = isPublic(at)
  return {
    ...base,
    sql: findRefusal(at, word) ?? readCaseSql(at.key('case')) ?? readSqlText(at.key('sql')),
    isDimension: isSeen && isOpen(base.name),
    isTime: isSeen && word === 'time',
    note: null,
    type: fits === undefined ? null : { word, fits },
  }
}

function findRefusal(at: Place, word: string): SqlText | null {
  if (FITS[word] === undefined) return { refused: `of the type ${word}` }
  return findCubeKey(at, 'sub_query').flag()
    ? { refused: 'a value of other rows (sub_query)' }
    : null
}

/** The values of conditions, the first that is true. */
function readCaseSql(at: Place): SqlText | null {
  if (at.isAbsent) return null
  if (!at.key('switch').isAbsent) return { refused: 'a case of the values of a switch' }
  const parts = at
    .key('when')
    .items()
    .map((branch) => {
      const condition = branch.key('sql')
      const text = condition.scalarText() ?? condition.wrong('a condition')
      return `WHEN (${text.trim()}) THEN ${readCaseLabel(branch.key('label'))}`
    })
  if (parts.length === 0) at.key('when').wrong('a list of conditions')
  const fallback = at.key('else')
  const last = fallback.isAbsent ? '' : ` ELSE ${readCaseLabel(fallback.key('label'))}`
  return { text: `CASE ${parts.join(' ')}${last} END` }
}

function readCaseLabel(at: Place): string {
  if (typeof at.value === 'object' && at.value !== null) {
    const sql = at.key('sql')
    return `(${sql.scalarText() ?? sql.wrong('an expression')})`
  }
  const text = at.scalarText() ?? at.wrong('a label')
  if (/[\\{}]/.test(text)) at.fail('expected a label without braces and backslashes')
  return `'${text.replaceAll("'", "''")}'`
}

/** Reads a segment: whether its condition is true. */
export function readSegment(at: Place, isOpen: (name: string) => boolean): SqlField {
  const base = readTexts(at)
  return {
    ...base,
    sql: readSqlText(at.key('sql')),
    isTime: false,
    type: null,
    isDimension: isPublic(at) && isOpen(base.name),
    note: 'a segment; a dimension with the values true and false',
  }
}
