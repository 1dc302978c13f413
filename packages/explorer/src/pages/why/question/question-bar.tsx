import { rangeText } from '@tributary/expression'
import type { JSX } from 'preact'
import { NO_PEERS, type WhyState } from '../../../address/why-state.ts'
import { comparePresets, windowPresets } from '../../../analysis/presets.ts'
import type { Windows } from '../../../analysis/why-question.ts'
import { toPageHref } from '../../../answers/place.ts'
import { MetricChooser } from '../../../parts/metric-chooser.tsx'
import { Popover } from '../../../parts/popover.tsx'
import { WindowChoice } from '../../../parts/window-choice.tsx'
import { texts } from '../../../text/language.ts'
import { Conditions } from './conditions.tsx'
import { PeerChoice } from './peer-choice.tsx'
import type { Subject } from './subject.ts'

interface QuestionBarProps {
  readonly state: WhyState
  readonly subject: Subject
  /** The windows; null where there are none. */
  readonly windows: Windows | null
  readonly change: (part: Partial<WhyState>) => void
}

/** The question as a sentence, whose parts are its controls. */
export function QuestionBar(props: QuestionBarProps): JSX.Element {
  const { state, subject, change } = props
  const { why, peers } = texts.value
  const isPeers = state.peers !== null
  const switchedState: WhyState = {
    ...state,
    peers: isPeers ? null : { ...NO_PEERS, dimension: state.by?.split(',')[0] ?? null },
    by: null,
    sort: null,
  }
  return (
    <section class="question">
      <h1 class="visually-hidden">
        {[isPeers ? peers.question[0] : why.question[0], subject.displayName].join(' ')}
      </h1>
      {isPeers ? <PeersSentence {...props} /> : <WindowsSentence {...props} />}
      <div class="scope">
        <Conditions state={state} subject={subject} change={change} />
        <fieldset class="switch">
          <legend class="visually-hidden">{why.calculation}</legend>
          {[false, true].map((mean) => (
            <button
              key={String(mean)}
              type="button"
              aria-pressed={state.mean === mean}
              onClick={() => change({ mean })}
            >
              {mean ? why.mean : why.total}
            </button>
          ))}
          <a href={toPageHref({ page: 'why', state: switchedState })}>
            {isPeers ? peers.compareWindows : peers.compareGroups}
          </a>
        </fieldset>
      </div>
    </section>
  )
}

function WindowsSentence(props: QuestionBarProps): JSX.Element {
  const { state, subject, windows, change } = props
  const { why } = texts.value
  const [before, between, against, end] = why.question
  return (
    <div class="sentence">
      {before} <MetricChoice {...props} /> {between} <CurrentWindow {...props} /> {against}{' '}
      <WindowChoice
        hint={why.compareHint}
        presets={windows === null ? [] : comparePresets(windows.current, subject.reach)}
        chosen={state.was}
        displayText={windows && rangeText(windows.compare)}
        choose={(was) => change({ was })}
      />
      {end}
    </div>
  )
}

function PeersSentence(props: QuestionBarProps): JSX.Element {
  const { state, subject, windows, change } = props
  const { peers } = texts.value
  const [before, by, between, against, windowText, end] = peers.question
  const choice = { peers: state.peers!, subject, change }
  return (
    <div class="sentence">
      {before} <MetricChoice {...props} /> {by} <PeerChoice part="dimension" {...choice} />{' '}
      {between} <PeerChoice part="current" {...choice} /> {against}{' '}
      <PeerChoice part="compare" {...choice} />
      {windows !== null && (
        <>
          {' '}
          {windowText} <CurrentWindow {...props} />
        </>
      )}
      {end}
    </div>
  )
}

function MetricChoice({ state, subject, change }: QuestionBarProps): JSX.Element {
  return (
    <Popover label={subject.displayName} name={texts.value.why.chooseMetric} shortcut="m">
      {(close) => (
        <MetricChooser
          choose={(metric) => {
            close()
            change({ metric, peers: state.peers && NO_PEERS, by: null, at: [], sort: null })
          }}
        />
      )}
    </Popover>
  )
}

function CurrentWindow({ state, subject, windows, change }: QuestionBarProps): JSX.Element {
  return (
    <WindowChoice
      hint={texts.value.why.windowHint}
      presets={windowPresets(subject.reach)}
      chosen={state.now}
      displayText={windows && rangeText(windows.current)}
      choose={(now) => change({ now })}
      shortcut="t"
    />
  )
}
