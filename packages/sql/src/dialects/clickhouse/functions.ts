import {
  type LetterTable,
  lowerLetters,
  SPACES,
  upperLetters,
} from '@tributary/expression/internal'
import { castForms, createPrintedRounding } from '../../functions/cast-forms.ts'
import { formatForms } from '../../functions/format-forms.ts'
import {
  comparingForms,
  LOGIC_FORMS,
  mayNeedDigits,
  nullIfAnyNull,
} from '../../functions/logic-forms.ts'
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
  type SqlArgument,
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
  substringArguments,
} from '../../functions/text-forms.ts'
import { timeForms } from '../../functions/time-forms.ts'
import { bind, joinSql, raw, type SqlText, sqlList, sqlText } from '../../text/sql-text.ts'
import { compareDecimals, withValue } from './arithmetic.ts'
import { clickhouseCasts } from './casts.ts'
import { clickhouseFormats, clickhouseTimes, inType } from './times.ts'

const asDouble = (value: SqlText): SqlText => sqlText`toFloat64(${value})`
const asInt = (value: SqlText): SqlText => sqlText`toInt64(${value})`
const contains = form`(position(${0}, ${1}) > 0)`
const signs = signForms(asInt)
const nullIf = form`nullIf(${0}, ${1})`
const comparing = comparingForms(compareDecimals)
const lower = letterCase(sqlText`lower`, lowerLetters)

/**
 * A count of characters, 0 for NULL: below a NULL that is computed ClickHouse keeps a number, and fails for one that is no
 * count.
 */
function plainCount(index: number, least: 0 | 1): SqlForm {
  return (args, call) => {
    const count = countAt(index, least)(args, call)
    return args[index]!.typed.kind === 'constant' ? count : sqlText`ifNull(${count}, 0)`
  }
}

/** A form with such counts, which is NULL where one of them is. */
function nullIfNoCount(inner: SqlForm): SqlForm {
  return (args, call) => {
    const computed = args.slice(1).filter(({ typed }) => typed.kind !== 'constant')
    const isNull = computed.map(({ text }) => sqlText`isNull(${text})`)
    if (isNull.length === 0) return inner(args, call)
    return sqlText`if(${joinSql(isNull, ' OR ')}, NULL, ${inner(args, call)})`
  }
}

/** The functions of the language in the SQL of ClickHouse. */
export const clickhouseFunctions: FunctionForms = {
  ...LOGIC_FORMS,
  ...comparing,
  IN: (args, call) => {
    const [value, ...members] = args
    if (members.some((member) => mayNeedDigits(value!.typed, member.typed)))
      return comparing.IN(args, call)
    return members.every(
      ({ typed }) => typed.type === value!.typed.type && typed.type !== 'DECIMAL',
    )
      ? inList(plusZero(value!), members)
      : equalToAny(value!.text, members)
  },
  If: alignNumberTypes(LOGIC_FORMS.If),
  Case: alignNumberTypes(LOGIC_FORMS.Case),
  Coalesce: alignNumberTypes(LOGIC_FORMS.Coalesce),
  NullIf: (args, call) =>
    mayNeedDigits(args[0]!.typed, args[1]!.typed)
      ? comparing.NullIf(args, call)
      : nullIf(args, call),

  ...timeForms(clickhouseTimes),
  ...formatForms(clickhouseFormats),
  ...castForms(clickhouseCasts),

  Concat: concatenated,
  Length: form`toInt64(lengthUTF8(${0}))`,
  Lower: lower,
  Upper: letterCase(sqlText`upper`, upperLetters),
  Trim: createTrimForm(`^[${SPACES}]+|[${SPACES}]+$`),
  LTrim: createTrimForm(`^[${SPACES}]+`),
  RTrim: createTrimForm(`[${SPACES}]+$`),
  Left: nullIfNoCount(form`leftUTF8(${0}, ${plainCount(1, 0)})`),
  Right: nullIfNoCount(form`rightUTF8(${0}, ${plainCount(1, 0)})`),
  Substring: nullIfNoCount(form`substringUTF8(${substringArguments(plainCount)})`),
  Replace: form`replaceAll(${allArguments})`,
  SplitPart: form`if(isNull(${0}), NULL, splitByString(${1}, assumeNotNull(${0}))[${partIndex}])`,
  Position: form`toInt64(positionUTF8(${0}, ${1}))`,
  Contains: contains,
  NotContains: form`(NOT ${contains})`,
  StartsWith: form`startsWith(${0}, ${1})`,
  EndsWith: form`endsWith(${0}, ${1})`,
  Like: form`(${0} LIKE ${1})`,
  ILike: form`(${lower} LIKE ${1})`,
  RegexpLike: form`match(${0}, ${regexpPattern(RE2)})`,
  RegexpExtract: form`if(match(${0}, ${findingPattern(RE2)}), extract(${0}, ${findingPattern(RE2)}), NULL)`,
  RegexpReplace: form`replaceRegexpAll(${0}, ${findingPattern(RE2)}, ${replacementText(/\\/g)})`,

  ...WHOLE_FORMS,
  ...doubleForms(asDouble),
  ...signs,
  // For an INT its `abs` gives an unsigned type.
  Abs: (args, call) => {
    const value = signs.Abs(args, call)
    return args[0]!.typed.type === 'INT' ? asInt(value) : value
  },
  Power: formOfDoubles(asDouble, (base, exponent) => power(base!, exponent!)),
  Greatest: alignNumberTypes(nullIfAnyNull(form`greatest(${allArguments})`)),
  Least: alignNumberTypes(nullIfAnyNull(form`least(${allArguments})`)),
  Round: roundForm({
    int: (x, digits) => sqlText`toInt64OrNull(toString(round(toDecimal128(${x}, 0), ${digits})))`,
    // Its `round` of a double rounds halves to even.
    toInteger: (x) =>
      withValue(x, raw('if(abs(v - trunc(v)) >= 0.5, trunc(v) + sign(v), trunc(v))')),
    printed: createPrintedRounding(clickhouseCasts),
  }),
}

/**
 * A form of a function that gives one of its arguments, with numbers brought to one type: ClickHouse has none for an
 * integer and a double, or for decimals of different scales. Those keep 10 digits after the point.
 */
function alignNumberTypes(inner: SqlForm): SqlForm {
  return withArguments(inner, ({ typed, text }, { type }) => {
    if (typed.type === 'DATE') return type === 'TIMESTAMP' ? inType(text, type) : text
    if (typed.type !== 'INT' && typed.type !== 'DECIMAL') return text
    if (type === 'DECIMAL') return sqlText`toDecimal256(${text}, 10)`
    return type === 'DOUBLE' ? asDouble(text) : text
  })
}

/** Its IN tells 0 from -0. */
function plusZero({ typed, text }: SqlArgument): SqlText {
  return typed.type === 'DOUBLE' ? sqlText`(${text} + 0)` : text
}

/** Its IN gives FALSE instead of NULL when the value or a member is NULL. */
function inList(value: SqlText, members: readonly SqlArgument[]): SqlText {
  const nonNullMembers = members.filter(
    ({ typed }) => typed.kind !== 'constant' || typed.constant.type !== 'NULL',
  )
  if (nonNullMembers.length === 0) return sqlText`NULL`
  const membershipTest = sqlText`${value} IN (${sqlList(nonNullMembers.map((member) => member.text))})`
  return nonNullMembers.length === members.length
    ? sqlText`if(isNull(${value}), NULL, ${membershipTest})`
    : sqlText`if(isNull(${value}), NULL, if(${membershipTest}, true, NULL))`
}

/** Its `pow` gives wrong numbers for exponents beyond those with which it overflows or vanishes. */
function power(base: SqlText, exponent: SqlText): SqlText {
  const { least, largest } = EXPONENTS
  const size = sqlText`ln(abs(${base})) * ${exponent}`
  const result = sqlText`pow(${base}, ${exponent})`
  return sqlText`(CASE WHEN ${size} > ${largest} THEN NULL WHEN ${size} < ${least} THEN 0 WHEN isFinite(${result}) THEN ${result} END)`
}

/** `=` has the logic of SQL with NULL, and brings numbers of different types together, which IN does not. */
function equalToAny(value: SqlText, members: readonly SqlArgument[]): SqlText {
  return sqlText`(${joinSql(
    members.map(({ text }) => sqlText`${value} = ${text}`),
    ' OR ',
  )})`
}

/**
 * Its `lowerUTF8` and `upperUTF8` convert whole texts, so that a letter may become two; the language converts character by
 * character. Letters beyond ASCII are translated, and only in texts that have such letters.
 */
function letterCase(name: SqlText, letters: () => LetterTable): SqlForm {
  return ([argument]) => {
    const { text } = argument!
    const { from, to } = letters()
    const [cased, old, changed] = [CASED, from, to].map((value) => bind({ type: 'STRING', value }))
    const ascii = sqlText`${name}(${text})`
    return sqlText`if(match(${text}, ${cased!}), translateUTF8(${ascii}, ${old!}, ${changed!}), ${ascii})`
  }
}

/** Its `trim` removes bytes, and most of these characters have several. */
function createTrimForm(pattern: string): SqlForm {
  return form`replaceRegexpAll(${0}, ${bind({ type: 'STRING', value: pattern })}, '')`
}
