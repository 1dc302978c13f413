import {
  type LetterTable,
  lowerLetters,
  MAX_LN,
  MIN_INT,
  upperLetters,
} from '@tributary/expression/internal'
import { castForms, createPrintedRounding } from '../../functions/cast-forms.ts'
import { formatForms } from '../../functions/format-forms.ts'
import { LOGIC_FORMS, nullIfAnyNull } from '../../functions/logic-forms.ts'
import {
  doubleForms,
  EXPONENTS,
  formOfDoubles,
  roundForm,
  signForms,
  WHOLE_FORMS,
} from '../../functions/number-forms.ts'
import {
  allArguments,
  type FunctionForms,
  form,
  type SqlForm,
  withArguments,
} from '../../functions/sql-form.ts'
import {
  CASED,
  concatenated,
  countAt,
  findingPattern,
  partIndex,
  RE2,
  regexpPattern,
  replacementText,
  spaces,
  substringArguments,
} from '../../functions/text-forms.ts'
import { timeForms } from '../../functions/time-forms.ts'
import { bind, type SqlText, sqlText } from '../../text/sql-text.ts'
import { postgresqlCasts } from './casts.ts'
import { postgresqlFormats, postgresqlTimes } from './times.ts'

const asDouble = (value: SqlText): SqlText => sqlText`CAST(${value} AS double precision)`
const asInt = (value: SqlText): SqlText => sqlText`CAST(${value} AS bigint)`
/** A count of characters as a 32-bit integer. */
const integerAt = (index: number, least: 0 | 1): SqlForm =>
  form`CAST(${countAt(index, least)} AS integer)`
const contains = form`(strpos(${0}, ${1}) > 0)`
const comparedNullIf = form`(CASE WHEN ${0} = ${1} THEN NULL ELSE ${0} END)`
const lower = letterCase(sqlText`lower`, lowerLetters)

/** The functions of the language in the SQL of PostgreSQL. */
export const postgresqlFunctions: FunctionForms = {
  ...LOGIC_FORMS,
  Between: (args) => {
    const [value, low, high] = args.map(({ text }) => text)
    const isText = args[0]!.typed.type === 'STRING'
    return sqlText`(${isText ? byCodePoint(value!) : value!} BETWEEN ${low!} AND ${high!})`
  },
  // NULLIF would convert the value to the type of the other argument, and lose digits.
  NullIf: (args, call) =>
    args[0]!.typed.type === args[1]!.typed.type
      ? LOGIC_FORMS.NullIf(args, call)
      : comparedNullIf(args, call),

  ...timeForms(postgresqlTimes),
  ...formatForms(postgresqlFormats),
  ...castForms(postgresqlCasts),

  Concat: concatenated,
  Length: form`CAST(char_length(${0}) AS bigint)`,
  Lower: lower,
  Upper: letterCase(sqlText`upper`, upperLetters),
  Trim: form`btrim(${0}, ${spaces()})`,
  LTrim: form`ltrim(${0}, ${spaces()})`,
  RTrim: form`rtrim(${0}, ${spaces()})`,
  Left: form`left(${0}, ${integerAt(1, 0)})`,
  Right: form`right(${0}, ${integerAt(1, 0)})`,
  Substring: form`substring(${substringArguments(integerAt)})`,
  Replace: form`replace(${allArguments})`,
  SplitPart: form`split_part(${0}, ${1}, CAST(${partIndex} AS integer))`,
  Position: form`CAST(strpos(${0}, ${1}) AS bigint)`,
  Contains: contains,
  NotContains: form`(NOT ${contains})`,
  StartsWith: form`starts_with(${0}, ${1})`,
  EndsWith: form`(right(${0}, char_length(${1})) = ${1})`,
  Like: form`(${0} LIKE ${1})`,
  ILike: form`(${lower} LIKE ${1})`,
  RegexpLike: form`(${0} ~ ${regexpPattern(RE2)})`,
  RegexpExtract: form`(regexp_match(${0}, ${findingPattern(RE2)}))[1]`,
  RegexpReplace: form`regexp_replace(${0}, ${findingPattern(RE2)}, ${replacementText(/\\/g)}, 'g')`,

  ...WHOLE_FORMS,
  ...doubleForms(asDouble),
  ...signForms(asInt),
  Power: formOfDoubles(asDouble, (base, exponent) => power(base!, exponent!)),
  Greatest: extreme(form`greatest(${allArguments})`),
  Least: extreme(form`least(${allArguments})`),
  Round: roundForm({
    int: (x, digits) => {
      const rounded = sqlText`round(CAST(${x} AS numeric), ${digits})`
      const most = bind({ type: 'INT', value: -MIN_INT - 1n })
      const least = bind({ type: 'INT', value: MIN_INT })
      return sqlText`(CASE WHEN ${rounded} BETWEEN ${least} AND ${most} THEN CAST(${rounded} AS bigint) END)`
    },
    // Its `round` of a double rounds halves to even and takes no digits.
    toInteger: (x) => sqlText`CAST(round(CAST(CAST(${x} AS text) AS numeric)) AS double precision)`,
    printed: createPrintedRounding(postgresqlCasts),
  }),
}

/** A text that is compared by code point, regardless of the locale. */
function byCodePoint(text: SqlText): SqlText {
  return sqlText`${text} COLLATE "C"`
}

function extreme(inner: SqlForm): SqlForm {
  const ordered = withArguments(inner, ({ text }, { type }) =>
    type === 'STRING' ? byCodePoint(text) : text,
  )
  return nullIfAnyNull(ordered)
}

/**
 * Its `lower` and `upper` depend on the locale of the database, so they convert ASCII only; other letters are translated,
 * and only in texts that have such letters, since `translate` searches its whole list.
 */
function letterCase(name: SqlText, letters: () => LetterTable): SqlForm {
  return ([argument]) => {
    const { text } = argument!
    const { from, to } = letters()
    const [cased, old, changed] = [CASED, from, to].map((value) => bind({ type: 'STRING', value }))
    const ascii = sqlText`${name}(${text} COLLATE "C")`
    return sqlText`(CASE WHEN ${text} ~ ${cased!} THEN translate(${ascii}, ${old!}, ${changed!}) ELSE ${ascii} END)`
  }
}

/** An exponent with which every number but 1 and -1 overflows or vanishes, and one with which every power is 1. */
const MOST: SqlText = bind({ type: 'DOUBLE', value: 1e290 })
const LITTLE: SqlText = bind({ type: 'DOUBLE', value: 1e-290 })

/** The largest logarithm of a power: a little less than that of the largest double, since it is rounded. */
const LARGEST: SqlText = bind({ type: 'DOUBLE', value: MAX_LN - 1e-9 })

/** Its `power` fails when the result is not a number, too large or too small, so that is checked first. */
function power(base: SqlText, exponent: SqlText): SqlText {
  const { least } = EXPONENTS
  const size = sqlText`ln(abs(${base})) * GREATEST(LEAST(${exponent}, ${MOST}), -${MOST})`
  return sqlText`(CASE WHEN ${base} IS NULL OR ${exponent} IS NULL THEN NULL WHEN ${exponent} = 0 OR ${base} = 1 THEN 1 WHEN ${exponent} = 1 THEN ${base} WHEN ${base} = 0 THEN CASE WHEN ${exponent} > 0 THEN 0 END WHEN ${base} < 0 AND ${exponent} <> trunc(${exponent}) THEN NULL WHEN abs(${exponent}) < ${LITTLE} THEN 1 WHEN ${size} > ${LARGEST} THEN NULL WHEN ${size} < ${least} THEN 0 ELSE power(${base}, ${exponent}) END)`
}
