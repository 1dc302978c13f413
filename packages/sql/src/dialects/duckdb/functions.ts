import { castForms, createPrintedRounding } from '../../functions/cast-forms.ts'
import { formatForms } from '../../functions/format-forms.ts'
import { comparingForms, LOGIC_FORMS, nullIfAnyNull } from '../../functions/logic-forms.ts'
import {
  doubleForms,
  finitePower,
  roundForm,
  signForms,
  WHOLE_FORMS,
} from '../../functions/number-forms.ts'
import { allArguments, type FunctionForms, form, type SqlForm } from '../../functions/sql-form.ts'
import {
  concatenated,
  countAt,
  findingGroup,
  findingPattern,
  likeEscape,
  partIndex,
  RE2,
  regexpPattern,
  replacementText,
  spaces,
  substringArguments,
} from '../../functions/text-forms.ts'
import { timeForms } from '../../functions/time-forms.ts'
import { raw, type SqlText, sqlText } from '../../text/sql-text.ts'
import { compareDecimals } from './arithmetic.ts'
import { duckdbCasts } from './casts.ts'
import { duckdbFormats, duckdbTimes } from './times.ts'

const asDouble = (value: SqlText): SqlText => sqlText`CAST(${value} AS DOUBLE)`
const asInt = (value: SqlText): SqlText => sqlText`CAST(${value} AS BIGINT)`
const contains = form`contains(${0}, ${1})`

/** The functions of the language in the SQL of DuckDB. */
export const duckdbFunctions: FunctionForms = {
  ...LOGIC_FORMS,
  ...comparingForms(compareDecimals),
  ...timeForms(duckdbTimes),
  ...formatForms(duckdbFormats),
  ...castForms(duckdbCasts),

  Concat: concatenated,
  Length: form`length(${0})`,
  Lower: form`lower(${0})`,
  Upper: form`upper(${0})`,
  Trim: form`trim(${0}, ${spaces()})`,
  LTrim: form`ltrim(${0}, ${spaces()})`,
  RTrim: form`rtrim(${0}, ${spaces()})`,
  Left: form`left(${0}, ${countAt(1, 0)})`,
  Right: form`right(${0}, ${countAt(1, 0)})`,
  Substring: form`substring(${substringArguments()})`,
  Replace: form`replace(${allArguments})`,
  SplitPart: form`split_part(${0}, ${1}, ${partIndex})`,
  Position: form`strpos(${0}, ${1})`,
  Contains: contains,
  NotContains: form`(NOT ${contains})`,
  StartsWith: form`starts_with(${0}, ${1})`,
  EndsWith: form`suffix(${0}, ${1})`,
  Like: form`(${0} LIKE ${1}${likeEscape})`,
  ILike: form`(lower(${0}) LIKE ${1}${likeEscape})`,
  RegexpLike: form`regexp_matches(${0}, ${regexpPattern(RE2)})`,
  RegexpExtract: form`(CASE WHEN regexp_matches(${0}, ${findingPattern(RE2)}) THEN regexp_extract(${0}, ${findingPattern(RE2)}, ${findingGroup}) END)`,
  RegexpReplace: form`regexp_replace(${0}, ${findingPattern(RE2)}, ${replacementText(/\\/g)}, 'g')`,

  ...doubleForms(asDouble),
  ...signForms(asInt),
  Power: finitePower(asDouble, { power: 'power', isFinite: 'isfinite' }),
  Greatest: nullIfAnyNull(form`greatest(${allArguments})`),
  Least: nullIfAnyNull(form`least(${allArguments})`),
  Floor: withRoom(WHOLE_FORMS.Floor),
  Ceil: withRoom(WHOLE_FORMS.Ceil),
  Trunc: withRoom(WHOLE_FORMS.Trunc),
  Round: roundForm({
    int: (x, digits) => sqlText`TRY_CAST(round(CAST(${x} AS DECIMAL(38, 0)), ${digits}) AS BIGINT)`,
    toInteger: (x) => sqlText`round(${x})`,
    printed: createPrintedRounding(duckdbCasts),
    decimal: roundDecimal,
  }),
}

/** The digits after the point of a cast to DECIMAL, and those that remain before it of DuckDB's 38. */
const [FRACTION, WHOLE] = [10, 28]

/**
 * A form whose result, a decimal without a fraction, leaves room for the fraction of another, since DuckDB drops digits
 * of a fraction when both together have more than 38. NULL for a number of more than 28 digits.
 */
function withRoom(inner: SqlForm): SqlForm {
  return (args, call) =>
    call.type === 'DECIMAL'
      ? sqlText`TRY_CAST(${inner(args, call)} AS DECIMAL(28, 0))`
      : inner(args, call)
}

/** A rounded decimal of limited size: decimals with more than 38 digits in all lose some when they meet. */
function roundDecimal(number: SqlText, digits: number): SqlText {
  const rounded = (operand: SqlText): SqlText => sqlText`round(${operand}, ${raw(digits)})`
  const cast = (operand: SqlText, scale: number): SqlText =>
    sqlText`TRY_CAST(${operand} AS ${raw(`DECIMAL(${WHOLE + scale}, ${scale})`)})`
  // DuckDB 1.5 gives 0 for any value, even NULL, when rounding removes all digits that the type has before its point.
  if (digits < 0) return rounded(cast(sqlText`trunc(${number})`, 0))
  return digits > FRACTION ? rounded(number) : cast(rounded(number), digits)
}
