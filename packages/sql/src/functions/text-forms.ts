import {
  clampCount,
  constantText,
  type Edges,
  findingAt,
  MAX_CHARACTERS,
  printRegexp,
  regexpAt,
  SPACES,
} from '@tributary/expression/internal'
import { bind, raw, type SqlText, sqlText } from '../text/sql-text.ts'
import { form, type SqlForm } from './sql-form.ts'

/** Joins texts with `||`, since `concat` ignores NULLs; in balanced pairs, since engines limit the depth of an expression. */
export const concatenated: SqlForm = (args) =>
  concatenateTexts(args.map((argument) => argument.text))

function concatenateTexts(pieces: readonly SqlText[]): SqlText {
  if (pieces.length === 1) return pieces[0]!
  const middle = Math.ceil(pieces.length / 2)
  return sqlText`(${concatenateTexts(pieces.slice(0, middle))} || ${concatenateTexts(pieces.slice(middle))})`
}

/** The characters that `Trim`, `LTrim` and `RTrim` remove, as a parameter. */
export function spaces(): SqlText {
  return bind({ type: 'STRING', value: SPACES })
}

/** A count of characters as a number that engines take: at least `least`, at most 2³¹ − 1; NULL stays NULL. */
export function countAt(index: number, least: 0 | 1): SqlForm {
  const lowest = raw(least)
  return (args) => {
    const { typed, text } = args[index]!
    const { constant } = typed.kind === 'constant' ? typed : { constant: null }
    if (constant?.type === 'INT')
      return bind({ type: 'INT', value: clampCount(constant.value, least) })
    return sqlText`(CASE WHEN ${text} < ${lowest} THEN ${lowest} WHEN ${text} > 2147483647 THEN 2147483647 ELSE ${text} END)`
  }
}

/** `start, length?` of `Substring`, after its text; `count` writes a count of characters at least so large. */
export function substringArguments(
  count: (index: number, least: 0 | 1) => SqlForm = countAt,
): SqlForm {
  const open = form`${0}, ${count(1, 1)}`
  const closed = form`${0}, ${count(1, 1)}, ${count(2, 0)}`
  return (args, call) => (args.length > 2 ? closed : open)(args, call)
}

/** The index of `SplitPart` for engines that count from the end, or fail, below 1: a position that no text has. */
export const partIndex: SqlForm = (args) => {
  const { typed, text } = args[2]!
  if (typed.kind === 'constant' && typed.constant.type === 'INT') {
    const { value } = typed.constant
    const isPlace = value >= 1n && value <= MAX_CHARACTERS
    return bind({ type: 'INT', value: isPlace ? value : MAX_CHARACTERS })
  }
  return sqlText`(CASE WHEN ${text} < 1 OR ${text} > 2147483647 THEN 2147483647 ELSE ${text} END)`
}

/** ` ESCAPE '\'` for a pattern with a backslash, in engines that know no escape without it; without one they are quicker. */
export const likeEscape: SqlForm = (_, { args }) =>
  constantText(args[1])?.includes('\\') ? ESCAPE : NOTHING

const NOTHING = sqlText``
const ESCAPE = sqlText` ESCAPE '\\'`

/** The edges of a text in engines with RE2, or with syntax like it. */
export const RE2: Edges = { start: '^', end: '$' }
/** The edges of a text in Java, whose `$` also stands before a last line feed. */
export const JAVA: Edges = { start: '\\A', end: '\\z' }

/** The constant pattern of `RegexpLike` as a parameter, in a spelling that engines read alike but for the edges. */
export function regexpPattern(edges: Edges): SqlForm {
  return (_, { args }) => bind({ type: 'STRING', value: printRegexp(regexpAt(args), edges) })
}

/** The constant pattern of `RegexpExtract` and `RegexpReplace`, likewise. */
export function findingPattern(edges: Edges): SqlForm {
  return (_, { args }) => bind({ type: 'STRING', value: printRegexp(findingAt(args).node, edges) })
}

/** The number of the group that `RegexpExtract` asks for. */
export const findingGroup: SqlForm = (_, { args }) => raw(findingAt(args).group)

/** The constant replacement of `RegexpReplace`, with a backslash before each character that `special` matches. */
export function replacementText(special: RegExp): SqlForm {
  return (_, { args }) => {
    const value = (constantText(args[2]) ?? '').replace(special, '\\$&')
    return bind({ type: 'STRING', value })
  }
}

/** The stretches of Unicode beyond ASCII in which letters have two cases; Chinese, Japanese and Korean are not among them. */
export const CASED = '[\u00b5-\u2dff\ua640-\uabbf\uff21-\uff5a\u{10400}-\u{1e943}]'
