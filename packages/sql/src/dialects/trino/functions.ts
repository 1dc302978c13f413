import { constantText } from '@tributary/expression/internal'
import { castForms, createPrintedRounding } from '../../functions/cast-forms.ts'
import { formatForms } from '../../functions/format-forms.ts'
import { comparingForms, LOGIC_FORMS } from '../../functions/logic-forms.ts'
import {
  doubleForms,
  finitePower,
  roundForm,
  signForms,
  WHOLE_FORMS,
} from '../../functions/number-forms.ts'
import {
  allArguments,
  type FunctionForms,
  form,
  type SqlArgument,
  type SqlForm,
} from '../../functions/sql-form.ts'
import {
  concatenated,
  countAt,
  findingGroup,
  findingPattern,
  JAVA,
  likeEscape,
  partIndex,
  regexpPattern,
  replacementText,
  spaces,
  substringArguments,
} from '../../functions/text-forms.ts'
import { timeForms } from '../../functions/time-forms.ts'
import { raw, type SqlText, sqlText } from '../../text/sql-text.ts'
import { compareDecimals } from './arithmetic.ts'
import { trinoCasts } from './casts.ts'
import { trinoFormats, trinoTimes } from './times.ts'

const asDouble = (value: SqlText): SqlText => sqlText`CAST(${value} AS double)`
const asInt = (value: SqlText): SqlText => sqlText`CAST(${value} AS bigint)`
/** Without a comparison: Trino rewrites `year(d) > 2147483647` as one with a date, and fails. */
const count = (index: number, least: 0 | 1): SqlForm => {
  const computed = form`least(greatest(${index}, ${raw(least)}), 2147483647)`
  return (args, call) => (isConstant(args[index]!) ? countAt(index, least) : computed)(args, call)
}
const computedPart = form`(CASE WHEN ${2} < 1 THEN 2147483647 ELSE least(${2}, 2147483647) END)`
const part: SqlForm = (args, call) => (isConstant(args[2]!) ? partIndex : computedPart)(args, call)
const isConstant = ({ typed }: SqlArgument): boolean => typed.kind === 'constant'
const contains = form`(strpos(${0}, ${1}) > 0)`
const replace = form`replace(${allArguments})`
const replaceUnlessEmpty = form`(CASE WHEN ${1} <> '' THEN ${replace} WHEN ${1} = '' AND ${2} IS NOT NULL THEN ${0} END)`

/** The functions of the language in the SQL of Trino. */
export const trinoFunctions: FunctionForms = {
  ...LOGIC_FORMS,
  ...comparingForms(compareDecimals),
  ...timeForms(trinoTimes),
  ...formatForms(trinoFormats),
  ...castForms(trinoCasts),

  Concat: concatenated,
  Length: form`length(${0})`,
  // A few rare letters follow Trino's own version of Unicode.
  Lower: form`lower(${0})`,
  // Letters that Unicode spells with several in the other case stay as they are there.
  Upper: form`replace(upper(${0}), 'ß', 'ẞ')`,
  Trim: form`trim(BOTH ${spaces()} FROM ${0})`,
  LTrim: form`trim(LEADING ${spaces()} FROM ${0})`,
  RTrim: form`trim(TRAILING ${spaces()} FROM ${0})`,
  Left: form`substr(${0}, 1, ${count(1, 0)})`,
  Right: form`substr(${0}, greatest(length(${0}) - ${count(1, 0)}, 0) + 1)`,
  Substring: form`substr(${substringArguments(count)})`,
  // Its `replace` finds an empty text before every character.
  Replace: (args, call) => (constantText(call.args[1]) ? replace : replaceUnlessEmpty)(args, call),
  SplitPart: form`(CASE WHEN ${0} IS NOT NULL AND ${2} IS NOT NULL THEN COALESCE(split_part(${0}, ${1}, ${part}), '') END)`,
  Position: form`strpos(${0}, ${1})`,
  Contains: contains,
  NotContains: form`(NOT ${contains})`,
  StartsWith: form`starts_with(${0}, ${1})`,
  EndsWith: form`(substr(${0}, greatest(length(${0}) - length(${1}), 0) + 1) = ${1})`,
  Like: form`(${0} LIKE ${1}${likeEscape})`,
  ILike: form`(lower(${0}) LIKE ${1}${likeEscape})`,
  RegexpLike: form`regexp_like(${0}, ${regexpPattern(JAVA)})`,
  RegexpExtract: form`regexp_extract(${0}, ${findingPattern(JAVA)}, ${findingGroup})`,
  RegexpReplace: form`regexp_replace(${0}, ${findingPattern(JAVA)}, ${replacementText(/[\\$]/g)})`,

  ...WHOLE_FORMS,
  Trunc: form`truncate(${0})`,
  ...doubleForms(asDouble),
  ...signForms(asInt),
  Power: finitePower(asDouble, { power: 'power', isFinite: 'is_finite' }),
  Greatest: form`greatest(${allArguments})`,
  Least: form`least(${allArguments})`,
  Round: roundForm({
    int: (x, digits) => sqlText`TRY_CAST(round(CAST(${x} AS decimal(38, 0)), ${digits}) AS bigint)`,
    toInteger: (x) => sqlText`round(${x})`,
    printed: createPrintedRounding(trinoCasts),
  }),
}
