import { formatPercent, formatShare } from '@tributary/core/numbers'
import type { RootCauseData } from '../schemas/causes.ts'
import { type Claim, defineClaim, type Wording } from './claim.ts'
import { isWithinUsual, LEAST_HISTORY } from './usual.ts'
import {
  countNoun,
  explainShare,
  explainShareInChinese,
  formatCount,
  formatTimes,
  isMoreThanAll,
  listNames,
  nameChange,
  nameChangeInChinese,
  nameMove,
  nameMoveInChinese,
  nameSegment,
  nameSegmentInChinese,
} from './words.ts'

/** The figures that sentences about causes are about: an answer of root_cause without its headline. */
export type CauseFacts = Pick<
  RootCauseData,
  | 'metric'
  | 'current'
  | 'compare'
  | 'change'
  | 'verdict'
  | 'usual'
  | 'causes'
  | 'ranking'
  | 'common'
  | 'mix'
  | 'spread'
  | 'parts'
>

type Cause = CauseFacts['causes'][number]
type GroupsOfMix = NonNullable<CauseFacts['mix']>['byDimension'][number]

/** A segment with a smaller share of the change is not named in a headline. */
const LEAST_SHARE = 0.05
/** From this part of a change on, it is most of it. */
const MOST = 0.5
/** From this part on, nearly all. */
const NEARLY_ALL = 0.9
/** A common move goes along with no smaller part of the size. */
const MOST_PLACES = 0.8

/** A change with its metric. */
interface Changed {
  readonly metric: string
  readonly change: number
}

function findChanged({ metric, change }: CauseFacts): Changed | null {
  return change === null || change === 0 ? null : { metric, change }
}

/** The change of a metric that has exact shares. */
function findDivided(facts: CauseFacts): Changed | null {
  return facts.ranking === null ? findChanged(facts) : null
}

const hasNoValue = defineClaim<CauseFacts, { readonly metric: string }>({
  key: 'noValue',
  find: ({ metric, change }) => (change === null ? { metric } : null),
  en: ({ metric }, { compares }) =>
    `${metric} has no value ${compares === 'groups' ? 'for one of the two groups' : 'in one of the periods'}.`,
  zh: ({ metric }, { compares }) =>
    `${metric} 在其中一个${compares === 'groups' ? '对象' : '时间范围'}中没有值。`,
})

const didNotChange = defineClaim<CauseFacts, { readonly metric: string }>({
  key: 'unchanged',
  find: ({ metric, change }) => (change === 0 ? { metric } : null),
  en: ({ metric }, { compares }) =>
    `${metric} ${compares === 'groups' ? 'is the same for both groups' : 'did not change'}.`,
  zh: ({ metric }, { compares }) =>
    compares === 'groups' ? `${metric} 在两个对象中相同。` : `${metric} 没有变化。`,
})

const isUsual = defineClaim<CauseFacts, Changed>({
  key: 'usual',
  find: (facts) => (facts.verdict === 'usual' && isWithinUsual(facts) ? findChanged(facts) : null),
  en: ({ metric, change }, wording) =>
    `${metric} ${nameMove(change, wording)} by no more than it usually changes.`,
  zh: ({ metric, change }, wording) =>
    `${metric} ${nameMoveInChinese(change, wording)}，幅度不超过其通常的变化。`,
})

/** A change of which a part is explained. */
interface Explained extends Changed {
  readonly share: number
}

interface MixFigures extends Explained, GroupsOfMix {}

/** The dimension whose mix is most of the change. */
function findMixOfDimension(facts: CauseFacts): MixFigures | null {
  const changed = findDivided(facts)
  const [first] = facts.mix?.byDimension ?? []
  if (changed === null || first === undefined || facts.verdict !== 'mix') return null
  const share = first.mixContribution / changed.change
  return share >= MOST ? { ...changed, ...first, share } : null
}

/** Whether nearly all of the denominator is in groups with a rate in both windows: of others no rate can move. */
function isHeld({ held }: MixFigures): boolean {
  return held >= NEARLY_ALL
}

/** Whether all groups have a rate in both windows, within rounding. */
function isWhollyHeld({ held }: MixFigures): boolean {
  return held >= 1 - 1e-9
}

const noRateMoved = defineClaim<CauseFacts, MixFigures>({
  key: 'mixNoRateMoved',
  find: (facts) => {
    const figures = findMixOfDimension(facts)
    return figures !== null && isHeld(figures) && figures.unmoved === figures.groups
      ? figures
      : null
  },
  en: (figures, wording) => {
    const { metric, change, dimension, share } = figures
    const name = wording.nameDimension(dimension)
    const place = `${name}${isWhollyHeld(figures) ? '' : ` with a value in both ${wording.compares}`}`
    return `${metric} ${nameMove(change, wording)}; the mix of ${name} explains ${formatShare(share)} of the ${nameChange(wording)}, and no rate within ${place} moved.`
  },
  zh: ({ metric, change, dimension, share }, wording) => {
    const name = wording.nameDimension(dimension)
    return `${metric} ${nameMoveInChinese(change, wording)}；${name} 的构成解释了${nameChangeInChinese(wording)}的 ${formatShare(share)}，${name} 各组的比率均未变化。`
  },
})

const simpson = defineClaim<CauseFacts, MixFigures>({
  key: 'mixAgainstGroups',
  find: (facts) => {
    const figures = findMixOfDimension(facts)
    return figures !== null &&
      figures.groups > 1 &&
      figures.against >= NEARLY_ALL * figures.groups &&
      isHeld(figures)
      ? figures
      : null
  },
  en: (figures, wording) => {
    const { metric, change, dimension, share, groups, against } = figures
    const name = wording.nameDimension(dimension)
    const opposite = nameMove(-change, wording)
    const some = `${formatCount(against)} of ${formatCount(groups)} groups of ${name}`
    const all = isWhollyHeld(figures)
      ? `every group of ${name}`
      : `all ${formatCount(groups)} groups of ${name} with a value in both ${wording.compares}`
    const each = against === groups ? all : some
    return `${metric} ${nameMove(change, wording)} although it ${opposite} in ${each}; the mix of ${name} explains ${formatShare(share)} of the ${nameChange(wording)}.`
  },
  zh: (figures, wording) => {
    const { metric, change, dimension, share, groups, against } = figures
    const name = wording.nameDimension(dimension)
    const opposite = nameMoveInChinese(-change, wording)
    const each =
      against === groups && isWhollyHeld(figures)
        ? `${name} 的每一组`
        : `${name} 的 ${formatCount(groups)} 组中的 ${formatCount(against)} 组`
    return `${metric} ${nameMoveInChinese(change, wording)}，而在${each}中${opposite}；${name} 的构成解释了${nameChangeInChinese(wording)}的 ${formatShare(share)}。`
  },
})

/** That the mix of something is most of a change. */
function sayMostlyMix({ metric, change, share }: Explained, of: string, wording: Wording): string {
  const against = isMoreThanAll(share) ? ', against the rates' : ''
  return `${metric} ${nameMove(change, wording)}; the mix of ${of} explains ${formatShare(share)} of the ${nameChange(wording)}${against}.`
}

function sayMostlyMixInChinese(
  { metric, change, share }: Explained,
  of: string,
  wording: Wording,
): string {
  const against = isMoreThanAll(share) ? '，与比率的变化相反' : ''
  return `${metric} ${nameMoveInChinese(change, wording)}；${of} 的构成解释了${nameChangeInChinese(wording)}的 ${formatShare(share)}${against}。`
}

const mostlyMix = defineClaim<CauseFacts, MixFigures>({
  key: 'mixOfDimension',
  find: findMixOfDimension,
  en: (figures, wording) =>
    sayMostlyMix(figures, wording.nameDimension(figures.dimension), wording),
  zh: (figures, wording) =>
    sayMostlyMixInChinese(figures, wording.nameDimension(figures.dimension), wording),
})

interface CombinedMix extends Explained {
  readonly dimensions: readonly string[]
}

const mixOfCombinations = defineClaim<CauseFacts, CombinedMix>({
  key: 'mixOfCombinations',
  find: (facts) => {
    const changed = findDivided(facts)
    const { mix, verdict } = facts
    if (changed === null || mix === null || verdict !== 'mix' || (mix.share ?? 0) < MOST)
      return null
    return { ...changed, dimensions: mix.dimensions, share: mix.share! }
  },
  en: (figures, wording) => {
    const names = figures.dimensions.map(wording.nameDimension)
    return sayMostlyMix(figures, `combinations of ${listNames(names)}`, wording)
  },
  zh: (figures, wording) => {
    const names = figures.dimensions.map(wording.nameDimension)
    return sayMostlyMixInChinese(figures, `${names.join('、')} 各组合`, wording)
  },
})

interface CommonFigures extends Changed {
  readonly share: number
  readonly along: number
}

const movedTogether = defineClaim<CauseFacts, CommonFigures>({
  key: 'common',
  find: (facts) => {
    const changed = findDivided(facts)
    const { common, verdict } = facts
    if (changed === null || common === null || verdict !== 'common') return null
    if ((common.share ?? 0) < MOST || common.along < MOST_PLACES) return null
    return { ...changed, share: common.share!, along: common.along }
  },
  en: ({ metric, change, share, along }, wording) => {
    const where = along < NEARLY_ALL ? 'in most places' : 'nearly everywhere'
    const part = isMoreThanAll(share)
      ? 'more than the whole change'
      : `${formatShare(share)} of the ${nameChange(wording)}`
    return `${metric} ${nameMove(change, wording)} ${where}; what all segments have in common is ${part}.`
  },
  zh: ({ metric, change, share, along }, wording) => {
    const where = along < NEARLY_ALL ? '在大多数地方' : '几乎在所有地方'
    const part = isMoreThanAll(share)
      ? '超过全部变化'
      : `占${nameChangeInChinese(wording)}的 ${formatShare(share)}`
    return `${metric} ${where}${nameMoveInChinese(change, wording)}；各分组共有的部分${part}。`
  },
})

/** The causes that a headline may name: the first of them, and how many more there are. */
interface Material {
  readonly first: Cause
  /** Null for a metric that has no exact shares. */
  readonly share: number | null
  readonly further: number
}

interface SegmentFigures extends Changed, Material {}

function findMaterial(
  { causes, ranking }: CauseFacts,
  holds: (cause: Cause) => boolean = isMaterial,
): Material | null {
  const material = causes.filter(holds)
  const [first] = material
  if (first === undefined) return null
  return { first, share: ranking === null ? first.share : null, further: material.length - 1 }
}

function isMaterial({ confidence, share }: Cause): boolean {
  return confidence !== 'possible' && share !== null && Math.abs(share) >= LEAST_SHARE
}

const standsOut = defineClaim<CauseFacts, SegmentFigures>({
  key: 'localised',
  find: (facts) => {
    const changed = findChanged(facts)
    const material = findMaterial(facts)
    const isNamed = facts.verdict === 'localised' || facts.verdict === 'several'
    return changed === null || material === null || !isNamed ? null : { ...changed, ...material }
  },
  en: ({ metric, change, first, share, further }, wording) => {
    const more = further === 0 ? '' : `, and ${countNoun(further, 'more segment')}`
    return `${metric} ${nameMove(change, wording)}; what stands out is ${nameCause(first, wording)} (${explainCause(first, share, wording)})${more}.`
  },
  zh: ({ metric, change, first, share, further }, wording) => {
    const more = further === 0 ? '' : `，另有 ${formatCount(further)} 个分组`
    return `${metric} ${nameMoveInChinese(change, wording)}；突出的是 ${nameCauseInChinese(first, wording)}（${explainCauseInChinese(first, share, wording)}）${more}。`
  },
})

const isSpread = defineClaim<CauseFacts, Changed & NonNullable<CauseFacts['spread']>>({
  key: 'spread',
  find: (facts) => {
    const changed = findDivided(facts)
    const { spread, verdict } = facts
    return changed === null || spread === null || verdict !== 'spread'
      ? null
      : { ...changed, ...spread }
  },
  en: ({ metric, change, dimension, groups, largest }, wording) =>
    `${metric} ${nameMove(change, wording)}, spread over ${formatCount(groups)} groups of ${wording.nameDimension(dimension)}, of which the largest holds ${formatShare(largest.share)} of the ${nameChange(wording)}; no segment stands out.`,
  zh: ({ metric, change, dimension, groups, largest }, wording) =>
    `${metric} ${nameMoveInChinese(change, wording)}，分散在 ${wording.nameDimension(dimension)} 的 ${formatCount(groups)} 组中，最大的一组占${nameChangeInChinese(wording)}的 ${formatShare(largest.share)}；没有突出的分组。`,
})

const nothingStandsOut = defineClaim<CauseFacts, Changed>({
  key: 'unknown',
  // Of a metric without exact shares, a segment is named by its own change.
  find: (facts) => (findMaterial(facts) === null ? findDivided(facts) : null),
  en: ({ metric, change }, wording) =>
    `${metric} ${nameMove(change, wording)}; no segment stands out.`,
  zh: ({ metric, change }, wording) =>
    `${metric} ${nameMoveInChinese(change, wording)}；没有突出的分组。`,
})

const changedOnly = defineClaim<CauseFacts, Changed>({
  key: 'changed',
  find: findChanged,
  en: ({ metric, change }, wording) => `${metric} ${nameMove(change, wording)}.`,
  zh: ({ metric, change }, wording) => `${metric} ${nameMoveInChinese(change, wording)}。`,
})

const besides = defineClaim<CauseFacts, Material>({
  key: 'besides',
  find: (facts) => {
    const { verdict, change } = facts
    if (verdict === 'localised' || verdict === 'several' || change === null) return null
    // The claim of the mix has already named the contributions of weights.
    const isByRate = ({ rateContribution }: Cause) =>
      rateContribution !== null && Math.abs(rateContribution) >= LEAST_SHARE * Math.abs(change)
    return findMaterial(
      facts,
      (cause) => isMaterial(cause) && (verdict !== 'mix' || isByRate(cause)),
    )
  },
  en: ({ first, share, further }, wording) => {
    const more = further === 0 ? '' : `, and ${countNoun(further, 'more segment')}`
    return `What stands out besides is ${nameCause(first, wording)} (${explainCause(first, share, wording)})${more}.`
  },
  zh: ({ first, share, further }, wording) => {
    const more = further === 0 ? '' : `，另有 ${formatCount(further)} 个分组`
    return `此外突出的是 ${nameCauseInChinese(first, wording)}（${explainCauseInChinese(first, share, wording)}）${more}。`
  },
})

const isPossible = defineClaim<
  CauseFacts,
  { readonly first: Cause; readonly share: number | null }
>({
  key: 'possible',
  find: (facts) => {
    if (findMaterial(facts) !== null || findChanged(facts) === null) return null
    const first = facts.causes.find(
      ({ confidence, share }) =>
        confidence === 'possible' && share !== null && Math.abs(share) >= LEAST_SHARE,
    )
    if (first === undefined) return null
    return { first, share: facts.ranking === null ? first.share : null }
  },
  en: ({ first, share }, wording) => {
    const explanation = share === null ? explainMove(first) : explainShare(share, wording)
    return `Possibly ${nameCause(first, wording)} differs from the rest (${explanation}), but chance may explain it.`
  },
  zh: ({ first, share }, wording) => {
    const explanation =
      share === null ? explainMoveInChinese(first) : explainShareInChinese(share, wording)
    return `${nameCauseInChinese(first, wording)} 可能与其余不同（${explanation}），但也可能出于偶然。`
  },
})

const hasNoExactShares = defineClaim<CauseFacts, { readonly metric: string }>({
  key: 'noExactShares',
  find: (facts) =>
    facts.ranking === null || findChanged(facts) === null ? null : { metric: facts.metric },
  en: ({ metric }) =>
    `${metric} has no exact shares, because its values in segments do not add up.`,
  zh: ({ metric }) => `${metric} 没有精确的占比，因为各分组的值不能相加。`,
})

type RankedSegment = NonNullable<CauseFacts['ranking']>['segments'][number]

const changedMost = defineClaim<CauseFacts, RankedSegment>({
  key: 'changedMost',
  find: (facts) => {
    const first = facts.ranking?.segments[0]
    if (findChanged(facts) === null || findMaterial(facts) !== null) return null
    return first?.change ? first : null
  },
  en: (segment, wording) =>
    `The largest ${nameChange(wording)} is in ${nameSegment(segment.conditions, wording)} (${explainMove(segment)}).`,
  zh: (segment, wording) =>
    `${nameChangeInChinese(wording)}最大的是 ${nameSegmentInChinese(segment.conditions, wording)}（${explainMoveInChinese(segment)}）。`,
})

interface TimesUsual {
  readonly times: number
  readonly changes: number
}

/** A change of fewer times the usual one is a little larger. */
const CLEARLY_MORE = 1.1

const isMoreThanUsual = defineClaim<CauseFacts, TimesUsual>({
  key: 'timesUsual',
  find: ({ change, usual }) => {
    if (usual === null || usual.changes < LEAST_HISTORY || change === null) return null
    return usual.times !== null && usual.times > 1 ? { ...usual, times: usual.times } : null
  },
  en: ({ times, changes }) =>
    times < CLEARLY_MORE
      ? `The change is a little larger than usual, by ${formatCount(changes)} changes before.`
      : `The change is ${formatTimes(times)} times the usual one of ${formatCount(changes)} changes before.`,
  zh: ({ times, changes }) =>
    times < CLEARLY_MORE
      ? `按此前 ${formatCount(changes)} 次变化，这一变化略大于通常幅度。`
      : `变化是此前 ${formatCount(changes)} 次变化的通常幅度的 ${formatTimes(times)} 倍。`,
})

const isNoMoreThanUsual = defineClaim<CauseFacts, { readonly changes: number }>({
  key: 'withinUsual',
  find: (facts) =>
    facts.verdict !== 'usual' && facts.change !== 0 && isWithinUsual(facts)
      ? { changes: facts.usual!.changes }
      : null,
  en: ({ changes }) =>
    `The change is no larger than usual, by ${formatCount(changes)} changes before.`,
  zh: ({ changes }) => `按此前 ${formatCount(changes)} 次变化，这一变化不大于通常幅度。`,
})

interface PartFigures {
  readonly part: string
  readonly share: number
}

const largestPart = defineClaim<CauseFacts, PartFigures>({
  key: 'largestPart',
  find: ({ parts }) => {
    const [first] = parts
    if (parts.length < 2 || first === undefined || first.share === null) return null
    return { part: first.part, share: first.share }
  },
  en: ({ part, share }, wording) => `${part} contributes most (${explainShare(share, wording)}).`,
  zh: ({ part, share }, wording) =>
    `${part} 贡献最大（${explainShareInChinese(share, wording)}）。`,
})

interface CommonLine {
  readonly factor: number
  readonly isAll: boolean
}

const movedAlike = defineClaim<CauseFacts, CommonLine>({
  key: 'commonLine',
  find: ({ common, causes }) =>
    common !== null && common.along >= NEARLY_ALL
      ? { factor: common.factor, isAll: causes.length === 0 }
      : null,
  en: ({ factor, isAll }, { compares }) =>
    `${isAll ? 'everything' : 'everything else'} ${compares === 'groups' ? 'differs' : 'moved'} alike, by ${formatPercent(factor - 1)}`,
  zh: ({ factor, isAll }, { compares }) =>
    `${isAll ? '全部' : '其余全部'}${compares === 'groups' ? '同样相差' : '同样变化'} ${formatPercent(factor - 1)}`,
})

const movedInCommon = defineClaim<CauseFacts, CommonLine>({
  key: 'commonPart',
  find: ({ common, causes }) =>
    common === null ? null : { factor: common.factor, isAll: causes.length === 0 },
  en: ({ factor, isAll }) =>
    `in common${isAll ? '' : ' beside the causes'}, by ${formatPercent(factor - 1)}`,
  zh: ({ factor, isAll }) => `${isAll ? '' : '各原因以外的'}共同变化 ${formatPercent(factor - 1)}`,
})

/** The claims about what is common to all segments, a noun phrase without its contribution. */
export const COMMON_CLAIMS: readonly (readonly Claim<CauseFacts>[])[] = [
  [movedAlike, movedInCommon],
]

const mixBesides = defineClaim<
  CauseFacts,
  { readonly dimensions: readonly string[]; readonly isAll: boolean }
>({
  key: 'mixLine',
  find: ({ mix, causes }) =>
    mix === null ? null : { dimensions: mix.dimensions, isAll: causes.length === 0 },
  en: ({ dimensions, isAll }, { nameDimension }) =>
    `mix of ${listNames(dimensions.map(nameDimension))}${isAll ? '' : ' beside the causes'}`,
  zh: ({ dimensions, isAll }, { nameDimension }) =>
    `${isAll ? '' : '各原因以外的'} ${dimensions.map(nameDimension).join('、')} 的构成`.trim(),
})

/** The claims about what weights contribute, a noun phrase without the contribution. */
export const MIX_CLAIMS: readonly (readonly Claim<CauseFacts>[])[] = [[mixBesides]]

/** The claims about causes: of each list, the first that holds is said. */
export const CAUSE_CLAIMS: readonly (readonly Claim<CauseFacts>[])[] = [
  [
    hasNoValue,
    didNotChange,
    isUsual,
    noRateMoved,
    simpson,
    mostlyMix,
    mixOfCombinations,
    movedTogether,
    standsOut,
    isSpread,
    nothingStandsOut,
    changedOnly,
  ],
  [besides, isPossible],
  [hasNoExactShares],
  [changedMost],
  [isMoreThanUsual, isNoMoreThanUsual],
  [largestPart],
]

/** The share of a cause; of a quotient, whether it comes from its weight rather than its rate. */
function explainCause(cause: Cause, share: number | null, wording: Wording): string {
  if (share === null) return explainMove(cause)
  const source = findSource(cause)
  if (source === 'rateAgainst')
    return `${formatShare(share)} of the ${nameChange(wording)}, by its weight; its own rate moved the other way`
  return `${explainShare(share, wording)}${source === 'weight' ? ', mostly by its weight' : ''}`
}

function explainCauseInChinese(cause: Cause, share: number | null, wording: Wording): string {
  if (share === null) return explainMoveInChinese(cause)
  const source = findSource(cause)
  if (source === 'rateAgainst')
    return `占${nameChangeInChinese(wording)}的 ${formatShare(share)}，来自其权重；其自身比率反向变化`
  return `${explainShareInChinese(share, wording)}${source === 'weight' ? '，主要来自其权重' : ''}`
}

/** The change of a segment by itself: `-35.2%`, or that it had nothing before. */
function explainMove({ change, compare }: Pick<Cause, 'change' | 'compare'>): string {
  return compare ? `${formatPercent(change! / Math.abs(compare))} there` : 'from nothing'
}

function explainMoveInChinese({ change, compare }: Pick<Cause, 'change' | 'compare'>): string {
  return compare ? `该分组变化 ${formatPercent(change! / Math.abs(compare))}` : '此前为零'
}

function findSource({
  contribution,
  rateContribution,
  mixContribution,
}: Cause): 'rate' | 'weight' | 'rateAgainst' {
  if (rateContribution === null || mixContribution === null) return 'rate'
  if (contribution * rateContribution < 0) return 'rateAgainst'
  return Math.abs(mixContribution) > Math.abs(rateContribution) ? 'weight' : 'rate'
}

function nameCause({ part, conditions }: Cause, wording: Wording): string {
  const segment = nameSegment(conditions, wording)
  return part === null ? segment : `${part} where ${segment}`
}

function nameCauseInChinese({ part, conditions }: Cause, wording: Wording): string {
  const segment = nameSegmentInChinese(conditions, wording)
  return part === null ? segment : `${part}（${segment}）`
}
