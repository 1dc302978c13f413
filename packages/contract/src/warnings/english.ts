import type { WarningFacts, WarningTexts } from './warning-text.ts'

/** The texts of all warnings in English. */
export const ENGLISH_WARNINGS: WarningTexts = {
  NO_DATA_CURRENT: {
    short: 'No current data',
    long: (facts) => noData(facts, 'current'),
    action: chooseData,
  },
  NO_DATA_COMPARE: {
    short: 'No data to compare with',
    long: (facts) => noData(facts, 'compare'),
    action: chooseData,
  },
  PARTIAL_RANGE: {
    short: 'Incomplete period',
    long: (facts) => {
      const window = facts.text('current') === undefined ? 'compare' : 'current'
      return `${dataName(facts)} covers ${facts.quantity(window)} of the ${facts.quantity('of')} base periods (such as days) of the ${PERIODS[window]}.`
    },
    action: (facts) =>
      facts.text('average') === 'no'
        ? 'Choose a period that the data covers.'
        : `Choose a period that the data covers, or compare averages${inBrackets(facts.averages)}.`,
  },
  PART_OF_PERIOD: {
    short: 'Part of a longer period',
    long: (facts) => {
      const window = facts.text('window') === 'compare' ? 'compare' : 'current'
      return `The ${PERIODS[window]} has only a part of a ${facts.text('grain') ?? 'period'}${inDataset(facts)}: a row that stands for all of it counts whole or not at all.`
    },
    action: (facts) => `Choose whole periods (${facts.text('grain') ?? 'such as months'}).`,
  },
  RANGE_LENGTH_DIFFERS: {
    short: 'Periods of different length',
    long: (facts) =>
      `The two periods have ${facts.quantity('current')} and ${facts.quantity('compare')} base periods (such as days)${inDataset(facts)}, so the values may differ for that reason alone.`,
    action: ({ averages }) => `Compare averages instead of totals${inBrackets(averages)}.`,
  },
  AVERAGE_UNDEFINED: {
    short: 'Average not defined',
    long: (facts) => {
      const window = facts.text('window') === 'compare' ? 'compare' : 'current'
      return `The data has no base period (such as a day) of the ${PERIODS[window]}, so its average is not defined.`
    },
    action: () => 'Choose a period that the data covers, or compare totals.',
  },
  OBJECTS_OVERLAP: {
    short: 'Rows counted twice',
    long: (facts) =>
      `${facts.quantity('rows')} rows are in both ${facts.compares} and are counted in both.`,
    action: ({ compares }) => `Choose ${compares} that do not overlap.`,
  },
  NEGATIVE_BASE: {
    short: 'Negative comparison value',
    long: (facts) =>
      `A value of the ${sideName(facts, 'compare')} is below 0, so its change in % has the opposite sign of its change.`,
    action: () => 'Read the change instead of the percentage.',
  },
  NOT_ADDITIVE: {
    short: 'Overlapping groups',
    long: (facts) =>
      `Some items are counted in several groups, so the contributions differ from the total change by ${facts.quantity('gap')}.`,
    action: null,
  },
  NOT_CLOSED: {
    short: 'No contributions',
    long: () =>
      'Contributions are not available: the formula has no value, or jumps, somewhere between its two totals.',
    action: ({ compares }) => `Compare other ${compares}, or explain the metrics in the formula.`,
  },
  RATIO_UNDEFINED: {
    short: 'No contributions',
    long: ({ compares }) =>
      `Contributions are not available: the denominator is 0 in one of the ${compares}, or changes its sign between them.`,
    action: ({ compares }) => `Compare ${compares} in which the denominator is not 0.`,
  },
  NOT_ATTRIBUTABLE: {
    short: 'No contributions',
    long: (facts) =>
      `This metric cannot be divided into contributions: ${facts.text('reason') ?? 'its parts do not add up'}. Values and changes are shown.`,
    action: () => 'Explain a metric that it is computed from.',
  },
  TOTAL_UNCHANGED: {
    short: 'Total unchanged',
    long: () => 'The total did not change, so groups have no share of the change.',
    action: () => 'Read the contributions instead of the shares.',
  },
  CHANGE_WITHIN_ROUNDING: {
    short: 'Change within rounding',
    long: () => 'The change is within the rounding of its numbers, so shares are not shown.',
    action: null,
  },
  OVERALL_UNDEFINED: {
    short: 'No overall shares',
    long: (facts) =>
      `Shares of the overall change are not available: without the filters, ${OVERALL[facts.text('root') ?? ''] ?? 'the total did not change, or its change is not defined'}.`,
    action: () => 'Read the shares of the filtered change.',
  },
  OFFSETTING_CHANGES: {
    short: 'Offsetting changes',
    long: () =>
      'Increases and decreases mostly cancel each other: together they are more than ten times the total change, so shares can exceed 100 %.',
    action: () => 'Read the contributions instead of the shares.',
  },
  OVERFLOW: {
    short: 'Numbers out of range',
    long: () => 'Some numbers are beyond the range of a DOUBLE (1.8e308) and are not shown.',
    action: () => 'Divide what the metric adds up, for example by 1e6.',
  },
  COMPARE_DIMENSION: {
    short: 'Dimension of the comparison',
    long: () =>
      'The two groups differ in this dimension, so each of its values is in one group only, unless both include it.',
    action: () => 'Split by another dimension.',
  },
  TRUNCATED: {
    short: 'Groups left out',
    long: (facts) =>
      `Only the largest of ${facts.quantity('rows')} groups are included; they account for ${facts.share('explained')} of all increases and decreases.`,
    action: () => 'Add a filter to see the others.',
  },
  UNKNOWN_FIELD: {
    short: 'Unknown field',
    long: (facts) =>
      `The field ${facts.text('path') ?? '?'} of the request is not known and changed nothing.`,
    action: (facts) => `Write ${facts.text('meant') ?? 'a known field'} instead.`,
  },
}

const PERIODS = { current: 'current period', compare: 'comparison period' } as const
const GROUPS = { current: 'current group', compare: 'comparison group' } as const

const OVERALL: Readonly<Record<string, string>> = {
  TOTAL_UNCHANGED: 'the total did not change',
  CHANGE_WITHIN_ROUNDING: 'the change is within the rounding of its numbers',
  NOT_CLOSED: 'the formula has no value, or jumps, somewhere between its two totals',
  RATIO_UNDEFINED: 'the denominator is 0, or changes its sign',
}

function sideName({ compares }: WarningFacts, side: 'current' | 'compare'): string {
  return (compares === 'periods' ? PERIODS : GROUPS)[side]
}

function noData(facts: WarningFacts, side: 'current' | 'compare'): string {
  const [first, last] = [facts.text('first'), facts.text('last')]
  const extent =
    first === undefined || last === undefined ? '' : ` The data goes from ${first} to ${last}.`
  const dataset = facts.text('dataset')
  const subject = dataset === undefined ? 'A dataset of the metric' : dataName(facts)
  return `${subject} has no matching rows for the ${sideName(facts, side)}.${extent}`
}

function dataName(facts: WarningFacts): string {
  const dataset = facts.text('dataset')
  return dataset === undefined ? 'The data' : `The dataset "${dataset}"`
}

function inDataset(facts: WarningFacts): string {
  const dataset = facts.text('dataset')
  return dataset === undefined ? '' : ` of the dataset "${dataset}"`
}

function chooseData({ compares }: WarningFacts): string {
  return compares === 'periods'
    ? 'Choose a period that the data covers.'
    : 'Choose a period and a group that the data covers.'
}

function inBrackets(averages: string | null): string {
  return averages === null ? '' : ` (${averages})`
}
