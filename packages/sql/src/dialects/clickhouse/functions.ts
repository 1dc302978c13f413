import { SPACES } from '@tributary/expression/internal'
import { asPrinted, castForms } from '../../functions/cast-forms.ts'
import { formatForms } from '../../functions/format-forms.ts'
import { LOGIC_FORMS, nullIfAnyNull } from '../../functions/logic-forms.ts'
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
  withArguments,
} from '../../functions/sql-form.ts'
import {
  concatenated,
  countAt,
  partIndex,
  RE2,
  regexpPattern,
  substringArguments,
} from '../../functions/text-forms.ts'
import { timeForms } from '../../functions/time-forms.ts'
import { bind, type SqlText, sqlList, sqlText } from '../../text/sql-text.ts'
import { clickhouseCasts } from './casts.ts'
import { clickhouseFormats, clickhouseTimes } from './times.ts'

const asDouble = (value: SqlText): SqlText => sqlText`toFloat64(${value})`
const asInt = (value: SqlText): SqlText => sqlText`toInt64(${value})`
const contains = form`(position(${0}, ${1}) > 0)`
const signs = signForms(asInt)

/** The functions of the language in the SQL of ClickHouse. */
export const clickhouseFunctions: FunctionForms = {
  ...LOGIC_FORMS,
  IN: ([value, ...members]) => inList(value!.text, members),
  If: aligned(LOGIC_FORMS.If),
  Case: aligned(LOGIC_FORMS.Case),
  Coalesce: aligned(LOGIC_FORMS.Coalesce),
  NullIf: form`nullIf(${0}, ${1})`,

  ...timeForms(clickhouseTimes),
  ...formatForms(clickhouseFormats),
  ...castForms(clickhouseCasts),

  Concat: concatenated,
  Length: form`toInt64(lengthUTF8(${0}))`,
  // A few rare letters follow ClickHouse's own version of Unicode.
  Lower: form`lowerUTF8(${0})`,
  Upper: form`upperUTF8(${0})`,
  Trim: trimmed(`^[${SPACES}]+|[${SPACES}]+$`),
  LTrim: trimmed(`^[${SPACES}]+`),
  RTrim: trimmed(`[${SPACES}]+$`),
  Left: form`leftUTF8(${0}, ${countAt(1, 0)})`,
  Right: form`rightUTF8(${0}, ${countAt(1, 0)})`,
  Substring: form`substringUTF8(${substringArguments()})`,
  Replace: form`replaceAll(${allArguments})`,
  SplitPart: form`if(isNull(${0}), NULL, splitByString(${1}, assumeNotNull(${0}))[${partIndex}])`,
  Position: form`toInt64(positionUTF8(${0}, ${1}))`,
  Contains: contains,
  NotContains: form`(NOT ${contains})`,
  StartsWith: form`startsWith(${0}, ${1})`,
  EndsWith: form`endsWith(${0}, ${1})`,
  Like: form`(${0} LIKE ${1})`,
  ILike: form`(lowerUTF8(${0}) LIKE ${1})`,
  RegexpLike: form`match(${0}, ${regexpPattern(RE2)})`,

  ...WHOLE_FORMS,
  ...doubleForms(asDouble),
  ...signs,
  // For an INT its `abs` gives an unsigned type.
  Abs: (args, call) => {
    const value = signs.Abs(args, call)
    return args[0]!.typed.type === 'INT' ? asInt(value) : value
  },
  Power: finitePower(asDouble, { power: 'pow', isFinite: 'isFinite' }),
  Greatest: aligned(nullIfAnyNull(form`greatest(${allArguments})`)),
  Least: aligned(nullIfAnyNull(form`least(${allArguments})`)),
  Round: roundForm({
    int: (x, digits) => sqlText`toInt64(round(toDecimal128(${x}, 0), ${digits}))`,
    // Its `round` of a double rounds halves to even.
    whole: (x) => sqlText`trunc(${x} + 0.5 * sign(${x}))`,
    printed: asPrinted(clickhouseCasts),
  }),
}

/**
 * A form of a function that gives one of its arguments, with numbers brought to one type: ClickHouse has none for an
 * integer and a double, or for decimals of different scales. Those keep 10 digits after the point.
 */
function aligned(inner: SqlForm): SqlForm {
  return withArguments(inner, ({ typed, text }, { type }) => {
    if (typed.type !== 'INT' && typed.type !== 'DECIMAL') return text
    if (type === 'DECIMAL') return sqlText`toDecimal256(${text}, 10)`
    return type === 'DOUBLE' ? asDouble(text) : text
  })
}

/** Its IN gives FALSE instead of NULL when the value or a member is NULL. */
function inList(value: SqlText, members: readonly SqlArgument[]): SqlText {
  const known = members.filter(
    ({ typed }) => typed.kind !== 'constant' || typed.constant.type !== 'NULL',
  )
  if (known.length === 0) return sqlText`NULL`
  const found = sqlText`${value} IN (${sqlList(known.map((member) => member.text))})`
  return known.length === members.length
    ? sqlText`if(isNull(${value}), NULL, ${found})`
    : sqlText`if(isNull(${value}), NULL, if(${found}, true, NULL))`
}

/** Its `trim` removes bytes, and most of these characters have several. */
function trimmed(pattern: string): SqlForm {
  return form`replaceRegexpAll(${0}, ${bind({ type: 'STRING', value: pattern })}, '')`
}
