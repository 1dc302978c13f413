/** A warning of an answer with values of metrics: `NO_DATA`, `PARTIAL_RANGE`, `PART_OF_PERIOD` or `OVERFLOW`; a newer service may send another one. */
export interface ValueWarning {
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * Describes a warning of `metrics/query` or `metrics/series` in sentences; null for a code that this version does not know.
 *
 * @example
 * ```ts
 * import { describeValueWarning } from '@tributary/client/contract'
 *
 * describeValueWarning({ code: 'PARTIAL_RANGE', details: { periods: 10, of: 30, dataset: 'orders' } })
 * // => 'The dataset "orders" covers 10 of the 30 base periods (such as days) of the range.'
 * ```
 */
export function describeValueWarning(
  { code, details }: ValueWarning,
  { language = 'en' }: { readonly language?: 'en' | 'zh' } = {},
): string | null {
  const facts: Facts = {
    dataset: typeof details.dataset === 'string' ? details.dataset : null,
    text: (name) => String(details[name] ?? '?'),
    has: (name) => details[name] != null,
  }
  return TEXTS[language][code]?.(facts) ?? null
}

interface Facts {
  readonly dataset: string | null
  text(name: string): string
  has(name: string): boolean
}

type Texts = Readonly<Record<string, (facts: Facts) => string>>

const TEXTS: Readonly<Record<'en' | 'zh', Texts>> = {
  en: {
    NO_DATA: (facts) => {
      const subject = facts.dataset === null ? 'The range' : `The dataset "${facts.dataset}"`
      const rows = facts.dataset === null ? 'has no rows.' : 'has no rows in the range.'
      const extent = facts.has('first')
        ? ` The data goes from ${facts.text('first')} to ${facts.text('last')}; choose a range within.`
        : ''
      return `${subject} ${rows}${extent}`
    },
    PARTIAL_RANGE: (facts) => {
      const subject = facts.dataset === null ? 'The data' : `The dataset "${facts.dataset}"`
      return `${subject} covers ${facts.text('periods')} of the ${facts.text('of')} base periods (such as days) of the range.`
    },
    PART_OF_PERIOD: (facts) =>
      `The range has only a part of a ${facts.text('grain')} of the dataset "${facts.dataset ?? '?'}": a row that stands for all of it counts whole or not at all.`,
    OVERFLOW: (facts) =>
      `${facts.text('groups')} numbers are beyond the range of a DOUBLE (1.8e308) and are left out.`,
  },
  zh: {
    NO_DATA: (facts) => {
      const subject = facts.dataset === null ? '' : `数据集“${facts.dataset}”在`
      const extent = facts.has('first')
        ? `数据范围为 ${facts.text('first')} 至 ${facts.text('last')}，请选择其中的时间范围。`
        : ''
      return `${subject}时间范围内没有数据。${extent}`
    },
    PARTIAL_RANGE: (facts) => {
      const subject = facts.dataset === null ? '数据' : `数据集“${facts.dataset}”`
      return `时间范围有 ${facts.text('of')} 个基本周期（例如天），${subject}仅覆盖其中 ${facts.text('periods')} 个。`
    },
    PART_OF_PERIOD: (facts) =>
      `时间范围只包含数据集“${facts.dataset ?? '?'}”的一个 ${facts.text('grain')} 的一部分：代表整个周期的行要么全部计入，要么完全不计入。`,
    OVERFLOW: (facts) => `有 ${facts.text('groups')} 个数值超出 DOUBLE 的范围（1.8e308），未显示。`,
  },
}
