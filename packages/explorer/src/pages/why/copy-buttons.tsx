import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { commandText, curlText, timeQuestion } from '../../analysis/why-question.ts'
import { SERVICE } from '../../answers/place.ts'
import { texts } from '../../text/language.ts'
import type { BreakdownProps } from './breakdown-props.ts'

const SHOWN = 1_500

/** Buttons that copy the question: as a link, as a request, as a command. Secrets are left out. */
export function CopyButtons({ state, subject, windows, table }: BreakdownProps): JSX.Element {
  const { why } = texts.value
  const dimensions = [table.dimensions.join(',')]
  const question = { windows, dimensions, types: subject.types }
  return (
    <>
      <CopyButton label={why.copyLink} text={() => location.href} />
      <CopyButton
        label={why.copyCurl}
        text={() => curlText(SERVICE, timeQuestion(state, question))}
      />
      <CopyButton label={why.copyCommand} text={() => commandText(state, question)} />
    </>
  )
}

function CopyButton({ label, text }: { label: string; text(): string }): JSX.Element {
  const [isCopied, setCopied] = useState(false)
  return (
    <button
      type="button"
      class="plain"
      onClick={async () => {
        await navigator.clipboard.writeText(text())
        setCopied(true)
        setTimeout(() => setCopied(false), SHOWN)
      }}
    >
      {isCopied ? texts.value.why.copied : label}
    </button>
  )
}
