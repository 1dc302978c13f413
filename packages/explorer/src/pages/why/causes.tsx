import {
  CAUSE_CLAIMS,
  COMMON_CLAIMS,
  joinClaims,
  MIX_CLAIMS,
  type RootCauseData,
  sayClaims,
} from '@tributary/contract'
import type { NumberForm } from '@tributary/core/numbers'
import type { JSX } from 'preact'
import { causesQuestion } from '../../answers/compare.ts'
import { useAnswer } from '../../answers/use-answer.ts'
import { Frame } from '../../parts/frame.tsx'
import { texts } from '../../text/language.ts'
import { countText, createTotalStyle, shareText } from '../../text/numbers.ts'
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
          <p>{describeCauses(rootCauses, props)}</p>
          <CauseParts parts={rootCauses.parts} {...props} />
          {rootCauses.causes.length === 0 ? (
            <Nothing {...props} rootCauses={rootCauses} />
          ) : (
            <CauseTable {...props} rootCauses={rootCauses} />
          )}
          <SegmentRanking {...props} rootCauses={rootCauses} />
          <SearchSummary rootCauses={rootCauses} {...props} />
        </>
      )}
    </Frame>
  )
}

/** The options of the sentences of a page. */
function createClaimOptions({ subject, comparison }: BreakdownProps) {
  return {
    language: texts.value.tag === 'zh' ? 'zh' : 'en',
    compares: comparison.kind === 'peers' ? 'groups' : 'periods',
    nameDimension: (dimension: string) => formatDimensionName(dimension, subject),
  } as const
}

/** The headline, in the language of the page. */
function describeCauses(rootCauses: RootCauseData, props: BreakdownProps): string {
  const options = createClaimOptions(props)
  const facts = { ...rootCauses, metric: props.subject.displayName }
  return joinClaims(sayClaims(CAUSE_CLAIMS, facts, options), options)
}

type FoundProps = BreakdownProps & { readonly rootCauses: RootCauseData }

/** The styles of what was found. */
function stylesOfCauses(rootCauses: RootCauseData, form: NumberForm): Styles {
  // An expected number of whole things is a fraction, and has the digits of whole numbers.
  const values = rootCauses.causes.flatMap(({ part, compare, current }) =>
    part === null ? [compare, current] : [],
  )
  const ranked = (rootCauses.ranking?.segments ?? []).flatMap(({ compare, current }) => [
    compare,
    current,
  ])
  const groups = { values: [...values, ...ranked], changes: [] }
  const style = createTotalStyle(form, rootCauses, { groups })
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
          <Remainders {...props} rootCauses={rootCauses} part={styles.part} />
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

/** The common move and the mix, where there is no cause. */
function Nothing({ rootCauses, ...props }: FoundProps): JSX.Element | null {
  const { common, mix } = rootCauses
  if (common === null && mix === null) return null
  const { part } = stylesOfCauses(rootCauses, props.subject.form)
  return (
    <table>
      <tbody>
        <Remainders {...props} rootCauses={rootCauses} part={part} />
      </tbody>
    </table>
  )
}

/** The rows of what no cause holds: the common move and the mix. */
function Remainders({
  rootCauses,
  part,
  ...props
}: FoundProps & Pick<Styles, 'part'>): JSX.Element {
  const { common, mix, causes } = rootCauses
  const options = createClaimOptions(props)
  const columns = causes.length === 0 ? null : 4
  const row = (claims: typeof COMMON_CLAIMS, contribution: number) =>
    sayClaims(claims, rootCauses, options).map(({ key, text }) => (
      <tr key={key}>
        <th scope="row">{text}</th>
        {columns !== null && <td colSpan={columns} />}
        <td class="main" {...exactly(contribution)}>
          {part.change(contribution)}
        </td>
        {columns !== null && <td colSpan={2} />}
      </tr>
    ))
  return (
    <>
      {common !== null && row(COMMON_CLAIMS, common.contribution)}
      {mix !== null && mix.remaining !== 0 && row(MIX_CLAIMS, mix.remaining)}
    </>
  )
}

/** The segments by their change, of a metric that has no exact shares. */
function SegmentRanking({ rootCauses, ...props }: FoundProps): JSX.Element | null {
  const { ranking } = rootCauses
  if (ranking === null || ranking.segments.length === 0) return null
  const { causes: words, why } = texts.value
  const { labels } = props.comparison
  const { value } = stylesOfCauses(rootCauses, props.subject.form)
  return (
    <div class="scroll">
      <table>
        <caption>
          {words.ranking(countText(ranking.segments.length), countText(ranking.groups))}
        </caption>
        <thead>
          <tr>
            <th scope="col">{words.segment}</th>
            <WindowHead label={labels.compare} />
            <WindowHead label={labels.current} />
            <th scope="col">{why.columns.growth}</th>
          </tr>
        </thead>
        <tbody>
          {ranking.segments.map((segment, at) => (
            <tr key={`${at}`}>
              <SegmentHead {...props} segment={segment} part={null} />
              <td {...exactly(segment.compare)}>{value.value(segment.compare)}</td>
              <td {...exactly(segment.current)}>{value.value(segment.current)}</td>
              <td class="main" {...exactly(segment.change)}>
                {value.change(segment.change)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The name of a segment, as a button where it can be chosen. */
function SegmentHead({
  segment,
  part,
  kind = 'changed',
  ...props
}: BreakdownProps & {
  readonly segment: Pick<Cause, 'conditions' | 'where'>
  readonly part: string | null
  readonly kind?: string
}): JSX.Element {
  const { causes: words, why } = texts.value
  const name = segment.conditions.map((condition) => conditionText(condition, props)).join(' · ')
  const label = part === null ? name : `${part}: ${name}`
  const choose = chooser(segment, props)
  return (
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
      {kind !== 'changed' && <span class="kind"> {words.kinds[kind]}</span>}
    </th>
  )
}

function CauseRow({ cause, ...props }: BreakdownProps & { readonly cause: Cause }): JSX.Element {
  const { causes: words } = texts.value
  const { part } = props.styles
  const { compare, current } = cause
  const value = cause.part === null ? props.styles.value : plainStyle([compare, current])
  return (
    <tr>
      <SegmentHead {...props} segment={cause} part={cause.part} kind={cause.kind} />
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
  { conditions, where }: Pick<Cause, 'conditions' | 'where'>,
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
  const describe = considered.combinations === 0 ? words.compared : words.searched
  return (
    <p class="hint">
      {describe(
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
