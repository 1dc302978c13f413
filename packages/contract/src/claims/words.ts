import { formatShare } from '@tributary/core/numbers'
import type { Wording } from './claim.ts'

const counts = new Intl.NumberFormat('en-US')
const times = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 })

/** A number of things: `1,400`. */
export function formatCount(count: number): string {
  return counts.format(count)
}

/** How many times as large something is: `2.7`. */
export function formatTimes(number: number): string {
  return times.format(number)
}

/** A number of things with their noun in English: `1 group`, `1,400 groups`. */
export function countNoun(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}

/** Names as a list in English: `a`, `a and b`, `a, b and c`. */
export function listNames(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** A condition of a segment, as answers have it. */
export interface SegmentCondition {
  readonly dimension: string
  /** Null for rows without a value. */
  readonly value: string | null
  readonly not: boolean
}

/** The value that stands for all beyond the largest ones. */
const OTHER_VALUES = '(all others)'

/** A segment in English, as a noun: `origin = EWR and carrier is not AA`, `rows without customer`. */
export function nameSegment(
  conditions: readonly SegmentCondition[],
  { nameDimension }: Wording,
): string {
  const values = conditions
    .filter(({ value }) => value !== null)
    .map(({ dimension, value, not }) => {
      const name = nameDimension(dimension)
      if (value === OTHER_VALUES) return `${name} beyond its largest values`
      return `${name} ${not ? 'is not' : '='} ${value}`
    })
  const missing = conditions
    .filter(({ value }) => value === null)
    .map(({ dimension, not }) => `${not ? 'with' : 'without'} ${nameDimension(dimension)}`)
  if (missing.length === 0) return values.join(' and ')
  const rows = values.length === 0 ? 'rows ' : `${values.join(' and ')}, `
  return rows + missing.join(' and ')
}

/** A segment in Chinese. */
export function nameSegmentInChinese(
  conditions: readonly SegmentCondition[],
  { nameDimension }: Wording,
): string {
  return conditions
    .map(({ dimension, value, not }) => {
      const name = nameDimension(dimension)
      if (value === null) return not ? `${name} 有值` : `${name} 无值`
      if (value === OTHER_VALUES) return `${name} 为最大的值以外的值`
      return not ? `${name} 不为 ${value}` : `${name} 为 ${value}`
    })
    .join('且')
}

/** Whether a share is more than the whole, as whole percent. */
export function isMoreThanAll(share: number): boolean {
  return share >= 1.0005
}

/** Two periods have a change, two groups a difference. */
export function nameChange({ compares }: Wording): string {
  return compares === 'groups' ? 'difference' : 'change'
}

/** The same in Chinese. */
export function nameChangeInChinese({ compares }: Wording): string {
  return compares === 'groups' ? '差异' : '变化'
}

/** From this share on, a share is told as a number of times. */
const MANY_TIMES = 10

/** The share of a change that a segment has, with the reason of one that is no part of it. */
export function explainShare(share: number, wording: Wording): string {
  const isMany = Math.abs(share) >= MANY_TIMES
  const text = isMany
    ? `${formatTimes(Math.abs(share))} times the ${nameChange(wording)}`
    : `${formatShare(share)} of the ${nameChange(wording)}`
  const verb = wording.compares === 'groups' ? 'differ' : 'moved'
  if (isMoreThanAll(share)) return `${text}; others ${verb} the other way`
  if (share < 0) return `${text.replace('-', '')}, the other way`
  return text
}

/** The same in Chinese. */
export function explainShareInChinese(share: number, wording: Wording): string {
  const isMany = Math.abs(share) >= MANY_TIMES
  const text = isMany
    ? `为${nameChangeInChinese(wording)}的 ${formatTimes(Math.abs(share))} 倍`
    : `占${nameChangeInChinese(wording)}的 ${formatShare(share)}`
  if (isMoreThanAll(share)) return `${text}，其余部分方向相反`
  if (share < 0) return `${text.replace('-', '')}，方向相反`
  return text
}

const MOVES = {
  periods: { up: 'rose', down: 'fell' },
  groups: { up: 'is higher', down: 'is lower' },
} as const
const CHINESE_MOVES = {
  periods: { up: '上升', down: '下降' },
  groups: { up: '更高', down: '更低' },
} as const

/** The verb for the sign of a change: `rose`, or of two groups `is higher`. */
export function nameMove(change: number, { compares }: Wording): string {
  return MOVES[compares][change < 0 ? 'down' : 'up']
}

/** The same in Chinese. */
export function nameMoveInChinese(change: number, { compares }: Wording): string {
  return CHINESE_MOVES[compares][change < 0 ? 'down' : 'up']
}
