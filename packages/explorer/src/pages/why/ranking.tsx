import type { RankDimensionsData } from '@tributary/contract'
import type { JSX } from 'preact'
import { useShortcuts } from '../../parts/shortcuts.tsx'
import { texts } from '../../text/language.ts'
import { countText, shareText } from '../../text/numbers.ts'
import { formatDimensionName } from './question/dimension-name.ts'
import type { Subject } from './question/subject.ts'

interface RankingProps {
  /** The dimensions in the order of how well they explain the change. */
  readonly ranked: RankDimensionsData['dimensions']
  /** Dimensions of which that is not known. */
  readonly others: readonly string[]
  readonly selected: string | null
  readonly subject: Subject
  readonly choose: (dimension: string) => void
}

/** A mix with a smaller share of the change is not mentioned. */
const LEAST_MIX = 0.05

/** The dimensions in the order of how well they explain the change. */
export function Ranking({
  ranked,
  others: unrankedDimensions,
  selected: selectedDimension,
  subject,
  choose,
}: RankingProps): JSX.Element {
  const { why } = texts.value
  const most = Math.max(...ranked.map(({ score, determines }) => (determines ? 0 : (score ?? 0))))
  const dimensions = [...ranked.map(({ dimension }) => dimension), ...unrankedDimensions]
  const keys = dimensions.slice(0, 9).map((dimension, index) => {
    return [`${index + 1}`, () => choose(dimension)] as const
  })
  useShortcuts(Object.fromEntries(keys))
  const row = (dimension: string, details: JSX.Element | null) => (
    <li key={dimension}>
      <button
        type="button"
        aria-pressed={dimension === selectedDimension}
        onClick={() => choose(dimension)}
      >
        <span class="name">{formatDimensionName(dimension, subject)}</span>
        {details}
      </button>
    </li>
  )
  return (
    <section class="card ranking" aria-labelledby="ranking">
      <h2 id="ranking">{why.explainsMost}</h2>
      <ol>
        {ranked.map((rankedDimension) =>
          row(rankedDimension.dimension, <Details one={rankedDimension} most={most} />),
        )}
        {unrankedDimensions.map((dimension) => row(dimension, null))}
      </ol>
    </section>
  )
}

interface DetailsProps {
  readonly one: RankDimensionsData['dimensions'][number]
  /** The largest score, whose bar is as long as there is room. */
  readonly most: number
}

function Details({ one: rankedDimension, most }: DetailsProps): JSX.Element {
  const { why } = texts.value
  return (
    <>
      <span class="groups">{why.groups(countText(rankedDimension.groups))}</span>
      {rankedDimension.groupsFor80Percent !== null && (
        <span class="hold">{why.hold(countText(rankedDimension.groupsFor80Percent))}</span>
      )}
      {rankedDimension.followsFrom !== null && (
        <span class="hold">{why.followsFrom(rankedDimension.followsFrom)}</span>
      )}
      {rankedDimension.determines && <span class="hold">{why.determines}</span>}
      {rankedDimension.mixShare !== null && rankedDimension.mixShare >= LEAST_MIX && (
        <span class="hold">{why.mixShare(shareText(rankedDimension.mixShare))}</span>
      )}
      {most > 0 && !rankedDimension.determines && (
        <span class="meter" aria-hidden="true">
          <span
            style={{
              width: `${Math.round((Math.max(0, rankedDimension.score ?? 0) / most) * 100)}%`,
            }}
          />
        </span>
      )}
    </>
  )
}
