import type { JSX } from 'preact'
import type { WindowPreset } from '../analysis/presets.ts'
import { texts } from '../text/language.ts'
import { Popover } from './popover.tsx'

interface WindowChoiceProps {
  readonly hint: string
  readonly presets: readonly WindowPreset[]
  readonly chosen: string | null
  readonly displayText: string | null
  readonly choose: (words: string | null) => void
  /** A key that opens the choice. @defaultValue none */
  readonly shortcut?: string
}

/** A window: presets with their dates, or a range written by hand. Nothing is the default window. */
export function WindowChoice({
  hint,
  presets,
  chosen,
  displayText,
  choose,
  ...popover
}: WindowChoiceProps): JSX.Element {
  const { why } = texts.value
  return (
    <span class="window">
      <Popover label={displayText ?? chosen ?? '…'} name={hint} {...popover}>
        {(close) => {
          const take = (text: string) => {
            close()
            choose(text.trim() === '' ? null : text.trim())
          }
          return (
            <form
              class="stack"
              onSubmit={(event) => {
                event.preventDefault()
                take(String(new FormData(event.currentTarget).get('range')))
              }}
            >
              <input
                name="range"
                aria-label={hint}
                value={chosen ?? displayText ?? ''}
                spellcheck={false}
              />
              <p class="hint">{hint}</p>
              <ul class="presets">
                {presets.map((preset) => (
                  <li key={preset.words}>
                    <button type="button" onClick={() => take(preset.words)}>
                      {why.ranges[preset.words] ?? preset.words}
                      <span class="hint">
                        {preset.dates === preset.words ? '' : preset.dates}
                        {!preset.hasData && ` ${why.noData}`}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
              <button type="submit" class="main">
                {why.apply}
              </button>
            </form>
          )
        }}
      </Popover>
    </span>
  )
}
