import type { JSX } from 'preact'

/** A box of an icicle with its texts. */
export interface LabelledBox {
  /** Where it begins and ends, as parts of the width. */
  readonly from: number
  readonly to: number
  readonly label: string
  readonly text: string
  readonly isLess: boolean
  readonly isChosen: boolean
  /** Called when it is chosen; null for boxes that cannot be chosen. */
  readonly choose: (() => void) | null
}

/** A level of an icicle. */
export interface IcicleLevel {
  readonly name: string
  readonly boxes: readonly LabelledBox[]
}

/** Draws the levels of a tree below one another; the boxes of a level are as wide as what they stand for. */
export function Icicle({
  name,
  levels,
}: {
  name: string
  levels: readonly IcicleLevel[]
}): JSX.Element {
  return (
    <section class="icicle" aria-label={name}>
      {levels.map((level, at) => (
        <div key={`${at}`}>
          <h3 class="hint">{level.name}</h3>
          <div class="level">
            {level.boxes.map((box, index) => (
              <Box key={`${index}`} {...box} />
            ))}
          </div>
        </div>
      ))}
    </section>
  )
}

function Box({ from, to, label, text, isLess, isChosen, choose }: LabelledBox): JSX.Element {
  const style = { left: `${from * 100}%`, width: `${(to - from) * 100}%` }
  const title = `${label}: ${text}`
  const content = (
    <>
      <span>{label}</span>
      <span class="hint">{text}</span>
    </>
  )
  const kind = `${isLess ? 'less' : 'more'}${isChosen ? ' chosen-box' : ''}`
  if (choose === null) {
    return (
      <div class={`part ${kind}`} style={style} title={title}>
        {content}
      </div>
    )
  }
  return (
    <button
      type="button"
      class={`part ${kind}`}
      style={style}
      title={title}
      aria-pressed={isChosen}
      onClick={choose}
    >
      {content}
    </button>
  )
}
