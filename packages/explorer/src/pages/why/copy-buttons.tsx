import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { commandText, curlText, scriptText } from '../../analysis/copy-texts.ts'
import { datedState } from '../../analysis/dated-state.ts'
import { linkTo, SERVICE } from '../../answers/place.ts'
import { useShortcuts } from '../../parts/shortcuts.tsx'
import { texts } from '../../text/language.ts'
import type { BreakdownProps } from './breakdown-props.ts'

const SHOWN = 1_500

/** Buttons that copy the question: as a link, a request, a command, a program. Secrets are left out. */
export function CopyButtons(props: BreakdownProps): JSX.Element {
  const { state, subject, windows, comparison, table } = props
  const { why } = texts.value
  const dimensions = [table.dimensions.join(',')]
  const command = commandText(state, {
    service: SERVICE,
    windows,
    dimensions,
    types: subject.types,
  })
  const question = { metric: state.metric, dimensions, comparison }
  const dated = datedState(state, windows, subject.reach)
  return (
    <>
      <CopyButton shortcut="c" label={why.copyLink} text={() => linkTo({ page: 'why', state })} />
      {dated !== null && (
        <CopyButton label={why.copyDated} text={() => linkTo({ page: 'why', state: dated })} />
      )}
      <CopyButton label={why.copyCurl} text={() => curlText(SERVICE, question)} />
      {command !== null && <CopyButton label={why.copyCommand} text={() => command} />}
      <CopyButton label={why.copyScript} text={() => scriptText(SERVICE, question)} />
    </>
  )
}

interface CopyButtonProps {
  readonly label: string
  /** A key that copies. @defaultValue none */
  readonly shortcut?: string
  text(): string
}

function CopyButton({ label, shortcut, text }: CopyButtonProps): JSX.Element {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text())
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN)
  }
  useShortcuts(shortcut === undefined ? {} : { [shortcut]: () => void copy() })
  return (
    <button type="button" class="plain" onClick={copy}>
      {isCopied ? texts.value.why.copied : label}
    </button>
  )
}
