import type { JSX } from 'preact'
import type { RankedDimension } from '../../analysis/rank-dimensions.ts'
import { numbers, texts } from '../../text/language.ts'
import type { Subject } from './subject.ts'

interface RankingProps {
  readonly ranked: readonly RankedDimension[]
  readonly shown: string | null
  readonly subject: Subject
  readonly choose: (dimension: string) => void
}

/** The dimensions in the order of how well they explain the change. */
export function Ranking({ ranked, shown, subject, choose }: RankingProps): JSX.Element {
  const { why } = texts.value
  const best = Math.max(...ranked.map(({ score }) => score), Number.MIN_VALUE)
  return (
    <section class="card ranking" aria-labelledby="ranking">
      <h2 id="ranking">{why.explainsMost}</h2>
      <ol>
        {ranked.map((one) => (
          <li key={one.dimension}>
            <button
              type="button"
              aria-pressed={one.dimension === shown}
              onClick={() => choose(one.dimension)}
            >
              <span class="name">{displayNameOf(one.dimension, subject)}</span>
              <span class="groups">{why.groups(numbers.value.count(one.groups))}</span>
              {one.holders !== null && (
                <span class="hold">{why.hold(numbers.value.count(one.holders))}</span>
              )}
              <span class="meter" aria-hidden="true">
                <span style={{ width: `${Math.round((one.score / best) * 100)}%` }} />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The name of a dimension for people; several are joined by a multiplication sign. */
export function displayNameOf(dimension: string, { dimensions }: Subject): string {
  return dimension
    .split(',')
    .map((name) => dimensions.find((one) => one.name === name)?.dimDisplayName ?? name)
    .join(' × ')
}
