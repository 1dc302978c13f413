import { formatShare } from '@tributary/core/numbers'
import { type Claim, defineClaim, type Wording } from './claim.ts'
import {
  explainShare,
  explainShareInChinese,
  formatCount,
  isMoreThanAll,
  nameChange,
  nameChangeInChinese,
  nameMove,
  nameMoveInChinese,
} from './words.ts'

/** A group of a table of contributions. */
export interface GroupFigures {
  /** Its value, or several joined to one text; null for rows without one. */
  readonly value: string | null
  /** The metric of the group; null in a window without rows, and where it is no number. */
  readonly current: number | null
  readonly compare: number | null
  readonly contribution: number | null
  /** Of a quotient, the parts of the contribution from its rate and its weight. */
  readonly rate: number | null
  readonly mix: number | null
}

/** The figures that sentences about the groups of a dimension are about. */
export interface GroupFacts {
  readonly metric: string
  /** The change of the whole. */
  readonly change: number
  readonly dimension: string
  readonly groups: readonly GroupFigures[]
  /** Groups that are not listed. */
  readonly unlisted: number
}

/** From this part of the change on, a group is named. */
const MUCH = 0.3
/** From this part of the change on, a mix is most of it. */
const MOST = 0.5
/** From this part on, nearly all. */
const NEARLY_ALL = 0.9
/** Groups that move against the change cancel each other when they undo this part of what the others do. */
const OFFSETTING = 0.5
/** Exceptions that a sentence names. */
const FEW = 2
/** Values that differ by less of their size are equal. */
const ROUNDING = 1e-9

interface MixFigures extends Pick<GroupFacts, 'metric' | 'change' | 'dimension'> {
  readonly share: number
  /** Groups with a value in both windows; those that moved against the whole, and that did not move. */
  readonly both: number
  readonly against: number
  readonly unmoved: number
  /** Whether all groups have a value in both windows. */
  readonly areAllInBoth: boolean
  /** The part of the mix that is in groups with a value in both windows: others came or went. */
  readonly held: number
}

function findMix({ metric, change, dimension, groups, unlisted }: GroupFacts): MixFigures | null {
  if (change === 0 || unlisted > 0 || groups.some(({ mix }) => mix === null)) return null
  const inBoth = groups.filter((group) => findMove(group) !== null)
  const moves = inBoth.map((group) => findMove(group)!)
  const share = groups.reduce((sum, { mix }) => sum + mix!, 0) / change
  const sumMix = (some: readonly GroupFigures[]) =>
    some.reduce((sum, { mix }) => sum + Math.abs(mix!), 0)
  if (share < MOST || moves.length < FEW) return null
  return {
    metric,
    change,
    dimension,
    share,
    both: moves.length,
    against: moves.filter((move) => move === -Math.sign(change)).length,
    unmoved: moves.filter((move) => move === 0).length,
    areAllInBoth: inBoth.length === groups.length,
    held: sumMix(inBoth) / sumMix(groups),
  }
}

/** The mix where its groups have a value in both windows, but for few: of groups that came or went no rate can move. */
function findMixInBoth(facts: GroupFacts): MixFigures | null {
  const figures = findMix(facts)
  return figures !== null && figures.held >= NEARLY_ALL ? figures : null
}

/** The sign of the group's own change, 0 within rounding; null where it has a value in one window at most. */
function findMove({ current, compare }: GroupFigures): number | null {
  if (current === null || compare === null) return null
  const size = Math.max(Math.abs(current), Math.abs(compare))
  return Math.abs(current - compare) <= ROUNDING * size ? 0 : Math.sign(current - compare)
}

function nameBoth({ compares }: Wording): string {
  return ` with a value in both ${compares}`
}

const noRateMoved = defineClaim<GroupFacts, MixFigures>({
  key: 'mixNoRateMoved',
  find: (facts) => {
    const figures = findMixInBoth(facts)
    return figures !== null && figures.unmoved === figures.both ? figures : null
  },
  en: ({ metric, change, dimension, share, areAllInBoth }, wording) => {
    const name = `${wording.nameDimension(dimension)}${areAllInBoth ? '' : nameBoth(wording)}`
    return `${metric} ${nameMove(change, wording)}; the mix of ${wording.nameDimension(dimension)} explains ${formatShare(share)} of the ${nameChange(wording)}, and no rate within ${name} ${wording.compares === 'groups' ? 'differs' : 'moved'}.`
  },
  zh: ({ metric, change, dimension, share }, wording) => {
    const name = wording.nameDimension(dimension)
    return `${metric} ${nameMoveInChinese(change, wording)}；${name} 的构成解释了${nameChangeInChinese(wording)}的 ${formatShare(share)}，${name} 各组的比率相同。`
  },
})

const againstGroups = defineClaim<GroupFacts, MixFigures>({
  key: 'mixAgainstGroups',
  find: (facts) => {
    const figures = findMixInBoth(facts)
    return figures !== null && figures.against >= NEARLY_ALL * figures.both ? figures : null
  },
  en: ({ metric, change, dimension, share, both, against, areAllInBoth }, wording) => {
    const name = wording.nameDimension(dimension)
    const where =
      against === both
        ? areAllInBoth
          ? `every group of ${name}`
          : `all ${formatCount(both)} groups of ${name}${nameBoth(wording)}`
        : `${formatCount(against)} of ${formatCount(both)} groups of ${name}`
    return `${metric} ${nameMove(change, wording)} although it ${nameMove(-change, wording)} in ${where}; the mix of ${name} explains ${formatShare(share)} of the ${nameChange(wording)}.`
  },
  zh: ({ metric, change, dimension, share, both, against, areAllInBoth }, wording) => {
    const name = wording.nameDimension(dimension)
    const where =
      against === both && areAllInBoth
        ? `${name} 的每一组`
        : `${name} 的 ${formatCount(both)} 组中的 ${formatCount(against)} 组`
    return `${metric} ${nameMoveInChinese(change, wording)}，而在${where}中${nameMoveInChinese(-change, wording)}；${name} 的构成解释了${nameChangeInChinese(wording)}的 ${formatShare(share)}。`
  },
})

const mostlyMix = defineClaim<GroupFacts, MixFigures>({
  key: 'mixOfDimension',
  find: findMix,
  en: ({ dimension, share }, wording) =>
    `The mix of ${wording.nameDimension(dimension)} explains ${formatShare(share)} of the ${nameChange(wording)}${isMoreThanAll(share) ? ', against the rates' : ''}.`,
  zh: ({ dimension, share }, wording) =>
    `${wording.nameDimension(dimension)} 的构成解释了${nameChangeInChinese(wording)}的 ${formatShare(share)}${isMoreThanAll(share) ? '，与比率的变化相反' : ''}。`,
})

interface LeaderFigures {
  readonly leaders: readonly Pick<GroupFigures, 'value'>[]
  readonly share: number
  /** Whether the contribution of each is mostly from its weight. */
  readonly isByWeight: boolean
  readonly dimension: string
}

const leaders = defineClaim<GroupFacts, LeaderFigures>({
  key: 'leaders',
  find: ({ change, dimension, groups, unlisted }) => {
    if (change === 0 || groups.length + unlisted < 2) return null
    const [first, second] = groups
      .filter(({ contribution }) => contribution !== null && contribution / change > 0)
      .toSorted((a, b) => Math.abs(b.contribution!) - Math.abs(a.contribution!))
    if (first === undefined) return null
    const share = first.contribution! / change
    const name = (chosen: readonly GroupFigures[], sum: number): LeaderFigures => ({
      leaders: chosen,
      share: sum,
      isByWeight: chosen.every(({ rate, mix }) => Math.abs(mix ?? 0) > Math.abs(rate ?? 0)),
      dimension,
    })
    const secondShare = second === undefined ? 0 : second.contribution! / change
    if (share >= MUCH && secondShare < MUCH) return name([first], share)
    const both = share + secondShare
    return second !== undefined && both >= MUCH ? name([first, second], both) : null
  },
  en: (figures, wording) => {
    const names = figures.leaders.map((group) => nameGroup(group, figures.dimension, wording))
    const verb = names.length === 1 && figures.leaders[0]!.value !== null ? 'holds' : 'hold'
    const text = `${names.join(' and ')} ${verb} ${explainShare(figures.share, wording)}`
    return `${upperFirst(text, figures.leaders[0]!.value === null)}${figures.isByWeight ? ', mostly by weight' : ''}.`
  },
  zh: (figures, wording) => {
    const names = figures.leaders.map((group) =>
      nameGroupInChinese(group, figures.dimension, wording),
    )
    return `${names.join('、')} ${explainShareInChinese(figures.share, wording)}${figures.isByWeight ? '，主要来自权重' : ''}。`
  },
})

interface PatternFigures {
  readonly change: number
  readonly dimension: string
  readonly exceptions: readonly GroupFigures[]
}

/** The groups by their own moves, where all of them are listed and have a value in both windows. */
function findMoves({ groups, unlisted }: GroupFacts): readonly number[] | null {
  const moves = groups.flatMap((group) => findMove(group) ?? [])
  return unlisted > 0 || moves.length < groups.length || groups.length < 2 ? null : moves
}

const allAlong = defineClaim<GroupFacts, PatternFigures>({
  key: 'allAlong',
  find: (facts) => {
    const { change, dimension } = facts
    const moves = findMoves(facts)
    if (moves === null || change === 0) return null
    const isAll = moves.every((move) => move === Math.sign(change))
    return isAll ? { change, dimension, exceptions: [] } : null
  },
  en: ({ change, dimension }, wording) =>
    wording.compares === 'groups'
      ? `It ${nameMove(change, wording)} in every group of ${wording.nameDimension(dimension)}.`
      : `Every group of ${wording.nameDimension(dimension)} ${nameMove(change, wording)}.`,
  zh: ({ change, dimension }, wording) =>
    `${wording.nameDimension(dimension)} 的每一组都${nameMoveInChinese(change, wording)}。`,
})

const allButFew = defineClaim<GroupFacts, PatternFigures>({
  key: 'allBut',
  find: (facts) => {
    const { change, dimension, groups } = facts
    const moves = findMoves(facts)
    if (moves === null || change === 0 || groups.length < 2 * FEW) return null
    const exceptions = groups.filter((_, index) => moves[index] !== Math.sign(change))
    const isFew = exceptions.length > 0 && exceptions.length <= FEW
    return isFew ? { change, dimension, exceptions } : null
  },
  en: ({ change, dimension, exceptions }, wording) => {
    const names = exceptions.map((group) => nameGroup(group, dimension, wording)).join(' and ')
    return wording.compares === 'groups'
      ? `It ${nameMove(change, wording)} in every group of ${wording.nameDimension(dimension)} except ${names}.`
      : `Every group of ${wording.nameDimension(dimension)} except ${names} ${nameMove(change, wording)}.`
  },
  zh: ({ change, dimension, exceptions }, wording) => {
    const names = exceptions.map((group) => nameGroupInChinese(group, dimension, wording))
    return `除 ${names.join('、')} 外，${wording.nameDimension(dimension)} 的每一组都${nameMoveInChinese(change, wording)}。`
  },
})

const noneInBoth = defineClaim<GroupFacts, PatternFigures>({
  key: 'noneInBoth',
  find: ({ change, dimension, groups, unlisted }) => {
    const isNone =
      unlisted === 0 &&
      groups.length > 0 &&
      groups.every(({ current, compare }) => (current === null) !== (compare === null))
    return isNone ? { change, dimension, exceptions: [] } : null
  },
  en: ({ dimension }, { nameDimension, compares }) =>
    `No group of ${nameDimension(dimension)} has a value in both ${compares}.`,
  zh: ({ dimension }, { nameDimension, compares }) =>
    `${nameDimension(dimension)} 没有一组在两个${compares === 'groups' ? '对象' : '时间范围'}中都有值。`,
})

const inBothDirections = defineClaim<GroupFacts, PatternFigures>({
  key: 'against',
  find: ({ change, dimension, groups }) => {
    const moves = groups.map(findMove)
    if (!moves.includes(1) || !moves.includes(-1)) return null
    const sizes = groups.map(({ contribution }) => (contribution ?? 0) * (change < 0 ? -1 : 1))
    const along = sizes.reduce((sum, size) => sum + Math.max(0, size), 0)
    const opposite = sizes.reduce((sum, size) => sum - Math.min(0, size), 0)
    const isOffsetting = along > 0 && opposite >= OFFSETTING * along
    return isOffsetting ? { change, dimension, exceptions: [] } : null
  },
  en: ({ dimension }, { nameDimension, compares }) =>
    compares === 'groups'
      ? `Groups of ${nameDimension(dimension)} differ in both directions.`
      : `Groups of ${nameDimension(dimension)} moved against one another.`,
  zh: ({ dimension }, { nameDimension }) => `${nameDimension(dimension)} 的各组变化方向相反。`,
})

/** The claim that most of the change of a quotient is the mix of a dimension: the headline where one holds. */
export const MIX_OF_GROUPS_CLAIMS: readonly (readonly Claim<GroupFacts>[])[] = [
  [noRateMoved, againstGroups, mostlyMix],
]

/** The claims about the groups of a dimension: of each list, the first that holds is said. */
export const GROUP_CLAIMS: readonly (readonly Claim<GroupFacts>[])[] = [
  ...MIX_OF_GROUPS_CLAIMS,
  [leaders],
  [allAlong, allButFew, noneInBoth, inBothDirections],
]

function nameGroup(
  { value }: Pick<GroupFigures, 'value'>,
  dimension: string,
  { nameDimension }: Wording,
): string {
  return value ?? `rows without ${nameDimension(dimension)}`
}

function nameGroupInChinese(
  { value }: Pick<GroupFigures, 'value'>,
  dimension: string,
  { nameDimension }: Wording,
): string {
  return value ?? `无 ${nameDimension(dimension)} 的行`
}

function upperFirst(text: string, isSentence: boolean): string {
  return isSentence ? text.charAt(0).toUpperCase() + text.slice(1) : text
}
