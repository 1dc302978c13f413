import type { RootCauseData } from '@tributary/contract'
import type { NumberForm } from '@tributary/core/numbers'
import type { JSX } from 'preact'
import { causesQuestion } from '../../answers/compare.ts'
import { useAnswer } from '../../answers/use-answer.ts'
import { Frame } from '../../parts/frame.tsx'
import { texts } from '../../text/language.ts'
import { countText, createTotalStyle, quantityText, shareText } from '../../text/numbers.ts'
import type { BreakdownProps } from './breakdown-props.ts'
import { CauseParts, plainStyle } from './cause-parts.tsx'
import { formatDimensionName } from './question/dimension-name.ts'
import { WindowHead } from './window-head.tsx'
import { exactly, type Styles } from './words.ts'

type Cause = RootCauseData['causes'][number]

/** The segments that changed differently from the rest. They are searched when this is shown. */
export function Causes(props: BreakdownProps & { readonly name: string }): JSX.Element {
  const { state, comparison } = props
  const answerState = useAnswer(causesQuestion(state.metric, comparison))
  return (
    <Frame answerState={answerState} height={240}>
      {(rootCauses) => (
        <>
          <CauseParts parts={rootCauses.parts} {...props} />
          {rootCauses.causes.length === 0 ? (
            <Nothing {...props} rootCauses={rootCauses} />
          ) : (
            <CauseTable {...props} rootCauses={rootCauses} />
          )}
          <SearchSummary rootCauses={rootCauses} {...props} />
        </>
      )}
    </Frame>
  )
}

type FoundProps = BreakdownProps & { readonly rootCauses: RootCauseData }

/** The styles of what was found. */
function stylesOfCauses(rootCauses: RootCauseData, form: NumberForm): Styles {
  // An expected number of whole things is a fraction, and has the digits of whole numbers.
  const values = rootCauses.causes.flatMap(({ part, compare, current }) =>
    part === null ? [compare, current] : [],
  )
  const style = createTotalStyle(form, rootCauses, { groups: { values, changes: [] } })
  return { value: style, part: style }
}

function CauseTable({ rootCauses, ...props }: FoundProps): JSX.Element {
  const { causes: words, why } = texts.value
  const { labels } = props.comparison
  const styles = stylesOfCauses(rootCauses, props.subject.form)
  return (
    <div class="scroll">
      <table>
        <caption>{words.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.segment}</th>
            <WindowHead label={labels.compare} />
            <WindowHead label={labels.current} />
            <th scope="col">{words.expected}</th>
            <th scope="col">{words.unexpected}</th>
            <th scope="col">{why.columns.contribution}</th>
            <th scope="col">{why.columns.share}</th>
            <th scope="col" class="text">
              {words.confidence}
            </th>
          </tr>
        </thead>
        <tbody>
          {rootCauses.causes.map((cause, at) => (
            <CauseRow key={`${at}`} {...props} cause={cause} styles={styles} />
          ))}
          {rootCauses.common !== null && (
            <tr>
              <Everything common={rootCauses.common} />
              <td colSpan={4} />
              <td class="main">{styles.part.change(rootCauses.common.contribution)}</td>
              <td colSpan={2} />
            </tr>
          )}
          <tr>
            <th scope="row">{words.unexplained}</th>
            <td colSpan={4} />
            <td class="main">{styles.part.change(rootCauses.unexplained)}</td>
            <td colSpan={2} />
          </tr>
        </tbody>
      </table>
    </div>
  )
}

/** That no segment stands out, and what all have in common. */
function Nothing({ rootCauses, subject }: FoundProps): JSX.Element {
  const { causes: words } = texts.value
  const { common } = rootCauses
  if (common === null) return <p>{words.none}</p>
  const { part } = stylesOfCauses(rootCauses, subject.form)
  return (
    <table>
      <caption>{words.none}</caption>
      <tbody>
        <tr>
          <Everything common={common} />
          <td class="main">{part.change(common.contribution)}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** The head of the row for what all segments have in common. */
function Everything({
  common,
}: {
  readonly common: NonNullable<RootCauseData['common']>
}): JSX.Element {
  const { causes: words } = texts.value
  return (
    <th scope="row">
      {words.everything(quantityText(common.factor))}
      {common.isUsual === true && <span class="kind"> {words.usual}</span>}
    </th>
  )
}

function CauseRow({ cause, ...props }: BreakdownProps & { readonly cause: Cause }): JSX.Element {
  const { causes: words, why } = texts.value
  const { part } = props.styles
  const { compare, current } = cause
  const value = cause.part === null ? props.styles.value : plainStyle([compare, current])
  const segment = cause.conditions.map((condition) => conditionText(condition, props)).join(' · ')
  const label = cause.part === null ? segment : `${cause.part}: ${segment}`
  const choose = chooser(cause, props)
  return (
    <tr>
      <th scope="row">
        {choose === null ? (
          label
        ) : (
          <button type="button" aria-label={why.drill(label)} onClick={choose}>
            {label}
            <span class="arrow" aria-hidden="true">
              ›
            </span>
          </button>
        )}
        {cause.kind !== 'changed' && <span class="kind"> {words.kinds[cause.kind]}</span>}
      </th>
      <td {...exactly(cause.compare)}>{value.value(cause.compare)}</td>
      <td {...exactly(cause.current)}>{value.value(cause.current)}</td>
      <td {...exactly(cause.expected)}>{value.value(cause.expected)}</td>
      <td {...exactly(cause.unexpected)}>{value.change(cause.unexpected)}</td>
      <td class="main" {...exactly(cause.contribution)}>
        {part.change(cause.contribution)}
      </td>
      <td class="share">{shareText(cause.share)}</td>
      <td class="text">{words.confidences[cause.confidence] ?? cause.confidence}</td>
    </tr>
  )
}

function conditionText(
  { dimension, value, not }: Cause['conditions'][number],
  { subject }: BreakdownProps,
): string {
  const { causes: words, why } = texts.value
  const text = value ?? why.noValue
  return `${formatDimensionName(dimension, subject)}: ${not ? words.not(text) : text}`
}

/** Chooses a segment: it becomes the drill path, or a condition where it is no group; null where it is neither. */
function chooser(
  { conditions, where }: Cause,
  { state, drill, change }: BreakdownProps,
): (() => void) | null {
  if (where === null) return null
  if (conditions.some(({ not }) => not)) {
    return () => change({ where: [...state.where, where], by: null })
  }
  return () => drill(conditions.map(({ dimension, value }) => ({ dimension, value })))
}

/** The dimensions that were searched, and those that were left out. */
function SearchSummary({ rootCauses, subject }: FoundProps): JSX.Element {
  const { causes: words } = texts.value
  const { considered } = rootCauses
  const name = (dimension: string) => formatDimensionName(dimension, subject)
  return (
    <p class="hint">
      {words.searched(
        considered.dimensions
          .filter((dimension) => !considered.leftOut.includes(dimension))
          .map(name)
          .join(', '),
        countText(considered.segments),
      )}
      {considered.leftOut.length > 0 &&
        ` ${words.leftOut(considered.leftOut.map(name).join(', '))}`}
    </p>
  )
}
