import type { WarningFacts, WarningTexts } from './warning-text.ts'

/** The texts of all warnings in simplified Chinese. */
export const CHINESE_WARNINGS: WarningTexts = {
  NO_DATA_CURRENT: {
    short: '当前没有数据',
    long: (facts) => noData(facts, 'current'),
    action: chooseData,
  },
  NO_DATA_COMPARE: {
    short: '没有可对比的数据',
    long: (facts) => noData(facts, 'compare'),
    action: chooseData,
  },
  PARTIAL_RANGE: {
    short: '时间范围不完整',
    long: (facts) => {
      const window = facts.text('current') === undefined ? 'compare' : 'current'
      return `${PERIODS[window]}有 ${facts.quantity('of')} 个基本周期（例如天），${dataName(facts)}仅覆盖其中 ${facts.quantity(window)} 个。`
    },
    action: (facts) =>
      facts.text('average') === 'no'
        ? '请选择数据覆盖的时间范围。'
        : `请选择数据覆盖的时间范围，或比较平均值${inBrackets(facts.averages)}。`,
  },
  PART_OF_PERIOD: {
    short: '仅为较长周期的一部分',
    long: (facts) => {
      const window = facts.text('window') === 'compare' ? 'compare' : 'current'
      return `${inDataset(facts)}${PERIODS[window]}只包含一个 ${facts.text('grain') ?? '周期'} 的一部分：代表整个周期的行要么全部计入，要么完全不计入。`
    },
    action: (facts) => `请选择由完整的 ${facts.text('grain') ?? '周期'} 组成的时间范围。`,
  },
  RANGE_LENGTH_DIFFERS: {
    short: '时间范围长度不同',
    long: (facts) =>
      `${inDataset(facts)}两个时间范围分别有 ${facts.quantity('current')} 和 ${facts.quantity('compare')} 个基本周期（例如天），仅此就可能使数值不同。`,
    action: ({ averages }) => `请比较平均值而不是总值${inBrackets(averages)}。`,
  },
  AVERAGE_UNDEFINED: {
    short: '平均值没有定义',
    long: (facts) => {
      const window = facts.text('window') === 'compare' ? 'compare' : 'current'
      return `数据在${PERIODS[window]}内没有任何基本周期（例如天），因此平均值没有定义。`
    },
    action: () => '请选择数据覆盖的时间范围，或比较总值。',
  },
  OBJECTS_OVERLAP: {
    short: '重复计算的行',
    long: (facts) =>
      `${facts.quantity('rows')} 行数据同时属于两个${isOfPeriods(facts) ? '时间范围' : '对象'}，在两边各计一次。`,
    action: (facts) => `请选择互不重叠的${isOfPeriods(facts) ? '时间范围' : '对象'}。`,
  },
  NEGATIVE_BASE: {
    short: '对比值为负',
    long: (facts) => `${sideName(facts, 'compare')}有小于 0 的值，其变化率与变化的符号相反。`,
    action: () => '请看变化，不看变化率。',
  },
  NOT_ADDITIVE: {
    short: '分组有重叠',
    long: (facts) =>
      `部分对象在多个分组中重复计数，因此各贡献之和与总变化相差 ${facts.quantity('gap')}。`,
    action: null,
  },
  NOT_CLOSED: {
    short: '没有贡献',
    long: () => '无法计算贡献：公式在两个总值之间的某处没有值，或发生跳变。',
    action: (facts) =>
      `请比较其他${isOfPeriods(facts) ? '时间范围' : '对象'}，或解释公式中的各个指标。`,
  },
  RATIO_UNDEFINED: {
    short: '没有贡献',
    long: (facts) =>
      `无法计算贡献：分母在其中一个${isOfPeriods(facts) ? '时间范围' : '对象'}中为 0，或在两者之间变号。`,
    action: (facts) => `请比较分母不为 0 的${isOfPeriods(facts) ? '时间范围' : '对象'}。`,
  },
  NOT_ATTRIBUTABLE: {
    short: '没有贡献',
    long: (facts) =>
      `此指标不能分解为贡献：${facts.text('reason') ?? '其组成部分不能相加'}。仅显示数值及变化。`,
    action: () => '请解释它所依据的某个指标。',
  },
  TOTAL_UNCHANGED: {
    short: '总值没有变化',
    long: () => '总值没有变化，因此各分组没有占比。',
    action: () => '请看贡献，不看占比。',
  },
  CHANGE_WITHIN_ROUNDING: {
    short: '变化在舍入误差之内',
    long: () => '变化在其数值的舍入误差之内，因此不显示占比。',
    action: null,
  },
  OVERALL_UNDEFINED: {
    short: '没有整体占比',
    long: (facts) =>
      `无法给出占整体变化的比例：不加筛选时，${OVERALL[facts.text('root') ?? ''] ?? '总值没有变化，或其变化没有定义'}。`,
    action: () => '请看占筛选后变化的比例。',
  },
  OFFSETTING_CHANGES: {
    short: '增减相互抵消',
    long: () => '增减大部分相互抵消：其总量超过总变化的十倍，因此占比可能超过 100 %。',
    action: () => '请看贡献，不看占比。',
  },
  OVERFLOW: {
    short: '数值超出范围',
    long: () => '有数值超出 DOUBLE 的范围（1.8e308），未显示。',
    action: () => '请缩小指标所加总的数值，例如除以 1e6。',
  },
  COMPARE_DIMENSION: {
    short: '用于比较的维度',
    long: () => '两个对象在此维度上不同，因此除两者都包含的值外，每个值只属于其中一个。',
    action: () => '请按其他维度拆分。',
  },
  TRUNCATED: {
    short: '省略了部分分组',
    long: (facts) =>
      `仅包含 ${facts.quantity('rows')} 个分组中最大的部分，占全部增减的 ${facts.share('explained')}。`,
    action: () => '请添加筛选条件以查看其余分组。',
  },
  UNKNOWN_FIELD: {
    short: '未知字段',
    long: (facts) => `请求中的字段 ${facts.text('path') ?? '?'} 未知，未产生任何作用。`,
    action: (facts) => `请改写为 ${facts.text('meant') ?? '已知字段'}。`,
  },
}

const PERIODS = { current: '当前时间范围', compare: '对比时间范围' } as const
const GROUPS = { current: '当前对象', compare: '对比对象' } as const

const OVERALL: Readonly<Record<string, string>> = {
  TOTAL_UNCHANGED: '总值没有变化',
  CHANGE_WITHIN_ROUNDING: '变化在其数值的舍入误差之内',
  NOT_CLOSED: '公式在两个总值之间的某处没有值，或发生跳变',
  RATIO_UNDEFINED: '分母为 0，或发生变号',
}

function isOfPeriods({ compares }: WarningFacts): boolean {
  return compares === 'periods'
}

function sideName(facts: WarningFacts, side: 'current' | 'compare'): string {
  return (isOfPeriods(facts) ? PERIODS : GROUPS)[side]
}

function noData(facts: WarningFacts, side: 'current' | 'compare'): string {
  const [first, last] = [facts.text('first'), facts.text('last')]
  const extent = first === undefined || last === undefined ? '' : `数据范围为 ${first} 至 ${last}。`
  const subject = facts.text('dataset') === undefined ? '指标的某个数据集' : dataName(facts)
  return `${subject}在${sideName(facts, side)}中没有符合条件的数据。${extent}`
}

function dataName(facts: WarningFacts): string {
  const dataset = facts.text('dataset')
  return dataset === undefined ? '数据' : `数据集“${dataset}”`
}

function inDataset(facts: WarningFacts): string {
  return facts.text('dataset') === undefined ? '' : `${dataName(facts)}在`
}

function chooseData(facts: WarningFacts): string {
  return isOfPeriods(facts) ? '请选择有数据的时间范围。' : '请选择有数据的时间范围和对象。'
}

function inBrackets(averages: string | null): string {
  return averages === null ? '' : `（${averages}）`
}
