import type { JSX } from 'preact'

/** A cell of a heat map. */
export interface HeatTableCell {
  readonly text: string
  /** From −1 to 1. */
  readonly strength: number
  readonly title: string
  /** Called when it is chosen; null for cells that cannot be chosen. */
  readonly choose: (() => void) | null
}

/** A heat map: a table whose cells are coloured by their strength. */
export interface HeatTableProps {
  readonly name: string
  readonly corner: string
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  /** By row, then by column. */
  readonly cells: readonly (readonly HeatTableCell[])[]
  /** A note about the groups that are not in the table. */
  readonly note: string | null
}

/** Draws a heat map. Signs stand in the texts, so that colour is never alone. */
export function HeatTable(props: HeatTableProps): JSX.Element {
  const { name, corner, rows, columns, cells, note } = props
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
    <section class="scroll" tabIndex={0} aria-label={name}>
      <table class="heat">
        <caption>{name}</caption>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map((column, at) => (
              <th key={`${at}`} scope="col" title={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={`${at}`}>
              <th scope="row" title={row}>
                {row}
              </th>
              {cells[at]!.map((cell, column) => (
                <Cell key={`${column}`} {...cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {note !== null && <p class="hint">{note}</p>}
    </section>
  )
}

function Cell({ text, strength, title, choose }: HeatTableCell): JSX.Element {
  const color = strength < 0 ? '--less' : '--more'
  const share = Math.round(Math.abs(strength) * STRONGEST)
  const style = { background: `color-mix(in srgb, var(${color}) ${share}%, transparent)` }
  return (
    <td style={style} title={title}>
      {choose === null ? (
        text
      ) : (
        <button type="button" aria-label={title} onClick={choose}>
          {text}
        </button>
      )}
    </td>
  )
}

/** The most colour that a cell has, in percent: its text stays readable. */
const STRONGEST = 45
