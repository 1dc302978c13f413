import { constantText } from '@tributary/expression/internal'
import { asPrinted, castForms } from '../../functions/cast-forms.ts'
import { formatForms } from '../../functions/format-forms.ts'
import { LOGIC_FORMS } from '../../functions/logic-forms.ts'
import {
  doubleForms,
  finitePower,
  roundForm,
  signForms,
  WHOLE_FORMS,
} from '../../functions/number-forms.ts'
import { allArguments, type FunctionForms, form } from '../../functions/sql-form.ts'
import {
  concatenated,
  countAt,
  JAVA,
  likeEscape,
  partIndex,
  regexpPattern,
  spaces,
  substringArguments,
} from '../../functions/text-forms.ts'
import { timeForms } from '../../functions/time-forms.ts'
import { type SqlText, sqlText } from '../../text/sql-text.ts'
import { trinoCasts } from './casts.ts'
import { trinoFormats, trinoTimes } from './times.ts'

const asDouble = (value: SqlText): SqlText => sqlText`CAST(${value} AS double)`
const asInt = (value: SqlText): SqlText => sqlText`CAST(${value} AS bigint)`
const contains = form`(strpos(${0}, ${1}) > 0)`
const replace = form`replace(${allArguments})`
const replaceUnlessEmpty = form`(CASE WHEN ${1} = '' THEN ${0} ELSE ${replace} END)`

/** The functions of the language in the SQL of Trino. */
export const trinoFunctions: FunctionForms = {
  ...LOGIC_FORMS,
  ...timeForms(trinoTimes),
  ...formatForms(trinoFormats),
  ...castForms(trinoCasts),

  Concat: concatenated,
  Length: form`length(${0})`,
  // A few rare letters follow Trino's own version of Unicode.
  Lower: form`lower(${0})`,
  Upper: form`upper(${0})`,
  Trim: form`trim(BOTH ${spaces()} FROM ${0})`,
  LTrim: form`trim(LEADING ${spaces()} FROM ${0})`,
  RTrim: form`trim(TRAILING ${spaces()} FROM ${0})`,
  Left: form`substr(${0}, 1, ${countAt(1, 0)})`,
  Right: form`substr(${0}, greatest(length(${0}) - ${countAt(1, 0)}, 0) + 1)`,
  Substring: form`substr(${substringArguments()})`,
  // Its `replace` finds an empty text before every character.
  Replace: (args, call) => (constantText(call.args[1]) ? replace : replaceUnlessEmpty)(args, call),
  SplitPart: form`(CASE WHEN ${0} IS NOT NULL AND ${2} IS NOT NULL THEN COALESCE(split_part(${0}, ${1}, ${partIndex}), '') END)`,
  Position: form`strpos(${0}, ${1})`,
  Contains: contains,
  NotContains: form`(NOT ${contains})`,
  StartsWith: form`starts_with(${0}, ${1})`,
  EndsWith: form`(substr(${0}, greatest(length(${0}) - length(${1}), 0) + 1) = ${1})`,
  Like: form`(${0} LIKE ${1}${likeEscape})`,
  ILike: form`(lower(${0}) LIKE ${1}${likeEscape})`,
  RegexpLike: form`regexp_like(${0}, ${regexpPattern(JAVA)})`,

  ...WHOLE_FORMS,
  Trunc: form`truncate(${0})`,
  ...doubleForms(asDouble),
  ...signForms(asInt),
  Power: finitePower(asDouble, { power: 'power', isFinite: 'is_finite' }),
  Greatest: form`greatest(${allArguments})`,
  Least: form`least(${allArguments})`,
  Round: roundForm({
    int: (x, digits) => sqlText`TRY_CAST(round(CAST(${x} AS decimal(38, 0)), ${digits}) AS bigint)`,
    whole: (x) => sqlText`round(${x})`,
    printed: asPrinted(trinoCasts),
  }),
}
