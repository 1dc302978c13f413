import type { MovementsData } from '../schemas/movements.ts'
import { type Claim, defineClaim } from './claim.ts'
import { LEAST_HISTORY } from './usual.ts'
import { countNoun, formatCount, listNames } from './words.ts'

/** The figures that sentences about movements are about: an answer of movements without its headline. */
export type MovementFacts = Pick<
  MovementsData,
  'movements' | 'changed' | 'unusual' | 'beyondUsual' | 'quiet' | 'considered'
>

type Movement = MovementFacts['movements'][number]

/** Metrics that a headline names. */
const MOST_NAMED = 3

const withoutHistory = defineClaim<
  MovementFacts,
  { readonly changed: number; readonly of: number }
>({
  key: 'withoutHistory',
  find: ({ considered, changed }) =>
    considered.history === 0 ? { changed, of: considered.metrics } : null,
  en: ({ changed, of }) =>
    `${formatCount(changed)} of ${countNoun(of, 'metric')} changed; without earlier periods nothing is known of what is usual.`,
  zh: ({ changed, of }) =>
    `${formatCount(of)} 个指标中有 ${formatCount(changed)} 个发生变化；没有更早的时间范围，无法判断什么是通常的变化。`,
})

interface FewChanges {
  readonly history: number
  readonly named: readonly string[]
  readonly beyondUsual: number
}

const tooFewChanges = defineClaim<MovementFacts, FewChanges>({
  key: 'tooFewChanges',
  find: (facts) => {
    const { history } = facts.considered
    if (history === 0 || history >= LEAST_HISTORY) return null
    return { history, named: nameMovements(facts, isBeyondUsual), beyondUsual: facts.beyondUsual }
  },
  en: ({ history, named, beyondUsual }) => {
    const few = `Only ${history === 1 ? '1 earlier change is' : `${history} earlier changes are`} known, too few to say what is usual`
    if (beyondUsual === 0) return `${few}; no metric changed more than then.`
    return `${few}; ${nameWithOthers(named, beyondUsual)} changed more than then.`
  },
  zh: ({ history, named, beyondUsual }) => {
    const few = `仅有 ${history} 次更早的变化，不足以判断什么是通常的变化`
    if (beyondUsual === 0) return `${few}；没有指标的变化大于当时。`
    return `${few}；${nameInChinese(named, beyondUsual)}的变化大于当时。`
  },
})

interface Unusual {
  readonly named: readonly string[]
  /** Metrics that changed more than chance explains. */
  readonly unusual: number
  /** Other metrics that changed more than usual. */
  readonly others: number
  readonly quiet: number
}

const moreThanChance = defineClaim<MovementFacts, Unusual>({
  key: 'moreThanChance',
  find: (facts) => {
    const { unusual } = facts
    if (unusual === 0) return null
    const named = nameMovements(facts, (movement) => movement.unusual === true)
    return { named, unusual, others: facts.beyondUsual - unusual, quiet: facts.quiet }
  },
  en: ({ named, unusual, others, quiet }) =>
    `${nameWithOthers(named, unusual)} changed more than chance explains${others > 0 ? `; ${formatCount(others)} more changed more than usual` : ''}${describeQuiet(quiet)}.`,
  zh: ({ named, unusual, others, quiet }) =>
    `${nameInChinese(named, unusual)}的变化超出偶然所能解释${others > 0 ? `；另有 ${formatCount(others)} 个的变化大于通常` : ''}${describeQuietInChinese(quiet)}。`,
})

interface BeyondUsual {
  readonly named: readonly string[]
  readonly beyondUsual: number
  readonly quiet: number
}

const withinChance = defineClaim<MovementFacts, BeyondUsual>({
  key: 'withinChance',
  find: (facts) => {
    if (facts.beyondUsual === 0) return null
    const named = nameMovements(facts, isBeyondUsual)
    return { named, beyondUsual: facts.beyondUsual, quiet: facts.quiet }
  },
  en: ({ named, beyondUsual, quiet }) =>
    `No metric changed more than chance explains; ${nameWithOthers(named, beyondUsual)} changed more than usual${describeQuiet(quiet)}.`,
  zh: ({ named, beyondUsual, quiet }) =>
    `没有指标的变化超出偶然所能解释；${nameInChinese(named, beyondUsual)}的变化大于通常${describeQuietInChinese(quiet)}。`,
})

const nothingMoved = defineClaim<MovementFacts, { readonly quiet: number }>({
  key: 'quiet',
  find: ({ beyondUsual, quiet }) => (beyondUsual === 0 && quiet > 0 ? { quiet } : null),
  en: ({ quiet }) =>
    `Nothing stands out: ${countNoun(quiet, 'metric')} changed no more than usual.`,
  zh: ({ quiet }) => `没有突出的变化：${formatCount(quiet)} 个指标的变化不超过通常幅度。`,
})

const nothingCompared = defineClaim<MovementFacts, { readonly of: number }>({
  key: 'noValues',
  find: ({ considered }) => ({ of: considered.metrics }),
  en: ({ of }) =>
    of === 0
      ? 'No metric could be compared.'
      : `None of ${countNoun(of, 'metric')} has a value in both periods.`,
  zh: ({ of }) =>
    of === 0 ? '没有可以对比的指标。' : `${formatCount(of)} 个指标都没有在两个时间范围内同时有值。`,
})

/** The claims about movements: of each list, the first that holds is said. */
export const MOVEMENT_CLAIMS: readonly (readonly Claim<MovementFacts>[])[] = [
  [withoutHistory, tooFewChanges, moreThanChance, withinChance, nothingMoved, nothingCompared],
]

function isBeyondUsual({ change, usual }: Movement): boolean {
  return change !== null && usual !== null && Math.abs(change) > usual
}

function nameMovements(
  { movements }: MovementFacts,
  holds: (movement: Movement) => boolean,
): readonly string[] {
  return movements
    .filter(holds)
    .slice(0, MOST_NAMED)
    .map(({ metric }) => metric)
}

function nameWithOthers(named: readonly string[], count: number): string {
  const furtherCount = count - named.length
  if (furtherCount <= 0) return listNames(named)
  return named.length === 0
    ? countNoun(furtherCount, 'metric')
    : `${named.join(', ')} and ${formatCount(furtherCount)} more`
}

function nameInChinese(named: readonly string[], count: number): string {
  const furtherCount = count - named.length
  if (named.length === 0) return `${formatCount(count)} 个指标`
  return furtherCount <= 0
    ? `${named.join('、')} `
    : `${named.join('、')} 等 ${formatCount(count)} 个指标`
}

function describeQuiet(quiet: number): string {
  return quiet === 0 ? '' : `; ${formatCount(quiet)} changed no more than usual`
}

function describeQuietInChinese(quiet: number): string {
  return quiet === 0 ? '' : `；${formatCount(quiet)} 个的变化不超过通常幅度`
}
