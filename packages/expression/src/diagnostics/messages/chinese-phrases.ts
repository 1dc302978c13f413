/**
 * The Chinese form of an English phrase of a diagnostic. A phrase that is not listed, such as a name, is
 * returned as it is.
 */
export function chinesePhrase(english: string): string {
  const translation = CHINESE_PHRASES.get(english)
  if (translation !== undefined) return translation
  for (const { pattern, chinese } of PATTERNS) {
    const match = pattern.exec(english)
    if (!match) continue
    return chinese.replace(/\{(\w+)\}/g, (_, hole: string) => {
      const part = match.groups?.[hole] ?? ''
      return CHINESE_PHRASES.get(part) ?? part
    })
  }
  return english
}

/**
 * Phrases of params, labels and fix titles in Chinese. A `{HOLE}` in capitals matches one word in capitals,
 * `{count}` digits, any other hole anything. The first pattern that matches applies.
 */
const CHINESE_PHRASES: ReadonlyMap<string, string> = new Map([
  // Arguments of functions, operators and callers.
  ['a text', '文本'],
  ['a number', '数'],
  ['numbers', '数'],
  ['a whole number', '整数'],
  ['a condition', '条件'],
  ['two conditions', '两个条件'],
  ['a constant', '常量'],
  ['a date', '日期'],
  ['a time', '时间'],
  ['a date or time', '日期或时间'],
  ['any value', '任意值'],
  ['a value of the same type', '相同类型的值'],
  ['a pattern', '模式'],
  ['a delimiter', '分隔符'],
  ['a grain such as "DAY"', '时间粒度，例如 "DAY"'],
  ['a format, "{format}" when left out', '格式，省略时为 "{format}"'],
  ['a type: {types}', '类型：{types}'],
  ['numbers (use DateAdd to move a time)', '数（移动时间请用 DateAdd）'],
  ['no arguments', '0 个参数'],
  ['{count} argument', '{count} 个参数'],
  ['{count} arguments', '{count} 个参数'],
  ['a {TYPE}', '{TYPE} 类型的值'],
  ['list', '列表'],
  ['a dimension', '维度'],
  ['an aggregate', '聚合方式'],
  ['a period', '周期'],
  ['a method', '计算方法'],
  ['dimension', '维度'],
  ['metric', '指标'],
  // Where something is missing.
  ['at the end', '末尾'],
  ['between the commas', '逗号之间'],
  ['before {found}', '{found} 之前'],
  ['after {found}', '{found} 之后'],
  // Why a text is not the constant that is needed.
  ['{month} {year} has {days} days', '{year} 年{month}有 {days} 天'],
  ['January', ' 1 月'],
  ['February', ' 2 月'],
  ['March', ' 3 月'],
  ['April', ' 4 月'],
  ['May', ' 5 月'],
  ['June', ' 6 月'],
  ['July', ' 7 月'],
  ['August', ' 8 月'],
  ['September', ' 9 月'],
  ['October', ' 10 月'],
  ['November', ' 11 月'],
  ['December', ' 12 月'],
  [
    'the workspace does not say when a fiscal year starts; add a line such as "{line}" to it, 7 for July',
    '工作区没有说明财年从几月开始；请加上“{line}”这样一行，7 表示七月',
  ],
  ['years begin with 0001', '年份从 0001 开始'],
  ['months go from 01 to 12', '月份为 01 到 12'],
  ['days begin with 01', '日从 01 开始'],
  ['hours go from 00 to 23', '小时为 00 到 23'],
  ['minutes go from 00 to 59', '分钟为 00 到 59'],
  ['seconds go from 00 to 59', '秒为 00 到 59'],
  ['write it as {first} or {second}', '请写成 {first} 或 {second}'],
  ['write it as {form}', '请写成 {form}'],
  ["'{part}' is not a field", '“{part}”不是字段'],
  ['{part} is missing', '缺少 {part}'],
  ['a field is repeated', '有一个字段出现了两次'],
  ['it is empty', '它是空的'],
  ['it ends in a backslash', '它以反斜杠结尾'],
  ['an escaped control character', '转义写出的控制字符'],
  ['; did you mean {first} or {second}?', '；是不是 {first} 或 {second}？'],
  ['; did you mean {name}?', '；是不是 {name}？'],
  // Labels of places.
  ['opened here', '在此处开始'],
  ['{first} or {second}', '{first} 或 {second}'],
  ['{part} is missing here', '此处缺少 {part}'],
  // Expected texts.
  ['a value', '一个值'],
  ['an operator', '运算符'],
  ["an operator or ','", '运算符或“,”'],
  ['a list in parentheses', '括号中的列表'],
  // Titles of fixes.
  ['add {first} and {second}', '加上 {first} 和 {second}'],
  ['add {part}', '加上 {part}'],
  ['remove it', '删除它'],
  ['remove the quotes', '去掉引号'],
  ['remove {part}', '删除 {part}'],
  ['use a plain space', '改用普通空格'],
  ['use straight quotes', '改用直引号'],
  ['use {name}', '改用 {name}'],
  ['write a backslash', '写成反斜杠'],
  ['write the part last', '把时间部分写在最后'],
  ['write {text}', '写成 {text}'],
  ['a field', '字段'],
  ['close the text', '结束文本'],
  ["close the name with ']'", '用“]”结束名称'],
  ['join with AND', '用 AND 连接'],
  ['compare twice', '比较两次'],
  ['compare with a text', '与文本比较'],
  ['compare with a number', '与数比较'],
  ['compare with {operator}', '用 {operator} 比较'],
  ['remove the grain', '去掉粒度'],
  ['put the value in parentheses', '把值放进括号'],
  ['put it in parentheses', '放进括号'],
  ['put it in {function}', '放进 {function}'],
  ['swap them', '交换两者'],
  ['turn it into text', '转换为文本'],
  ['double the quote', '把引号写两遍'],
  ['double the backslash', '把反斜杠写两遍'],
])

interface Pattern {
  readonly pattern: RegExp
  readonly chinese: string
}

const PATTERNS: readonly Pattern[] = [...CHINESE_PHRASES]
  .filter(([english]) => english.includes('{'))
  .map(([english, chinese]) => ({ pattern: compilePhrasePattern(english), chinese }))

function compilePhrasePattern(english: string): RegExp {
  const source = english
    .split(/\{(\w+)\}/)
    .map((part, index) =>
      index % 2 === 0
        ? part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
        : `(?<${part}>${toHolePattern(part)})`,
    )
  return new RegExp(`^${source.join('')}$`, 'su')
}

function toHolePattern(name: string): string {
  if (name === 'count') return '\\d+'
  return name === name.toUpperCase() ? '[A-Z]+' : '.+?'
}
