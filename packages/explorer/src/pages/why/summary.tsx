import {
  type AnswerWarning,
  describeWarning,
  GROUP_CLAIMS,
  joinClaims,
  readWarnings,
  sayClaims,
} from '@tributary/contract'
import type { JSX } from 'preact'
import { toGroupFacts } from '../../analysis/group-facts.ts'
import type { GroupRow, GroupTable } from '../../analysis/group-table.ts'
import { texts } from '../../text/language.ts'
import { rateText, unitText } from '../../text/numbers.ts'
import type { AnswerProps } from './breakdown-props.ts'
import { formatDimensionName } from './question/dimension-name.ts'
import { Series } from './series.tsx'
import { exactly } from './words.ts'

interface SummaryProps extends AnswerProps {
  /** The warnings of the answer, as the service writes them. */
  readonly warning: string | null
  readonly total: GroupRow
  /** The table that is shown; null when there is none. */
  readonly table: GroupTable | null
}

/** The change in one number and a few sentences, beside the series with both windows. */
export function Summary(props: SummaryProps): JSX.Element {
  const { total, table, subject, styles, warning, change, state, comparison } = props
  const { why, peers } = texts.value
  const isPeers = comparison.kind === 'peers'
  const growth = total.growth === null ? null : Number(total.growth)
  const { current, compare } = total
  const style = styles.value
  const unit = unitText(subject.form)
  const warnings = readWarnings(warning, table?.warning ?? null)
  return (
    <section class="card summary" aria-label={subject.displayName}>
      <div class="headline" aria-live="polite">
        <p class="now">
          <strong {...exactly(current)}>
            {style.value(current)}
            {current !== null && <small>{unit}</small>}
          </strong>{' '}
          <span {...exactly(compare)}>
            {isPeers
              ? peers.against(comparison.labels, style.value(compare))
              : why.from(style.value(compare))}
          </span>
        </p>
        {growth !== null && (
          <p class={`growth ${growth < 0 ? 'less' : 'more'}`} {...exactly(total.growth)}>
            {style.change(growth)}
            {total.growthRate !== null && <span> ({rateText(total.growthRate)})</span>}
          </p>
        )}
        {growth !== null && table !== null && <p>{sentences(growth, { ...props, table })}</p>}
        {warnings.map((entry) => (
          <p class="note" key={`${entry.code} ${entry.detail}`}>
            <WarningText warning={entry} compares={isPeers ? 'groups' : 'periods'} />{' '}
            {entry.code === 'RANGE_LENGTH_DIFFERS' && !state.mean && (
              <button type="button" class="plain" onClick={() => change({ mean: true })}>
                {texts.value.useMean}
              </button>
            )}
          </p>
        ))}
      </div>
      {!isPeers && <Series {...props} style={style} />}
    </section>
  )
}

interface WarningTextProps {
  readonly warning: AnswerWarning
  readonly compares: 'periods' | 'groups'
}

/** A warning with its heading, and what to do about it; an unknown one as the service wrote it. */
function WarningText({ warning, compares }: WarningTextProps): JSX.Element {
  const language = texts.value.tag === 'zh' ? 'zh' : 'en'
  const sentences = describeWarning(warning, { language, compares })
  if (sentences === null) return <>{`${warning.code} ${warning.detail}`}</>
  const { short, long, action } = sentences
  const separator = language === 'zh' ? '' : ' '
  return (
    <>
      <strong>{short}</strong>
      {language === 'zh' ? '：' : ': '}
      {action === null ? long : `${long}${separator}${action}`}
    </>
  )
}

/** Sentences about the numbers, and none about their causes. */
function sentences(
  change: number,
  { table, subject, comparison }: AnswerProps & { readonly table: GroupTable },
): string {
  const options = {
    language: texts.value.tag === 'zh' ? 'zh' : 'en',
    compares: comparison.kind === 'peers' ? 'groups' : 'periods',
    nameDimension: (dimension: string) => formatDimensionName(dimension, subject),
  } as const
  const facts = toGroupFacts(table, { metric: subject.displayName, change })
  return joinClaims(sayClaims(GROUP_CLAIMS, facts, options), options)
}
